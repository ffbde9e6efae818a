package helm

import (
	"strings"
	"sync"
	"text/template/parse"
)

// parsed keeps the syntax trees of a chart's templates, by name and text. A
// sub chart has another name in each alias.
type parsed struct {
	mu    sync.Mutex
	files map[source]*templates
}

type source struct{ name, text string }

// templates is what one text gives: the tree of each template that it defines, its
// own under its name.
type templates struct {
	trees map[string]*parse.Tree
	err   error
}

// of gives the trees of a text, which are not to be changed.
func (p *parsed) of(name, text string) (map[string]*parse.Tree, error) {
	key := source{name, text}
	p.mu.Lock()
	defer p.mu.Unlock()
	if f, ok := p.files[key]; ok {
		return f.trees, f.err
	}
	trees, err := parseTemplate(name, text)
	if p.files == nil {
		p.files = map[source]*templates{}
	}
	p.files[key] = &templates{trees, err}
	return trees, err
}

// parseTemplate parses a text and readies its trees: see prepare.
func parseTemplate(name, text string) (map[string]*parse.Tree, error) {
	trees, err := parse.Parse(name, text, "", "", functionNames(), builtinNames)
	if err != nil {
		return nil, err
	}
	for _, t := range trees {
		prepare(t)
	}
	return trees, nil
}

// Functions that prepare puts into trees. Their names can't be written in a
// template, as they are not known while it is parsed.
const (
	stepFunction  = "azogueStep"  // a turn of a loop begins
	enterFunction = "azogueEnter" // a template begins
	leaveFunction = "azogueLeave" // and ends
)

// prepare changes a tree so that running it can be stopped and tells of chance:
// each template says when it begins and ends, each loop when it turns, and a
// function that gives something else in each run gets its own place as a first
// argument. A tree without any output stays as it is, because text/template
// lets it not replace another one of the same name.
func prepare(t *parse.Tree) {
	if t.Root == nil || parse.IsEmptyTree(t.Root) {
		return
	}
	p := preparer{t}
	p.list(t.Root)
	t.Root.Nodes = append(append([]parse.Node{p.call(enterFunction, t.Root.Pos)}, t.Root.Nodes...), p.call(leaveFunction, t.Root.Pos))
}

type preparer struct{ tree *parse.Tree }

// call makes an action that calls a function without arguments. What the
// function gives is printed, so it has to be "".
func (p preparer) call(function string, pos parse.Pos) parse.Node {
	name := parse.NewIdentifier(function).SetPos(pos).SetTree(p.tree)
	return &parse.ActionNode{NodeType: parse.NodeAction, Pos: pos, Pipe: &parse.PipeNode{NodeType: parse.NodePipe, Pos: pos,
		Cmds: []*parse.CommandNode{{NodeType: parse.NodeCommand, Pos: pos, Args: []parse.Node{name}}}}}
}

func (p preparer) list(l *parse.ListNode) {
	if l == nil {
		return
	}
	for _, n := range l.Nodes {
		switch n := n.(type) {
		case *parse.ActionNode:
			p.pipe(n.Pipe)
		case *parse.TemplateNode:
			p.pipe(n.Pipe)
		case *parse.IfNode:
			p.branch(&n.BranchNode)
		case *parse.WithNode:
			p.branch(&n.BranchNode)
		case *parse.RangeNode:
			p.branch(&n.BranchNode)
			n.List.Nodes = append([]parse.Node{p.call(stepFunction, n.Pos)}, n.List.Nodes...)
		}
	}
}

func (p preparer) branch(b *parse.BranchNode) {
	p.pipe(b.Pipe)
	p.list(b.List)
	p.list(b.ElseList)
}

func (p preparer) pipe(n *parse.PipeNode) {
	if n == nil {
		return
	}
	for _, c := range n.Cmds {
		for i, arg := range c.Args {
			switch arg := arg.(type) {
			case *parse.PipeNode:
				p.pipe(arg)
			case *parse.ChainNode:
				switch inner := arg.Node.(type) {
				case *parse.PipeNode:
					p.pipe(inner)
				case *parse.IdentifierNode:
					arg.Node = p.called(inner)
				}
			case *parse.IdentifierNode:
				if i > 0 {
					c.Args[i] = p.called(arg)
				}
			}
		}
		if name, ok := c.Args[0].(*parse.IdentifierNode); ok && changing[name.Ident] {
			c.Args = append([]parse.Node{name, p.place(name)}, c.Args[1:]...)
		}
	}
}

// called gives n, a function that is a value without arguments, as a call with
// its place, if it is one that needs it.
func (p preparer) called(n *parse.IdentifierNode) parse.Node {
	if !changing[n.Ident] {
		return n
	}
	return &parse.PipeNode{NodeType: parse.NodePipe, Pos: n.Pos,
		Cmds: []*parse.CommandNode{{NodeType: parse.NodeCommand, Pos: n.Pos, Args: []parse.Node{n, p.place(n)}}}}
}

// place gives where n is, as "chart/templates/file:line:column".
func (p preparer) place(n parse.Node) parse.Node {
	at, _ := p.tree.ErrorContext(n)
	return &parse.StringNode{NodeType: parse.NodeString, Pos: n.Position(), Quoted: `"` + at + `"`, Text: at}
}

// plain tells whether a text is no template but itself.
func plain(text string) bool { return !strings.Contains(text, "{{") }
