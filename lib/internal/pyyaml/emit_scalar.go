package pyyaml

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// maxKey is the length of tag, anchor and text together from which on a key
// needs a "? " (spec Y16).
const maxKey = 128

// isSimpleKey reports whether a key fits on one line with its colon.
func (e *emitter) isSimpleKey(key *tree.Node) bool {
	if key.Kind == tree.String && len(key.Text) < maxKey-len("!!str") && isWord(key.Text) {
		return true
	}
	length := 0
	if a, shared := e.anchors[key]; shared {
		if a.written {
			return true
		}
		length = len(a.name())
	}
	switch key.Kind {
	case tree.List, tree.Map:
		return len(key.Items) == 0 && len(key.Fields) == 0
	case tree.Set:
		return len(key.Fields) == 0
	}
	t, text := represent(key)
	a := analyze(text)
	length += len(tagTexts[t]) + a.length
	return length < maxKey && text != "" && !a.multiline
}

// represent gives the tag and the text of a scalar (spec Y5).
func represent(n *tree.Node) (tag, string) {
	switch n.Kind {
	case tree.Null:
		return tagNull, "null"
	case tree.Bool:
		return tagBool, strconv.FormatBool(n.Bool)
	case tree.Int:
		return tagInt, n.Decimal()
	case tree.Float:
		return tagFloat, floatText(n.Float)
	case tree.Bytes:
		return tagBinary, base64Lines(n.Text)
	case tree.Date, tree.Time:
		return tagTimestamp, n.Text
	case tree.String:
		return tagStr, n.Text
	}
	panic("bug: a " + n.Kind.String() + " is no scalar")
}

func floatText(f float64) string {
	s := pyjson.FloatRepr(f)
	switch s {
	case "nan":
		return ".nan"
	case "inf":
		return ".inf"
	case "-inf":
		return "-.inf"
	}
	if strings.IndexByte(s, '.') < 0 { // so that YAML 1.1 reads a float
		return strings.Replace(s, "e", ".0e", 1)
	}
	return s
}

// base64Lines gives base64 in lines of 76 characters, each with its line feed.
func base64Lines(data string) string {
	const line = 57 // bytes in 76 characters
	var out []byte
	for len(data) > 0 {
		n := min(line, len(data))
		out = base64.StdEncoding.AppendEncode(out, []byte(data[:n]))
		out = append(out, '\n')
		data = data[n:]
	}
	return string(out)
}

// scalar writes what is not text. Only bytes and a timestamp in a form that the
// resolver does not know need their tag (spec Y7).
func (e *emitter) scalar(n *tree.Node, where place) {
	switch {
	case n.Kind == tree.Int && n.Text == "":
		e.beginPlain(where)
		e.buf = strconv.AppendInt(e.buf, n.Int, 10)
		return
	case n.Kind == tree.Bytes:
		e.indicator(tagTexts[tagBinary], true)
		if n.Text == "" {
			e.doubleQuoted("", where)
		} else {
			e.block(base64Lines(n.Text), tree.Literal)
		}
		return
	}
	t, text := represent(n)
	if t == tagTimestamp && resolve(text) != t {
		e.indicator(tagTexts[t], true)
		e.singleQuoted(text, analyze(text), where)
		return
	}
	e.plain(text, where) // a time has a blank, where it may be folded
}

// text writes a string in the style that its content allows (spec Y25).
func (e *emitter) text(s string, where place) {
	if e.QuoteDigits && longDigits(s) {
		e.singleQuoted(s, analyze(s), where)
		return
	}
	if isWord(s) && resolve(s) == tagStr {
		e.beginPlain(where)
		e.buf = append(e.buf, s...)
		return
	}
	a := analyze(s)
	style := tree.Plain
	if a.multiline && strings.IndexByte(s, '\n') >= 0 {
		style = e.Multiline
	}
	switch {
	case style == tree.Plain && a.plain && resolve(s) == tagStr:
		e.plain(s, where)
	case (style == tree.Literal || style == tree.Folded) && a.block && where != inKey:
		e.block(s, style)
	case style == tree.Plain && a.single && !(a.multiline && where == inKey):
		e.singleQuoted(s, a, where)
	default:
		e.doubleQuoted(s, where)
	}
}

func longDigits(s string) bool {
	return len(s) > 1 && (s[0] == '0' || len(s) > 6) && strings.Trim(s, "0123456789") == ""
}

// beginPlain puts a blank before a plain scalar where one is needed. At the
// root such a scalar leaves the stream open-ended (spec Y18).
func (e *emitter) beginPlain(where place) {
	if where == inRoot {
		e.openEnded = true
	}
	if !e.blank {
		e.buf = append(e.buf, ' ')
	}
	e.blank = false
	e.leading = false
}

// inner gives the indentation of a scalar's further lines (spec Y12).
func (e *emitter) inner() int { return max(e.indent, 0) + step }

// plain writes a string as it is; a single space beyond the width becomes a
// line break (spec Y26).
func (e *emitter) plain(s string, where place) {
	e.beginPlain(where)
	if where == inKey || e.column()+len(s) <= width+1 {
		e.buf = append(e.buf, s...)
		return
	}
	outer := e.indent
	e.indent = e.inner()
	for s != "" {
		word, gap := nextWord(s)
		e.buf = append(e.buf, s[:word]...)
		if gap == word+1 && e.column() > width {
			e.newline()
			e.blank = false
			e.leading = false
		} else {
			e.buf = append(e.buf, s[word:gap]...)
		}
		s = s[gap:]
	}
	e.indent = outer
}

// nextWord gives the index behind the first word, and behind the spaces that
// follow it.
func nextWord(s string) (word, gap int) {
	word = strings.IndexByte(s, ' ')
	if word < 0 {
		return len(s), len(s)
	}
	return word, skipByte(s, word, ' ')
}

// skipByte gives the index behind the bytes c that start at i.
func skipByte(s string, i int, c byte) int {
	for i < len(s) && s[i] == c {
		i++
	}
	return i
}

// singleQuoted writes a string in single quotes, folded as plain ones are; k
// line feeds become k+1 line breaks (spec Y27). The string has no breaks but
// line feeds, and no space beside one.
func (e *emitter) singleQuoted(s string, a analysis, where place) {
	e.indicator("'", true)
	if !a.multiline && (where == inKey || e.column()+len(s) <= width+1) && strings.IndexByte(s, '\'') < 0 {
		e.buf = append(e.buf, s...)
		e.indicator("'", false)
		return
	}
	outer := e.indent
	e.indent = e.inner()
	for i := 0; i < len(s); {
		run := i + 1
		switch s[i] {
		case ' ':
			run = skipByte(s, i, ' ')
			if run == i+1 && i > 0 && run < len(s) && where != inKey && e.column() > width {
				e.newline()
			} else {
				e.buf = append(e.buf, s[i:run]...)
			}
		case '\n':
			run = skipByte(s, i, '\n')
			for range run - i + 1 {
				e.lineBreak()
			}
			e.newline()
		case '\'':
			e.buf = append(e.buf, "''"...)
		default:
			for run < len(s) && s[run] != ' ' && s[run] != '\n' && s[run] != '\'' {
				run++
			}
			e.buf = append(e.buf, s[i:run]...)
		}
		i = run
	}
	e.indicator("'", false)
	e.indent = outer
}
