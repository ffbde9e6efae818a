package syntax

import (
	"flag"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	mutateFor  = flag.Duration("for", 0, "how long changed programs are compared with go-jsonnet, instead of 1500 of them")
	mutateSeed = flag.Uint64("seed", 1, "seed of the changes")
)

// pieces parts a text, even one that is no program.
var pieces = regexp.MustCompile(`[ \t]+|\n|\|\|\||[A-Za-z_]+|[0-9]+|[^\w\s]`)

// strays are what is put into programs.
var strays = []string{
	"a", "self", "super", "$", "local", "function", "if", "then", "else", "for", "in", "error", "assert", "import", "importstr", "tailstrict", "null", "true", "std", "x",
	"(", ")", "[", "]", "{", "}", ",", ";", ".", ":", "::", ":::", "+:", "=", "==", "!=", "!", "+", "-", "~", "*", "/", "%", "<", ">>", "<=", "&", "&&", "|", "||", "^", "|||", "|||\n", "|||-\n  a\n|||", "//", "/*", "*/", "#",
	"0", "1", "1.5", "1e5", "1e", "1.", "0_1", "1_0", "1__0", "1e999", "'a'", `"b"`, "'", `"`, "@", "@'a'", `@"`, `\`, `'\u00e9'`, `'\ud800'`, `'\q'`, "'é'", "é", "\t", "\r", "\n", " ", "\x00", "\xff", "?",
	"local x = 1;", "[x for x in y]", "{ a: 1, a: 2 }", "f(x, x)", "function(a, a) a", "f(a=1, 2)", "super.x", "e in super", "x[::]", "x[1:2:3:4]", "x[]", "local a = 1, a = 2;", "{ local a = 1, local a = 2 }", "{ assert true, ['a']: 1 for a in [] }", "{ a: 1 for a in [] }",
}

// mutated gives a program with some pieces changed.
func mutated(r *rand.Rand, text string) string {
	if len(text) > 3000 { // parts of long ones say as much
		at := r.IntN(len(text) - 3000)
		if r.IntN(2) == 0 {
			text = text[:at+1500]
		} else {
			text = text[at:]
		}
	}
	list := pieces.FindAllString(text, -1)
	for range 1 + r.IntN(3) {
		if len(list) < 2 {
			break
		}
		i, j := r.IntN(len(list)), r.IntN(len(list))
		switch r.IntN(7) {
		case 0:
			list = slices.Delete(list, i, i+1)
		case 1:
			list = slices.Insert(list, i, list[j])
		case 2:
			list[i], list[j] = list[j], list[i]
		case 3:
			list[i] = strays[r.IntN(len(strays))]
		case 4, 5:
			list = slices.Insert(list, i, strays[r.IntN(len(strays))])
		case 6:
			list = slices.Delete(list, i, min(i+1+r.IntN(8), len(list)))
		}
	}
	return strings.Join(list, "")
}

// TestMutated changes shipped programs: what go-jsonnet refuses is refused, with
// the same message at the same place.
func TestMutated(t *testing.T) {
	const most, shown = 1500, 5
	texts := shipped(t)
	start, number, refused, different := time.Now(), 0, 0, 0
	for ; (*mutateFor > 0 && time.Since(start) < *mutateFor || *mutateFor == 0 && number < most) && different < shown; number++ {
		r := rand.New(rand.NewPCG(*mutateSeed, uint64(number)))
		text := mutated(r, texts[r.IntN(len(texts))])
		want := theirs(text)
		if want != (refusal{}) {
			refused++
		}
		if ours(text) != want {
			different++
			text = smaller(text)
			t.Errorf("program %d of seed %d, made smaller: %q\n got %v\nwant %v", number, *mutateSeed, text, ours(text), theirs(text))
		}
	}
	t.Logf("seed %d: %d programs in %s, %d refused, %d differ", *mutateSeed, number, time.Since(start).Round(time.Second), refused, different)
}

// smaller takes pieces away as long as there is a difference.
func smaller(text string) string {
	list := pieces.FindAllString(text, -1)
	for n := len(list) / 2; n > 0; n /= 2 {
		for i := 0; i+n <= len(list); {
			less := slices.Delete(slices.Clone(list), i, i+n)
			if joined := strings.Join(less, ""); ours(joined) != theirs(joined) {
				list = less
			} else {
				i += n
			}
		}
	}
	return strings.Join(list, "")
}
