package jinja

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
)

// truncated is int() of a float.
func truncated(x float64) (*big.Int, error) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, raise("%s is no whole number", pyjson.FloatRepr(x))
	}
	i, _ := big.NewFloat(x).Int(nil)
	return i, nil
}

// digits shows a number without width and sign rules.
func (f spec) digits(x float64) (string, error) {
	kind, precision := f.kind, f.precision
	if math.IsNaN(x) || math.IsInf(x, 0) {
		s := pyjson.FloatRepr(x)
		if kind == 'E' || kind == 'F' || kind == 'G' {
			s = strings.ToUpper(s)
		}
		if kind == '%' {
			s += "%"
		}
		return s, nil
	}
	switch kind {
	case 0, 'n':
		if precision < 0 && kind == 0 {
			return pyjson.FloatRepr(x), nil
		}
		s := general(x, max(precision, 1), f.alternate)
		if kind == 0 && !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		return s, nil
	case '%':
		s := strconv.FormatFloat(x*100, 'f', defaultTo(precision, 6), 64)
		return s + "%", nil
	case 'f', 'F':
		s := strconv.FormatFloat(x, 'f', defaultTo(precision, 6), 64)
		if f.alternate && !strings.Contains(s, ".") {
			s += "."
		}
		return s, nil
	case 'e', 'E':
		s := strconv.FormatFloat(x, kind, defaultTo(precision, 6), 64)
		return s, nil
	}
	if precision < 0 {
		precision = 6
	}
	s := general(x, max(precision, 1), f.alternate)
	if kind == 'G' {
		s = strings.ToUpper(s)
	}
	return s, nil
}

func defaultTo(n, otherwise int) int {
	if n < 0 {
		return otherwise
	}
	return n
}

// general is C's %g: as many digits as asked for, without zeros at the end.
func general(x float64, precision int, zeros bool) string {
	s := strconv.FormatFloat(x, 'e', precision-1, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	exp, _ := strconv.Atoi(exponent)
	if exp < -4 || exp >= precision {
		if !zeros {
			mantissa = trimZeros(mantissa)
		}
		return mantissa + "e" + exponent
	}
	s = strconv.FormatFloat(x, 'f', precision-1-exp, 64)
	if !zeros {
		s = trimZeros(s)
	}
	return s
}

func trimZeros(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// parseSpec reads the part after the colon in a str.format field.
func parseSpec(s string) (spec, error) {
	f := spec{fill: ' ', precision: -1}
	list := runes(s)
	at := 0
	is := func(set string) bool { return at < len(list) && strings.ContainsRune(set, list[at]) }
	if len(list) > 1 && strings.ContainsRune("<>=^", list[1]) {
		f.fill, f.align = list[0], byte(list[1])
		at = 2
	} else if is("<>=^") {
		f.align = byte(list[0])
		at = 1
	}
	if is("+- ") {
		if f.sign = byte(list[at]); f.sign == '-' {
			f.sign = 0
		}
		at++
	}
	if is("#") {
		f.alternate = true
		at++
	}
	if is("0") {
		if f.align == 0 {
			f.fill, f.align = '0', '='
		}
		at++
	}
	number := func() int {
		n := 0
		for ; is("0123456789") && n < maxText; at++ {
			n = n*10 + int(list[at]-'0')
		}
		return n
	}
	f.width = number()
	if is(",_") {
		f.group = byte(list[at])
		at++
	}
	if is(".") {
		at++
		if !is("0123456789") {
			return f, raise("the format %q has no precision after its point", s)
		}
		f.precision = number()
	}
	if is("bcdeEfFgGosxX%") {
		f.kind = byte(list[at])
		at++
	}
	if at < len(list) {
		return f, raise("the format %q is not supported", s)
	}
	return f, nil
}
