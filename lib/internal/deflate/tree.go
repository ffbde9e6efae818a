package deflate

import "math/bits"

// code is a prefix code for a block.
type code struct {
	used    []int // how often each symbol is used
	lengths []int // of each symbol's code; 0 where it has none
	codes   []int // bit-reversed, as they are written
	last    int   // the highest symbol with a code
}

func (c *code) put(b *block, symbol int) { b.put(c.codes[symbol], uint(c.lengths[symbol])) }

// cost gives the bits that all uses take, extra bits with them.
func (c *code) cost(extra func(int) int) int { return c.costOf(c.used, extra) }

func (c *code) costOf(used []int, extra func(int) int) int {
	total := 0
	for symbol, n := range used {
		if n > 0 {
			total += n * (c.lengths[symbol] + extra(symbol))
		}
	}
	return total
}

// fixed gives the codes that every reader of DEFLATE knows.
func fixed() (literal, distance *code) {
	lengths := make([]int, 288)
	for i := range lengths {
		switch {
		case i < 144 || i >= 280:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		default:
			lengths[i] = 7
		}
	}
	five := make([]int, distances)
	for i := range five {
		five[i] = 5
	}
	literal, distance = &code{lengths: lengths}, &code{lengths: five}
	literal.assign()
	distance.assign()
	return literal, distance
}

// heap orders the nodes of a tree as zlib's does: by weight, then by depth, and
// by nothing else, so that its exact steps decide between equal ones.
type heap struct {
	nodes  []int // 1-based: nodes[0] is not used
	weight []int
	depth  []int
}

func (h *heap) less(a, b int) bool {
	return h.weight[a] < h.weight[b] || h.weight[a] == h.weight[b] && h.depth[a] <= h.depth[b]
}

// down moves the node at k to where both below it are not less.
func (h *heap) down(k int) {
	node, size := h.nodes[k], len(h.nodes)-1
	for j := 2 * k; j <= size; j *= 2 {
		if j < size && h.less(h.nodes[j+1], h.nodes[j]) {
			j++
		}
		if h.less(node, h.nodes[j]) {
			break
		}
		h.nodes[k] = h.nodes[j]
		k = j
	}
	h.nodes[k] = node
}

// newCode makes the code of the given uses with at most limit bits a symbol. At
// least two symbols get one, used or not.
func newCode(used []int, limit int) *code {
	c := &code{used: used, lengths: make([]int, len(used)), last: -1}
	h := &heap{nodes: []int{0}, weight: make([]int, 2*len(used)), depth: make([]int, 2*len(used))}
	copy(h.weight, used)
	for symbol, n := range used {
		if n > 0 {
			h.nodes = append(h.nodes, symbol)
			c.last = symbol
		}
	}
	for len(h.nodes) <= 2 {
		symbol := 0
		if c.last < 2 {
			c.last++
			symbol = c.last
		}
		h.nodes = append(h.nodes, symbol)
		h.weight[symbol] = 1
	}
	order, parent := h.join(len(used))
	c.measure(h.weight, order, parent, limit)
	c.assign()
	return c
}

// join builds the tree: it gives the nodes, the root first, by falling weight, and
// the parent of each. Nodes from leaves on are inner ones.
func (h *heap) join(leaves int) (order, parent []int) {
	for k := (len(h.nodes) - 1) / 2; k >= 1; k-- {
		h.down(k)
	}
	parent = make([]int, 2*leaves)
	for next := leaves; len(h.nodes) > 2; next++ {
		a := h.nodes[1]
		h.nodes[1] = h.nodes[len(h.nodes)-1]
		h.nodes = h.nodes[:len(h.nodes)-1]
		h.down(1)
		b := h.nodes[1]
		order = append(order, a, b)
		h.weight[next] = h.weight[a] + h.weight[b]
		h.depth[next] = max(h.depth[a], h.depth[b]) + 1
		parent[a], parent[b] = next, next
		h.nodes[1] = next
		h.down(1)
	}
	order = append(order, h.nodes[1])
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order, parent
}

// measure gives each leaf its depth as length. Leaves below limit are lifted to
// it, which zlib pays for by lowering others, and then hands the lengths out anew
// by weight.
func (c *code) measure(weight, order, parent []int, limit int) {
	depth := make([]int, len(weight))
	count := make([]int, limit+1)
	over := 0
	for _, node := range order[1:] {
		d := depth[parent[node]] + 1
		if d > limit {
			d = limit
			over++
		}
		depth[node] = d
		if node < len(c.lengths) {
			c.lengths[node] = d
			count[d]++
		}
	}
	if over == 0 {
		return
	}
	for ; over > 0; over -= 2 {
		d := limit - 1
		for count[d] == 0 {
			d--
		}
		count[d]--
		count[d+1] += 2
		count[limit]--
	}
	next := len(order)
	for d := limit; d > 0; d-- {
		for n := count[d]; n > 0; {
			next--
			if node := order[next]; node < len(c.lengths) {
				c.lengths[node] = d
				n--
			}
		}
	}
}

// assign numbers the codes: shorter ones first, equal ones by symbol.
func (c *code) assign() {
	var count, next [17]int
	for _, n := range c.lengths {
		count[n]++
	}
	count[0] = 0
	for n := 1; n < len(next); n++ {
		next[n] = (next[n-1] + count[n-1]) << 1
	}
	c.codes = make([]int, len(c.lengths))
	for symbol, n := range c.lengths {
		if n > 0 {
			c.codes[symbol] = int(bits.Reverse16(uint16(next[n])) >> (16 - n))
			next[n]++
		}
	}
}

// lengths is how the codes of a block are written: the lengths of both, with
// repetitions, in a third code.
type lengths struct {
	literals, distances int // how many lengths of each are written
	items               []item
	code                *code
	count               int // of the third code's lengths that are written
}

// item is a length, or a repetition: of the last length (16) or of 0 (17, 18).
type item struct {
	symbol, value int
	extra         uint
}

// lengthOrder is the order in which the third code's lengths are written.
var lengthOrder = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

func newLengths(literal, distance *code) *lengths {
	l := &lengths{literals: literal.last + 1, distances: distance.last + 1}
	l.items = appendItems(l.items, literal.lengths[:l.literals])
	l.items = appendItems(l.items, distance.lengths[:l.distances])
	used := make([]int, len(lengthOrder))
	for _, it := range l.items {
		used[it.symbol]++
	}
	l.code = newCode(used, 7)
	l.count = len(lengthOrder)
	for l.count > 4 && l.code.lengths[lengthOrder[l.count-1]] == 0 {
		l.count--
	}
	return l
}

// appendItems shortens runs. What is left of a run that is too long for one item
// is the next run.
func appendItems(items []item, list []int) []item {
	before := -1
	for i := 0; i < len(list); {
		n, most := list[i], 6
		switch {
		case n == 0:
			most = 138
		case n != before:
			most = 7
		}
		run := 1
		for i+run < len(list) && list[i+run] == n && run < most {
			run++
		}
		i += run
		switch {
		case n == 0 && run > 10:
			items = append(items, item{18, run - 11, 7})
		case n == 0 && run > 2:
			items = append(items, item{17, run - 3, 3})
		case n != 0 && n != before && run > 3:
			items = append(items, item{symbol: n}, item{16, run - 4, 2})
		case n != 0 && n == before && run > 2:
			items = append(items, item{16, run - 3, 2})
		default:
			for range run {
				items = append(items, item{symbol: n})
			}
		}
		before = n
	}
	return items
}

func (l *lengths) cost() int {
	total := 5 + 5 + 4 + 3*l.count
	for _, it := range l.items {
		total += l.code.lengths[it.symbol] + int(it.extra)
	}
	return total
}

func (l *lengths) write(b *block) {
	b.put(l.literals-257, 5)
	b.put(l.distances-1, 5)
	b.put(l.count-4, 4)
	for _, symbol := range lengthOrder[:l.count] {
		b.put(l.code.lengths[symbol], 3)
	}
	for _, it := range l.items {
		l.code.put(b, it.symbol)
		b.put(it.value, it.extra)
	}
}
