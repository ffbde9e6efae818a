package tree

import "testing"

func TestNewBigInt(t *testing.T) {
	for _, tt := range []struct{ in, want, text string }{
		{"0", "0", ""}, {"-5", "-5", ""}, {"9223372036854775807", "9223372036854775807", ""},
		{"9223372036854775808", "9223372036854775808", "9223372036854775808"},
		{"-00000000000000000000001", "-1", ""},
		{"+000123456789012345678901234567890", "123456789012345678901234567890", "123456789012345678901234567890"},
	} {
		n := NewBigInt(tt.in)
		if n.Kind != Int || n.Decimal() != tt.want || n.Text != tt.text {
			t.Errorf("%s: got %s, Text %q; want %s, %q", tt.in, n.Decimal(), n.Text, tt.want, tt.text)
		}
	}
}

func TestGetAndAt(t *testing.T) {
	one := NewInt(1)
	m := NewMap(Field{Key: NewInt(1), Value: NewNull()}, Entry("a", NewMap(Entry("b", one))))
	for _, tt := range []struct {
		path []string
		want *Node
	}{
		{nil, m}, {[]string{"a", "b"}, one}, {[]string{"a", "c"}, nil}, {[]string{"c", "b"}, nil}, {[]string{"a", "b", "c"}, nil}, {[]string{"1"}, nil},
	} {
		if got := m.At(tt.path...); got != tt.want {
			t.Errorf("%q: got %v", tt.path, got)
		}
	}
	var none *Node
	if none.Get("a") != nil || none.At("a", "b") != nil {
		t.Error("nothing has a field")
	}
}

func TestWith(t *testing.T) {
	m := NewMap(Entry("a", NewInt(1)), Entry("b", NewInt(2)))
	replaced, added := m.With("a", NewInt(3)), m.With("c", NewInt(4))
	if got := replaced.Fields[0].Value.Int; got != 3 || len(replaced.Fields) != 2 {
		t.Errorf("got %d in %d fields", got, len(replaced.Fields))
	}
	if got := added.Fields[2]; got.Key.Text != "c" || got.Value.Int != 4 {
		t.Errorf("got %v", got)
	}
	if m.Get("a").Int != 1 || len(m.Fields) != 2 || m.Get("b") != replaced.Get("b") {
		t.Error("the map itself changed, or its other values were copied")
	}
}

// TestFalsy: Python's truth of each kind.
func TestFalsy(t *testing.T) {
	for _, n := range []*Node{nil, NewNull(), NewBool(false), NewInt(0), NewFloat(0), NewString(""), NewList(), NewMap(), {Kind: Set}, {Kind: Bytes}} {
		if !n.Falsy() {
			t.Errorf("%+v is not falsy", n)
		}
	}
	for _, n := range []*Node{NewBool(true), NewInt(-1), NewFloat(0.1), NewString(" "), NewList(NewNull()), NewMap(Entry("", NewNull())), NewBigInt("99999999999999999999"), {Kind: Date, Text: "2001-01-01"}} {
		if n.Falsy() {
			t.Errorf("%+v is falsy", n)
		}
	}
}

func TestPos(t *testing.T) {
	for want, p := range map[string]Pos{"": {}, "a.yml": {File: "a.yml"}, "a.yml:2:3": {"a.yml", 2, 3}} {
		if got := p.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
