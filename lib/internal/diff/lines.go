package diff

import "strings"

// maxEdits is the number of differing lines up to which the fewest are looked
// for, in a part of the texts where no line is there once on both sides; beyond
// it, the part is shown as replaced.
const maxEdits = 400

// pair holds two texts as numbers, the same for equal lines, and which lines are
// found on both sides.
type pair struct {
	old, new         []int
	keepOld, keepNew []bool
}

// compare gives the lines of both texts in one sequence; removed ones are before
// added ones.
func compare(old, new []string) []Line {
	ids := map[string]int{}
	number := func(lines []string) []int {
		list := make([]int, len(lines))
		for i, l := range lines {
			id, ok := ids[l]
			if !ok {
				id = len(ids)
				ids[l] = id
			}
			list[i] = id
		}
		return list
	}
	p := pair{number(old), number(new), make([]bool, len(old)), make([]bool, len(new))}
	p.match(0, len(old), 0, len(new))
	ops := make([]Line, 0, max(len(old), len(new)))
	for i, j := 0, 0; i < len(old) || j < len(new); {
		switch {
		case i < len(old) && !p.keepOld[i]:
			ops = append(ops, Line{Op: '-', Text: old[i]})
			i++
		case j < len(new) && !p.keepNew[j]:
			ops = append(ops, Line{Op: '+', Text: new[j]})
			j++
		default:
			ops = append(ops, Line{Op: ' ', Text: new[j]})
			i, j = i+1, j+1
		}
	}
	return ops
}

func (p *pair) keep(i, j int) { p.keepOld[i], p.keepNew[j] = true, true }

// match finds the lines that old[i0:i1] and new[j0:j1] have in common.
func (p *pair) match(i0, i1, j0, j1 int) {
	for i0 < i1 && j0 < j1 && p.old[i0] == p.new[j0] {
		p.keep(i0, j0)
		i0, j0 = i0+1, j0+1
	}
	for i0 < i1 && j0 < j1 && p.old[i1-1] == p.new[j1-1] {
		i1, j1 = i1-1, j1-1
		p.keep(i1, j1)
	}
	if i0 == i1 || j0 == j1 {
		return
	}
	anchors := longest(p.unique(i0, i1, j0, j1))
	if len(anchors) == 0 {
		p.fewest(i0, i1, j0, j1)
		return
	}
	for _, a := range anchors {
		p.match(i0, a.i, j0, a.j)
		p.keep(a.i, a.j)
		i0, j0 = a.i+1, a.j+1
	}
	p.match(i0, i1, j0, j1)
}

// anchor is a line of both texts.
type anchor struct{ i, j int }

// unique gives the lines that both parts have exactly once, in the order of old.
func (p *pair) unique(i0, i1, j0, j1 int) []anchor {
	type count struct{ old, new, j int }
	counts := map[int]*count{}
	for _, id := range p.old[i0:i1] {
		if counts[id] == nil {
			counts[id] = &count{}
		}
		counts[id].old++
	}
	for j := j0; j < j1; j++ {
		if c := counts[p.new[j]]; c != nil {
			c.new++
			c.j = j
		}
	}
	var list []anchor
	for i := i0; i < i1; i++ {
		if c := counts[p.old[i]]; c.old == 1 && c.new == 1 {
			list = append(list, anchor{i, c.j})
		}
	}
	return list
}

// longest gives the longest part of the anchors that is in order in new as well.
func longest(list []anchor) []anchor {
	var tails []int // index in list of the last anchor of a run of each length
	before := make([]int, len(list))
	for k, a := range list {
		low, high := 0, len(tails)
		for low < high {
			if mid := (low + high) / 2; list[tails[mid]].j < a.j {
				low = mid + 1
			} else {
				high = mid
			}
		}
		before[k] = -1
		if low > 0 {
			before[k] = tails[low-1]
		}
		if low == len(tails) {
			tails = append(tails, k)
		} else {
			tails[low] = k
		}
	}
	out := make([]anchor, len(tails))
	if len(tails) == 0 {
		return out
	}
	for n, k := len(out)-1, tails[len(tails)-1]; k >= 0; n, k = n-1, before[k] {
		out[n] = list[k]
	}
	return out
}

// fewest keeps as many lines as can be, after Myers: furthest[d][k+d] is how far
// in old one gets on the diagonal i-j=k with d edits.
func (p *pair) fewest(i0, i1, j0, j1 int) {
	n, m := i1-i0, j1-j0
	var furthest [][]int
	for d := 0; d <= min(n+m, maxEdits); d++ {
		row := make([]int, 2*d+1)
		furthest = append(furthest, row)
		for k := -d; k <= d; k += 2 {
			i := start(furthest, d, k)
			for i < n && i-k < m && p.old[i0+i] == p.new[j0+i-k] {
				i++
			}
			row[k+d] = i
			if i >= n && i-k >= m {
				p.trace(furthest, i0, j0, n, m)
				return
			}
		}
	}
}

// start gives where in old the d-th edit leads to on the diagonal k.
func start(furthest [][]int, d, k int) int {
	if d == 0 {
		return 0
	}
	before := furthest[d-1]
	at := func(k int) int { return before[k+d-1] }
	if k == -d || k != d && at(k-1) < at(k+1) {
		return at(k + 1) // a line of new is added
	}
	return at(k-1) + 1 // one of old is removed
}

// trace walks the found way backwards and keeps the lines on its diagonals.
func (p *pair) trace(furthest [][]int, i0, j0, i, j int) {
	for d := len(furthest) - 1; d >= 0; d-- {
		k := i - j
		from := start(furthest, d, k)
		for i > from {
			i, j = i-1, j-1
			p.keep(i0+i, j0+j)
		}
		if d == 0 {
			return
		}
		if before := furthest[d-1]; k == -d || k != d && before[k-1+d-1] < before[k+1+d-1] {
			j--
		} else {
			i--
		}
	}
}

// slide moves each run of added or removed lines that may begin earlier or later
// with the same result to where its first line is indented least, the latest of
// these.
func slide(ops []Line) {
	for i := 0; i < len(ops); i++ {
		if ops[i].Op == ' ' {
			continue
		}
		j := i + 1
		for j < len(ops) && ops[j].Op == ops[i].Op {
			j++
		}
		if alone := (i == 0 || ops[i-1].Op == ' ') && (j == len(ops) || ops[j].Op == ' '); alone {
			j = settle(ops, i, j)
		}
		i = j - 1
	}
}

// settle slides the run ops[i:j] and gives its end.
func settle(ops []Line, i, j int) int {
	op, n := ops[i].Op, j-i
	move := func(to int) {
		for ; i > to; i-- {
			ops[i-1].Op, ops[i-1+n].Op = op, ' '
		}
		for ; i < to; i++ {
			ops[i].Op, ops[i+n].Op = ' ', op
		}
	}
	first, last := i, i
	for first > 0 && ops[first-1].Op == ' ' && ops[first-1].Text == ops[first-1+n].Text {
		first--
	}
	for last+n < len(ops) && ops[last+n].Op == ' ' && ops[last].Text == ops[last+n].Text {
		last++
	}
	best := last
	for at := last; at >= first; at-- {
		if indent(ops[at].Text) < indent(ops[best].Text) {
			best = at
		}
	}
	move(best)
	return best + n
}

// indent is the number of blanks before a line. A line that begins a document is
// before all others, an empty one belongs to what is above.
func indent(line string) int {
	if strings.HasPrefix(line, "---") {
		return -1
	}
	text := strings.TrimLeft(line, " ")
	if strings.TrimSpace(text) == "" {
		return 1 << 30
	}
	return len(line) - len(text)
}
