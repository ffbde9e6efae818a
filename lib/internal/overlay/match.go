package overlay

import (
	"strings"
	"unicode/utf8"
)

// Match tells whether a name, without slashes, is what a pattern of Python's
// fnmatch stands for: * is any text, ? one character, [a-z] and [!a-z] one of
// several. A bracket that is not closed is itself.
func Match(pattern, name string) bool {
	for pattern != "" {
		switch pattern[0] {
		case '*':
			for i := range len(name) + 1 {
				if Match(pattern[1:], name[i:]) {
					return true
				}
			}
			return false
		case '[':
			if end := classEnd(pattern); end > 0 {
				c, size := utf8.DecodeRuneInString(name)
				if size == 0 || !inClass(pattern[1:end], c) {
					return false
				}
				pattern, name = pattern[end+1:], name[size:]
				continue
			}
		}
		c, size := utf8.DecodeRuneInString(pattern)
		d, n := utf8.DecodeRuneInString(name)
		if n == 0 || c != d && c != '?' {
			return false
		}
		pattern, name = pattern[size:], name[n:]
	}
	return name == ""
}

// classEnd gives where the bracket is that closes the first one, or 0. One that
// comes first, or after the !, is a member.
func classEnd(pattern string) int {
	start := 1
	if strings.HasPrefix(pattern[1:], "!") {
		start = 2
	}
	if strings.HasPrefix(pattern[start:], "]") {
		start++
	}
	if i := strings.IndexByte(pattern[start:], ']'); i >= 0 {
		return start + i
	}
	return 0
}

// inClass tells whether a character is one of a class, without its brackets.
func inClass(class string, c rune) bool {
	class, not := strings.CutPrefix(class, "!")
	members := []rune(class)
	found := false
	for i := 0; i < len(members); i++ {
		if i+2 < len(members) && members[i+1] == '-' {
			found = found || members[i] <= c && c <= members[i+2]
			i += 2
			continue
		}
		found = found || members[i] == c
	}
	return found != not
}
