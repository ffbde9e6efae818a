package jsonnet

var stdArrays []builtin

// sliced is target[bounds[0]:bounds[1]:bounds[2]]; a bound not given is null, one
// may be a *Thunk.
func (ev *Evaluation) sliced(target Value, bounds [3]Value) Value { panic("bug: not yet") }
