package jsonnet

// rope is a string not yet put together, so that a program that appends to a
// string again and again does not copy it again and again.
type rope struct {
	left, right Value // strings or ropes; nil once text is there
	size        int   // in bytes
	text        string
}

// ropeFrom is the size from which on a sum of strings is not put together.
const ropeFrom = 256

func textSize(v Value) int {
	if r, ok := v.(*rope); ok {
		return r.size
	}
	return len(v.(string))
}

// join gives left and right, each a string or a rope, as one.
func join(left, right Value) Value {
	size, rest := textSize(left), textSize(right)
	switch {
	case size == 0:
		return right
	case rest == 0:
		return left
	case size+rest < ropeFrom:
		return flatText(left) + flatText(right)
	}
	return &rope{left: left, right: right, size: size + rest}
}

func flatText(v Value) string {
	if r, ok := v.(*rope); ok {
		return r.flat()
	}
	return v.(string)
}

// flat puts the string together. It does not recurse: a rope may be as deep as it
// has parts.
func (r *rope) flat() string {
	if r.left == nil {
		return r.text
	}
	text := make([]byte, r.size)
	end := r.size
	for open := []Value{r}; len(open) > 0; {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		part, ok := last.(*rope)
		switch {
		case !ok:
			end -= len(last.(string))
			copy(text[end:], last.(string))
		case part.left == nil:
			end -= len(part.text)
			copy(text[end:], part.text)
		default:
			open = append(open, part.left, part.right)
		}
	}
	r.text, r.left, r.right = string(text), nil, nil
	return r.text
}
