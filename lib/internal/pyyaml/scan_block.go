package pyyaml

import "github.com/azogue-build/azogue/lib/tree"

// blockHeader is what follows `|` or `>`.
type blockHeader struct {
	chomp  byte // '+', '-' or 0
	indent int  // relative, 0 if not given
}

func (s *scanner) blockScalar() {
	if s.flow() {
		s.failStart()
		return
	}
	t := token{kind: tokenScalar, style: tree.Literal, line: s.line, column: int32(s.column())}
	if s.at(0) == '>' {
		t.style = tree.Folded
	}
	s.keyHere = true
	s.dropKey()
	s.pos++
	header, ok := s.blockHeader()
	if !ok || !s.endLine("the header of a block scalar") {
		return
	}
	s.buf = s.buf[:0]
	indent := header.indent + max(s.indent, 0)
	if header.indent == 0 {
		indent = s.blockIndent()
	}
	last, kept := s.blockLines(indent, t.style == tree.Folded)
	// s.buf ends with the line breaks after the text: last, the one of the last
	// line, and those of the empty lines after it.
	switch header.chomp {
	case '-':
		s.buf = s.buf[:kept-len(last)]
	case 0:
		s.buf = s.buf[:kept]
	}
	t.text = string(s.buf)
	s.push(t)
}

func (s *scanner) blockHeader() (blockHeader, bool) {
	var h blockHeader
	for range 2 {
		switch c := s.at(0); {
		case (c == '+' || c == '-') && h.chomp == 0:
			h.chomp = c
			s.pos++
		case c == '0' && h.indent == 0:
			s.failHere("the indentation of a block scalar is 1 to 9")
			return h, false
		case c >= '1' && c <= '9' && h.indent == 0:
			h.indent = int(c - '0')
			s.pos++
		}
	}
	return h, true
}

// blockIndent steps over the empty lines before the text, appends their line
// breaks and gives the indentation of the text.
func (s *scanner) blockIndent() int {
	indent := max(s.indent+1, 1)
	for {
		s.skipBlanks(false)
		indent = max(indent, s.column())
		if s.tabs && s.at(0) == '\t' {
			s.failBlockTab()
			return indent
		}
		if s.breakAt(0) == 0 {
			return indent
		}
		s.buf = append(s.buf, s.newline()...)
	}
}

func (s *scanner) failBlockTab() {
	s.fail(s.posAt(s.line, s.column()), "yaml/tab", "a tab in the indentation of a block scalar", "indent with blanks")
}

// blockLines appends the lines of a block scalar. It gives the line break of
// the last line and where s.buf ended with it.
func (s *scanner) blockLines(indent int, folded bool) (last string, kept int) {
	s.blockBreaks(indent)
	kept = 0
	for s.err == nil && s.pos < len(s.src) && s.column() == indent {
		end := s.lineEnd()
		line := s.src[s.pos:end]
		s.pos = end
		s.buf = append(s.buf, line...)
		last = ""
		if s.pos < len(s.src) {
			last = s.newline()
		}
		s.buf = append(s.buf, last...)
		kept = len(s.buf)
		s.blockBreaks(indent)
		if folded && last == "\n" && !startsBlank(line) && s.column() == indent && s.pos < len(s.src) && !startsBlank(s.src[s.pos:]) {
			s.foldBlock(kept)
		}
	}
	return last, kept
}

func startsBlank(text string) bool { return text != "" && (text[0] == ' ' || text[0] == '\t') }

// foldBlock joins two lines: the line feed before mark becomes a blank, or
// nothing where empty lines follow it.
func (s *scanner) foldBlock(mark int) {
	if len(s.buf) == mark {
		s.buf[mark-1] = ' '
		return
	}
	s.buf = append(s.buf[:mark-1], s.buf[mark:]...)
}

// blockBreaks steps over empty lines and the indentation of the next one.
func (s *scanner) blockBreaks(indent int) {
	for {
		for s.at(0) == ' ' && s.column() < indent {
			s.pos++
		}
		if s.tabs && s.at(0) == '\t' && s.column() < indent {
			s.failBlockTab()
			return
		}
		if s.breakAt(0) == 0 {
			return
		}
		s.buf = append(s.buf, s.newline()...)
	}
}
