package jsonnet

import "fmt"

// stdHost are functions that reach outside of the program.
var stdHost = []builtin{
	{"extVar", need("x"), func(ev *Evaluation, a []Value) Value {
		name := ev.text(a[0])
		v, ok := ev.host.Variables[name]
		if !ok {
			panic(ev.errorf("Undefined external variable: %s", name))
		}
		return v
	}},
	{"native", need("x"), func(ev *Evaluation, a []Value) Value {
		if f := ev.host.Natives[ev.text(a[0])]; f != nil {
			return f
		}
		return nil
	}},
	{"trace", need("str", "rest"), trace},
}

// trace tells str and where it is traced, and gives rest, which go-jsonnet
// evaluates before it tells.
func trace(ev *Evaluation, a []Value) Value {
	v := ev.Force(a[0])
	rest := ev.Force(a[1])
	s, ok := v.(string)
	if !ok {
		panic(ev.unexpected(v, "string"))
	}
	if ev.host.Trace == nil {
		return rest
	}
	for i := len(ev.stack) - 1; i >= 0; i-- {
		if site := ev.stack[i].site; site != nil && site.At().File != nil {
			pos := site.At().Pos()
			fmt.Fprintf(ev.host.Trace, "TRACE: %s:%d %s\n", pos.File, pos.Line, s)
			break
		}
	}
	return rest
}
