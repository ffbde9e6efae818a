package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// frames are programs and where their variables are: x.f.s is variable s of frame f
// counted from the inside, self.f the object of frame f; local and function show
// where their variables begin and, if they make a frame, its size.
var frames = []struct{ text, want string }{
	{"local a = 1; a", "(local@0/1 a=1; a.0.0)"},
	{"local a = b, b = 2; [a, b]", "(local@0/2 a=b.0.1 b=2; [a.0.0 b.0.1])"},
	{"local a = 1; local b = a; local c = b; [a, b, c]", "(local@0/3 a=1; (local@1/0 b=a.0.0; (local@2/0 c=b.0.1; [a.0.0 b.0.1 c.0.2])))"},
	{"local a = 1; local a = 2; a", "(local@0/2 a=1; (local@1/0 a=2; a.0.1))"},
	{"local a = (local b = 1; b); a", "(local@0/1 a=(local@0/1 b=1; b.0.0); a.0.0)"},
	{"[local a = 1; a, local b = 2; b]", "[(local@0/1 a=1; a.0.0) (local@0/1 b=2; b.0.0)]"},
	{"local a = 1; 1 + local b = a; a + b", "(local@0/1 a=1; (1 (local@0/1 b=a.1.0; (a.1.0 b.0.0))))"},
	{"function(x) x", "(function/1 x; x.0.0)"},
	{"function(x, y=x) [x, y]", "(function/2 x y=x.0.0; [x.0.0 y.0.1])"},
	{"function(x) local y = x; local z = y; [x, y, z]", "(function/3 x; (local@1/0 y=x.0.0; (local@2/0 z=y.0.1; [x.0.0 y.0.1 z.0.2])))"},
	{"local f(x) = function(y) x + y; f", "(local@0/1 f=(function/1 x; (function/1 y; (x.1.0 y.0.0))); f.0.0)"},
	{"function(x) if x then local y = x; y else x", "(function/1 x; if(x.0.0 (local@0/1 y=x.1.0; y.0.0) x.0.0))"},
	{"function(_, _) _", "(function/2 _ _; _.0.0)"},
	{"local f(n) = f(n); f(1)", "(local@0/1 f=(function/1 n; f.1.0(n.0.0)); f.0.0(1))"},
	{"function(x) assert x; local y = 1; y", "(function/1 x; assert(x.0.0 - (local@0/1 y=1; y.0.0)))"},
	{"function(x) [local y = x; y]", "(function/1 x; [(local@0/1 y=x.1.0; y.0.0)])"},
	{"{ a: self, b: $ }", "{a:self.0, b:self.0}"},
	{"{ a: { b: self, c: $, d: { e: self.a, f: $.b } } }", "{a:{b:self.0, c:self.1, d:{e:self.0[a], f:self.2[b]}}}"},
	{"local x = 1; { a: x, b: { c: x } }", "(local@0/1 x=1; {a:x.1.0, b:{c:x.2.0}})"},
	{"{ local x = self.a, a: x, [std.toString(1)]: 2, b: { local x = 3, c: x } }", "{local x=self.0[a], a:x.0.0, [std[toString](1)]:2, b:{local x=3, c:x.0.0}}"},
	{"local x = 1; { local x = 2, [x + '']: x }", "(local@0/1 x=1; {local x=2, [(x.0.0 )]:x.0.0})"},
	{"{ assert self.a == x : y, local x = 1, local y = self, a: x }", "{local x=1, local y=self.0, assert (self.0[a] x.0.0) y.0.1, a:x.0.0}"},
	{"{ a: super.b, c: 'd' in super, e: { f: super.g } }", "{a:super.0[b], c:(d in super.0), e:{f:super.0[g]}}"},
	{"{ a(x): [self, x, super.b] }", "{a:(function/1 x; [self.1 x.0.0 super.1[b]])}"},
	{"{ a: local y = self; y.b }", "{a:(local@0/1 y=self.1; y.0.0[b])}"},
	{"{ a: [super.b for x in [1]] }", "{a:<super.1[b] for x in [1]>}"},
	{"{ ['a']: 1, [{ b: self }.b.c]: 2 }", "{a:1, [{b:self.0}[b][c]]:2}"},
	{"[x for x in [1]]", "<x.0.0 for x in [1]>"},
	{"[[x, y] for x in [1] for y in [x]]", "<[x.1.0 y.0.0] for x in [1] for y in [x.0.0]>"},
	{"[x for x in [1] if x for x in [x]]", "<x.0.0 for x in [1] if x.0.0 for x in [x.0.0]>"},
	{"local x = 1; [y for y in [x] if x]", "(local@0/1 x=1; <y.0.0 for y in [x.0.0] if x.1.0>)"},
	{"[local z = x; z for x in [1]]", "<(local@0/1 z=x.1.0; z.0.0) for x in [1]>"},
	{"{ [k]: v for k in [1] for v in [k] }", "<{[k.1.0]:v.1.0} for k in [1] for v in [k.0.0]>"},
	{"{ local l = k, [k]: [l, self, $] for k in [1] if k }", "<{local l=k.1.0, [k.0.0]:[l.0.0 self.0 self.0]} for k in [1] if k.0.0>"},
	{"{ a: { [k]: $.b + self.c for k in [self.d] } }", "{a:<{[k.0.0]:(self.2[b] self.0[c])} for k in [self.0[d]]>}"},
	{"local f(x) = [function(y) [x, y, z] for z in [x]]; f", "(local@0/1 f=(function/1 x; <(function/1 y; [x.2.0 y.0.0 z.1.0]) for z in [x.0.0]>); f.0.0)"},
	{"local std = 1; std", "(local@0/1 std=1; std.0.0)"},
	{"function(std) std", "(function/1 std; std.0.0)"},
	{"std.a(std)", "std[a](std)"},
	{"local a = 1, b(c=a) = c + b(c=a); b", "(local@0/2 a=1 b=(function/1 c=a.1.0; (c.0.0 b.1.1( c=a.1.0))); b.0.1)"},
}

func TestFrames(t *testing.T) {
	for _, row := range frames {
		node, err := Parse("program", row.text)
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		if got := framed(node); got != row.want {
			t.Errorf("%s\n got %s\nwant %s", row.text, got, row.want)
		}
	}
}

// framed shows a program in which only what belongs to variables is of interest.
func framed(n Node) string {
	switch e := n.(type) {
	case nil:
		return "-"
	case *Literal:
		return fmt.Sprint(e.Value)
	case *Var:
		return fmt.Sprintf("%s.%d.%d", e.Name, e.Frame, e.Slot)
	case *Self:
		return fmt.Sprintf("self.%d", e.Frame)
	case *Std:
		return "std"
	case *Super:
		return fmt.Sprintf("super.%d[%s]", e.Frame, framed(e.Key))
	case *InSuper:
		return fmt.Sprintf("(%s in super.%d)", framed(e.Key), e.Frame)
	case *Local:
		s := fmt.Sprintf("local@%d/%d", e.Base, e.Size)
		for _, b := range e.Binds {
			s += " " + b.Name + "=" + framed(b.Value)
		}
		return "(" + s + "; " + framed(e.Body) + ")"
	case *Function:
		s := fmt.Sprintf("function/%d", e.Size)
		for _, p := range e.Params {
			s += " " + p.Name
			if p.Default != nil {
				s += "=" + framed(p.Default)
			}
		}
		return "(" + s + "; " + framed(e.Body) + ")"
	case *Array:
		return "[" + framedAll(e.Elements) + "]"
	case *Object:
		return framedObject(e)
	case *Comp:
		s := framed(e.Body)
		for _, p := range e.Parts {
			if p.Over == nil {
				s += " if " + framed(p.Cond)
			} else {
				s += " for " + p.Name + " in " + framed(p.Over)
			}
		}
		return "<" + s + ">"
	case *Call:
		s := framed(e.Target) + "(" + framedAll(e.Args)
		for _, a := range e.Named {
			s += " " + a.Name + "=" + framed(a.Value)
		}
		return s + ")"
	case *Index:
		return framed(e.Target) + "[" + framed(e.Key) + "]"
	case *Binary:
		return "(" + framed(e.Left) + " " + framed(e.Right) + ")"
	case *If:
		return "if(" + framed(e.Cond) + " " + framed(e.Then) + " " + framed(e.Else) + ")"
	case *Assert:
		return "assert(" + framed(e.Cond) + " " + framed(e.Message) + " " + framed(e.Rest) + ")"
	}
	return fmt.Sprintf("%T", n)
}

func framedAll(list []Node) string {
	var all []string
	for _, n := range list {
		all = append(all, framed(n))
	}
	return strings.Join(all, " ")
}

func framedObject(o *Object) string {
	var parts []string
	for _, b := range o.Locals {
		parts = append(parts, "local "+b.Name+"="+framed(b.Value))
	}
	for _, a := range o.Asserts {
		parts = append(parts, "assert "+framed(a.Cond)+" "+framed(a.Message))
	}
	for _, f := range o.Fields {
		name := f.Name
		if f.Computed != nil {
			name = "[" + framed(f.Computed) + "]"
		}
		parts = append(parts, name+":"+framed(f.Body))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
