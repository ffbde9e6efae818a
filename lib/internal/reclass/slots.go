package reclass

// slots holds entries by the number of their key. It is a tree whose unchanged
// parts are shared by all that are made from it, so that one more class costs
// what the class sets, not what all classes before it have set.
type slots struct {
	root   *slotNode
	height int // levels of kids above the entries
}

// fanBits is the number of bits of a key's number that one level looks at.
const fanBits = 5

type slotNode struct {
	owner   *merged // whose step made it, and may change it
	kids    *[1 << fanBits]*slotNode
	entries *[1 << fanBits]*entry // at the lowest level, in place of kids
}

// index gives the place of a number in a node so many levels above the entries.
func slotIndex(id int32, height int) int32 { return id >> (fanBits * height) & (1<<fanBits - 1) }

func (s *slots) get(id int32) *entry {
	n := s.root
	if n == nil || id>>(fanBits*(s.height+1)) > 0 {
		return nil
	}
	for height := s.height; height > 0; height-- {
		if n = n.kids[slotIndex(id, height)]; n == nil {
			return nil
		}
	}
	return n.entries[slotIndex(id, 0)]
}

// set puts e at id. m owns s and the parts that were not there before m.
func (s *slots) set(m *merged, id int32, e *entry) {
	for s.root != nil && id>>(fanBits*(s.height+1)) > 0 {
		up := (*slotNode)(nil).owned(m, false)
		up.kids[0] = s.root
		s.root, s.height = up, s.height+1
	}
	if s.root == nil {
		for id>>(fanBits*(s.height+1)) > 0 {
			s.height++
		}
	}
	at := &s.root
	for height := s.height; ; height-- {
		*at = (*at).owned(m, height == 0)
		if height == 0 {
			(*at).entries[slotIndex(id, 0)] = e
			return
		}
		at = &(*at).kids[slotIndex(id, height)]
	}
}

// owned gives n, or a copy that m may change.
func (n *slotNode) owned(m *merged, lowest bool) *slotNode {
	switch {
	case n == nil && lowest:
		return &slotNode{owner: m, entries: new([1 << fanBits]*entry)}
	case n == nil:
		return &slotNode{owner: m, kids: new([1 << fanBits]*slotNode)}
	case n.owner == m:
		return n
	}
	if lowest {
		entries := *n.entries
		return &slotNode{owner: m, entries: &entries}
	}
	kids := *n.kids
	return &slotNode{owner: m, kids: &kids}
}
