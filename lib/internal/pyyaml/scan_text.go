package pyyaml

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/azogue-build/azogue/lib/tree"
)

const byteOrderMark = "\uFEFF"

func countMarks(text string) int { return strings.Count(text, byteOrderMark) }

// checkText refuses what no YAML text may hold: broken UTF-8 and control
// characters. Both readers of the reference allow the same characters.
func (s *scanner) checkText(text []byte) {
	s.ascii = true
	for i := 0; i < len(text); {
		c := text[i]
		if c >= ' ' && c < 0x7F || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			s.failCharacter(text[:i], rune(c))
			return
		}
		s.ascii = false
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			s.fail(placeAfter(s.file, text[:i]), "yaml/encoding", fmt.Sprintf("byte 0x%02x is not UTF-8", c), "save the file as UTF-8")
			return
		}
		if r < 0xA0 && r != 0x85 || r == 0xFFFE || r == 0xFFFF {
			s.failCharacter(text[:i], r)
			return
		}
		i += n
	}
}

func (s *scanner) failCharacter(before []byte, r rune) {
	s.fail(placeAfter(s.file, before), "yaml/control-character", fmt.Sprintf("control character %U is not allowed", r),
		"remove it, or write it as an escape in a double-quoted string")
}

// placeAfter gives the place where before ends.
func placeAfter(file string, before []byte) tree.Pos {
	line := strings.Count(string(before), "\n")
	start := strings.LastIndexByte(string(before), '\n') + 1
	return tree.Pos{File: file, Line: int32(line) + 1, Column: int32(utf8.RuneCount(before[start:])) + 1}
}
