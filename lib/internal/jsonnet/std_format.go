package jsonnet

var stdFormat []builtin

// format is text % values.
func (ev *Evaluation) format(text string, values Value) Value { panic("bug: not yet") }
