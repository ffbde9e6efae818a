package jsonnet

import (
	"bytes"
	"math"
	"slices"
	"strconv"
)

// digits writes numbers with the arithmetic of std.jsonnet, whose last digits
// differ from those of C's printf.
type digits struct {
	ev          *Evaluation
	zeros       float64 // the width to fill with zeros
	blank, plus bool
}

// convert appends x as the letter of c asks for.
func (d digits) convert(b []byte, c *conversion, x float64, s *sizes) []byte {
	switch c.kind {
	case 'd':
		return d.integer(b, x <= -1, d.ev.checked(math.Floor(math.Abs(x))), s.precision(0), 10, "")
	case 'o':
		prefix := ""
		if c.alt {
			prefix = "0"
		}
		return d.integer(b, x <= -1, d.ev.checked(math.Floor(math.Abs(x))), s.precision(0), 8, prefix)
	case 'x':
		return d.hex(b, d.ev.checked(math.Floor(x)), s.precision(0), c.alt, c.capitals)
	}
	after := s.precision(6)
	switch c.kind {
	case 'f':
		return d.decimal(b, x, after, c.alt, true)
	case 'e':
		return d.scientific(b, x, after, c.alt, true, c.capitals)
	}
	exponent := d.ev.decimalExponent(x)
	if exponent < -4 || exponent >= after {
		return d.scientific(b, x, after-1, c.alt, c.alt, c.capitals)
	}
	return d.decimal(b, x, after-max(1, exponent+1), c.alt, c.alt)
}

// sign appends the sign, and gives how much of a width is left for digits.
func (d digits) sign(b []byte, negative bool) ([]byte, float64) {
	zeros := d.zeros
	if negative || d.blank || d.plus {
		zeros--
	}
	switch {
	case negative:
		b = append(b, '-')
	case d.plus:
		b = append(b, '+')
	case d.blank:
		b = append(b, ' ')
	}
	return b, zeros
}

// inBase appends the digits of x, none of 0. If x is not whole, which happens for
// a negative number of digits after the point, the last one has a fraction.
func inBase(b []byte, x, base float64) []byte {
	if x > 0 && x <= maxExact && x == math.Floor(x) {
		// Up to here quotients do not round, so that the quick way is the same.
		return strconv.AppendUint(b, uint64(x), int(base))
	}
	if last := math.Mod(x, base); last != math.Floor(last) {
		return appendNumber(inBase(b, math.Floor(x/base), base), last)
	}
	from := len(b)
	for ; x != 0; x = math.Floor(x / base) {
		b = append(b, "0123456789abcdef"[int(math.Mod(x, base))])
	}
	slices.Reverse(b[from:])
	return b
}

// integer appends a magnitude with a sign; prefix goes before one that is not 0.
func (d digits) integer(b []byte, negative bool, magnitude, least, base float64, prefix string) []byte {
	b, zeros := d.sign(b, negative)
	var room [32]byte
	text := append(room[:0], '0')
	if magnitude != 0 {
		text = inBase(append(text[:0], prefix...), magnitude, base)
	}
	b = repeated(b, '0', d.ev.missing(max(zeros, least), len(text)))
	return append(b, text...)
}

func (d digits) hex(b []byte, x, least float64, prefixed, capitals bool) []byte {
	b, zeros := d.sign(b, x < 0)
	var room [32]byte
	text := inBase(room[:0], math.Abs(x), 16)
	if len(text) == 0 {
		text = append(text, '0')
	}
	prefix := "0x"
	if capitals {
		prefix, text = "0X", bytes.ToUpper(text)
	}
	if prefixed {
		b = append(b, prefix...)
		zeros -= 2
	}
	b = repeated(b, '0', d.ev.missing(max(zeros, least), len(text)))
	return append(b, text...)
}

// decimal appends x with digits after the point; with trailing, zeros at their end
// too, and with point, the point even if none follow.
func (d digits) decimal(b []byte, x, after float64, point, trailing bool) []byte {
	ev := d.ev
	ten := ev.checked(math.Pow(10, after))
	scaled := ev.checked(ev.checked(math.Abs(x)*ten) + 0.5)
	if ten == 0 {
		panic(ev.errorf("Division by zero."))
	}
	whole := math.Floor(ev.checked(scaled / ten))
	fraction := ev.checked(math.Mod(math.Floor(scaled), ten))
	if x == 0 {
		whole = 0
	}
	d.zeros -= after
	if after != 0 || point {
		d.zeros--
	}
	b = d.integer(b, x < 0, whole, 0, 10, "")
	switch {
	case after == 0 && point:
		return append(b, '.')
	case after == 0 || !trailing && fraction <= 0:
		return b
	}
	b = append(b, '.')
	from := len(b)
	b = digits{ev: ev, zeros: after}.integer(b, false, fraction, 0, 10, "")
	if !trailing {
		b = b[:from+len(bytes.TrimRight(b[from:], "0"))]
	}
	return b
}

// decimalExponent is the power of ten of x, as a quotient of logarithms has it.
func (ev *Evaluation) decimalExponent(x float64) float64 {
	if x == 0 {
		return 0
	}
	return math.Floor(ev.checked(math.Log(math.Abs(x))) / math.Log(10))
}

func (d digits) scientific(b []byte, x, after float64, point, trailing, capitals bool) []byte {
	ev := d.ev
	exponent := ev.decimalExponent(x)
	mantissa := 0.0
	if exponent == -324 {
		// 10 to that power is 0.
		mantissa = ev.checked(x * 10 / math.Pow(10, exponent+1))
	} else {
		mantissa = ev.checked(x / math.Pow(10, exponent))
	}
	var room [8]byte
	suffix := append(room[:0], 'e')
	if capitals {
		suffix[0] = 'E'
	}
	suffix = digits{ev: ev, zeros: 3, plus: true}.integer(suffix, exponent < 0, math.Abs(exponent), 0, 10, "")
	d.zeros -= float64(len(suffix))
	return append(d.decimal(b, mantissa, after, point, trailing), suffix...)
}
