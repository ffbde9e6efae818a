package jsonnet

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestNumber compares number with what go-jsonnet calls.
func TestNumber(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	numbers := []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 1e15, 1e16, maxExact, maxExact + 1, maxExact + 3, -maxExact - 1, 1 << 63, -1 << 63, 1e21, 1e22, 1e300, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), math.NaN(), 0.5, 1e-4, 1e-5, 123456.789}
	for range 20_000 {
		numbers = append(numbers,
			math.Float64frombits(random.Uint64()),
			float64(random.Int64N(1<<54)-1<<53),
			float64(random.Int64()),
			float64(random.Int64N(1<<40))/1024,
			random.NormFloat64()*math.Pow(10, float64(random.IntN(40)-20)))
	}
	for _, x := range numbers {
		want := fmt.Sprintf("%.17g", x)
		if x == math.Floor(x) {
			want = fmt.Sprintf("%.0f", x)
		}
		if got := number(x); got != want {
			t.Fatalf("number(%v) = %s, want %s", x, got, want)
		}
		want = strconv.FormatFloat(x, 'f', -1, 64)
		if got := string(shortest(nil, x)); got != want {
			t.Fatalf("shortest(%v) = %s, want %s", x, got, want)
		}
	}
}

// TestQuote compares all characters with go-jsonnet.
func TestQuote(t *testing.T) {
	const characters = `std.join("", [std.char(i) for i in std.range(%d, %d) if i < 55296 || i > 57343])`
	for from := 0; from < 0x3000; from += 0x400 {
		s := fmt.Sprintf(characters, from, from+0x3ff)
		agreeAll(t, s, "std.manifestJsonMinified("+s+")", "std.manifestYamlDoc("+s+")", "std.escapeStringJson("+s+")")
	}
	for _, from := range []int{0xd700, 0xff00, 0x1f600, 0x10ff00} {
		agreeAll(t, fmt.Sprintf(characters, from, from+0xff), "std.manifestJsonMinified("+fmt.Sprintf(characters, from, from+0xff)+")")
	}
}

// TestQuoteBytes quotes what is no UTF-8, as a host may give it.
func TestQuoteBytes(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"a\xffb", "\"a\ufffdb\""},
		{"\xc3", "\"\ufffd\""},
		{"\xed\xa0\x80", "\"\ufffd\ufffd\ufffd\""},
		{"\ufffd", "\"\ufffd\""},
	} {
		if got := string(quote(nil, row.text)); got != row.want {
			t.Errorf("quote(%q) = %q, want %q", row.text, got, row.want)
		}
		if got := string(goQuote(nil, row.text)); got != row.want {
			t.Errorf("goQuote(%q) = %q, want %q", row.text, got, row.want)
		}
	}
}
