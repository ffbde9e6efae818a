package jsonnet

import (
	"bufio"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"sigs.k8s.io/yaml"
)

// stdEncodings turn values into text of other languages and back.
var stdEncodings = []builtin{
	{"base64", need("input"), stdBase64},
	{"base64Decode", need("str"), func(ev *Evaluation, a []Value) Value { return utf8Text(decoded(ev, a[0])) }},
	{"base64DecodeBytes", need("str"), func(ev *Evaluation, a []Value) Value { return byteArray(ev, decoded(ev, a[0])) }},
	{"encodeUTF8", need("str"), func(ev *Evaluation, a []Value) Value { return byteArray(ev, []byte(ev.text(a[0]))) }},
	{"decodeUTF8", need("arr"), decodeUTF8},
	escaped("escapeStringJson", "str_", quoted),
	escaped("escapeStringPython", "str", quoted),
	escaped("escapeStringBash", "str_", func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'"'"'`) + "'" }),
	escaped("escapeStringDollars", "str_", func(s string) string { return strings.ReplaceAll(s, "$", "$$") }),
	escaped("escapeStringXML", "str_", xmlEscapes.Replace),
	{"md5", need("s"), hash(func(b []byte) []byte { h := md5.Sum(b); return h[:] })},
	{"sha1", need("s"), hash(func(b []byte) []byte { h := sha1.Sum(b); return h[:] })},
	{"sha256", need("s"), hash(func(b []byte) []byte { h := sha256.Sum256(b); return h[:] })},
	{"sha512", need("s"), hash(func(b []byte) []byte { h := sha512.Sum512(b); return h[:] })},
	{"sha3", need("s"), hash(func(b []byte) []byte { h := sha3.Sum512(b); return h[:] })},
	{"parseInt", need("str"), func(ev *Evaluation, a []Value) Value {
		s := ev.text(a[0])
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			panic(ev.errorf("%s is not a base 10 integer", s))
		}
		return float64(n)
	}},
	{"parseOctal", need("str"), func(ev *Evaluation, a []Value) Value { return natural(ev, a[0], 8, `an octal number`) }},
	{"parseHex", need("str"), func(ev *Evaluation, a []Value) Value { return natural(ev, a[0], 16, `hexadecimal`) }},
	{"parseJson", need("str"), func(ev *Evaluation, a []Value) Value {
		s := ev.text(a[0])
		// Reading cannot be stopped, and an object takes as much as some elements.
		ev.growList(strings.Count(s, ",") + 8*strings.Count(s, "{"))
		var v any
		if err := json.Unmarshal([]byte(s), &v); err != nil {
			panic(ev.errorf("failed to parse JSON: %v", err))
		}
		return ev.FromPlain(v)
	}},
	{"parseYaml", need("str"), parseYAML},
}

var xmlEscapes = strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;", `"`, "&quot;", "'", "&apos;")

// escaped is the row of a function that writes what std.toString gives as a text of
// another language.
func escaped(name, param string, f func(s string) string) builtin {
	return builtin{name, need(param), func(ev *Evaluation, a []Value) Value {
		s := ev.toString(a[0])
		ev.tick(len(s) / 8)
		s = f(s)
		ev.grow(len(s))
		return s
	}}
}

func hash(sum func([]byte) []byte) func(ev *Evaluation, a []Value) Value {
	return func(ev *Evaluation, a []Value) Value { return hex.EncodeToString(sum([]byte(ev.text(a[0])))) }
}

// utf8Text gives bytes as a string, with U+FFFD for what is no UTF-8.
func utf8Text(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return string([]rune(string(b)))
}

func byteArray(ev *Evaluation, b []byte) *Array {
	ev.growList(len(b))
	elements := make([]Value, len(b))
	for i, c := range b {
		ev.tick(1)
		elements[i] = float64(c)
	}
	return &Array{elements}
}

// stdBase64 takes a string of which each code point is up to 255, though it
// encodes the bytes of its UTF-8; or an array of bytes.
func stdBase64(ev *Evaluation, a []Value) Value {
	check := func(n int) {
		if n < 0 || n > 255 {
			panic(ev.errorf("base64 encountered invalid codepoint value in the array (must be 0 <= X <= 255), got %d", n))
		}
	}
	switch v := ev.Force(a[0]).(type) {
	case string:
		for _, r := range v {
			check(int(r))
		}
		return base64.StdEncoding.EncodeToString([]byte(v))
	case *Array:
		b := make([]byte, len(v.elements))
		for i := range v.elements {
			ev.tick(1)
			e := ev.element(v, i)
			n, ok := e.(float64)
			if !ok || n != float64(int32(n)) {
				panic(ev.errorf("base64 encountered a non-integer value in the array, got %s", typeName(e)))
			}
			check(int(n))
			b[i] = byte(n)
		}
		return base64.StdEncoding.EncodeToString(b)
	default:
		panic(ev.errorf("base64 can only base64 encode strings / arrays of single bytes, got %s", typeName(v)))
	}
}

func decoded(ev *Evaluation, v Value) []byte {
	s := stringFor(ev, v, "base64DecodeBytes requires a string")
	if len(s)%4 != 0 {
		panic(ev.errorf("input string appears not to be a base64 encoded string. Wrong length found (%d)", len(s)))
	}
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		panic(ev.errorf("failed to decode: %s", err))
	}
	return b
}

func decodeUTF8(ev *Evaluation, a []Value) Value {
	list := ev.array(a[0])
	b := make([]byte, len(list.elements))
	for i := range b {
		ev.tick(1)
		n := ev.integer(ev.element(list, i))
		if n < 0 || n > 255 {
			panic(ev.errorf("Bytes must be integers in range [0, 255], got %d", n))
		}
		b[i] = byte(n)
	}
	return utf8Text(b)
}

// natural reads digits as a float64 adds them up, without a sign.
func natural(ev *Evaluation, v Value, base float64, what string) Value {
	s := stringFor(ev, v, "Expected string")
	if s == "" {
		panic(ev.errorf(`Not %s: ""`, what))
	}
	n := 0.0
	for _, c := range s {
		digit := float64(c - '0')
		switch {
		case c >= 'a':
			digit = float64(c - 'a' + 10)
		case c >= 'A':
			digit = float64(c - 'A' + 10)
		}
		if digit < 0 || digit >= base {
			panic(ev.errorf("%s is not a base %v integer", s, base))
		}
		n = ev.checked(base*n + digit)
	}
	return n
}

// parseYAML gives the document of a text, or the list of those where there is a
// marker.
func parseYAML(ev *Evaluation, a []Value) Value {
	s := ev.text(a[0])
	ev.growList(len(s)) // reading takes a hundred times that, and cannot be stopped
	texts, marked := documents(s)
	elements := make([]Value, len(texts))
	for i, text := range texts {
		ev.tick(1 + len(text)/8)
		var v any
		if err := yaml.Unmarshal([]byte(text), &v); err != nil {
			panic(ev.errorf("failed to parse YAML: %v", err))
		}
		elements[i] = ev.FromPlain(v)
	}
	switch {
	case len(elements) == 0:
		return nil
	case marked:
		return &Array{elements}
	}
	return elements[0]
}

// documents parts a text at the lines that begin with ---, which belong to what
// follows. Each line gets a newline. A last line without one is lost if it fills
// the reader's buffer, as in go-jsonnet, which reads so too.
func documents(s string) (texts []string, marked bool) {
	r := bufio.NewReader(strings.NewReader(s))
	var b strings.Builder
	for {
		line, err := wholeLine(r)
		if rest, ok := strings.CutPrefix(line, "---"); ok && strings.ContainsAny(rest[:1], "\n \t") {
			marked = true
			if b.Len() > 0 {
				texts = append(texts, b.String())
				b.Reset()
				b.WriteString(line)
				continue
			}
		}
		if err != nil {
			break
		}
		b.WriteString(line)
	}
	if b.Len() > 0 {
		texts = append(texts, b.String())
	}
	return texts, marked
}

// wholeLine gives a line; there may be one with an error.
func wholeLine(r *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		part, more, err := r.ReadLine()
		b.Write(part)
		if !more || err != nil {
			return b.String() + "\n", err
		}
	}
}
