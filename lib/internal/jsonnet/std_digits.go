package jsonnet

import (
	"math"
	"strings"
)

// digits writes numbers with the arithmetic of std.jsonnet, whose last digits
// differ from those of C's printf.
type digits struct {
	ev          *Evaluation
	zeros       float64 // the width to fill with zeros
	blank, plus bool
}

// sign gives the sign, and the width without it.
func (d digits) sign(negative bool) (string, float64) {
	sign := ""
	switch {
	case negative:
		sign = "-"
	case d.plus:
		sign = "+"
	case d.blank:
		sign = " "
	}
	zeros := d.zeros
	if negative || d.blank || d.plus {
		zeros--
	}
	return sign, zeros
}

// inBase gives a whole number's digits. If x is not whole, which happens for a
// negative number of digits after the point, the last one has a fraction.
func inBase(x, base float64, numerals string) string {
	if last := math.Mod(x, base); last != math.Floor(last) {
		return inBase(math.Floor(x/base), base, numerals) + number(last)
	}
	var reversed []byte
	for ; x != 0; x = math.Floor(x / base) {
		reversed = append(reversed, numerals[int(math.Mod(x, base))])
	}
	for i, j := 0, len(reversed)-1; i < j; i, j = i+1, j-1 {
		reversed[i], reversed[j] = reversed[j], reversed[i]
	}
	return string(reversed)
}

const lowerNumerals, upperNumerals = "0123456789abcdef", "0123456789ABCDEF"

// integer writes a magnitude with a sign; prefix goes before one that is not 0.
func (d digits) integer(negative bool, magnitude, least, base float64, prefix string) string {
	text := "0"
	if magnitude != 0 {
		text = prefix + inBase(magnitude, base, lowerNumerals)
	}
	sign, zeros := d.sign(negative)
	return sign + d.ev.spaces(max(zeros, least)-float64(len(text)), '0') + text
}

func (d digits) hex(x, least float64, prefixed, capitals bool) string {
	prefix, numerals := "0x", lowerNumerals
	if capitals {
		prefix, numerals = "0X", upperNumerals
	}
	text := inBase(math.Abs(x), 16, numerals)
	if text == "" {
		text = "0"
	}
	sign, zeros := d.sign(x < 0)
	if !prefixed {
		prefix = ""
	}
	zeros -= float64(len(prefix))
	return sign + prefix + d.ev.spaces(max(zeros, least)-float64(len(text)), '0') + text
}

// decimal writes x with digits after the point; with trailing, zeros at their end
// too, and with point, the point even if none follow.
func (d digits) decimal(x, after float64, point, trailing bool) string {
	ev := d.ev
	ten := ev.checked(math.Pow(10, after))
	scaled := ev.checked(ev.checked(math.Abs(x)*ten) + 0.5)
	whole := math.Floor(ev.checked(scaled / ten))
	fraction := ev.checked(math.Mod(math.Floor(scaled), ten))
	if x == 0 {
		whole = 0
	}
	dot := 1.0
	if after == 0 && !point {
		dot = 0
	}
	d.zeros -= after + dot
	text := d.integer(x < 0, whole, 0, 10, "")
	switch {
	case after == 0 && point:
		return text + "."
	case after == 0 || !trailing && fraction <= 0:
		return text
	}
	behind := digits{ev: ev, zeros: after}.integer(false, fraction, 0, 10, "")
	if !trailing {
		behind = strings.TrimRight(behind, "0")
	}
	return text + "." + behind
}

// decimalExponent is the power of ten of x, as a quotient of logarithms has it.
func decimalExponent(x float64) float64 {
	if x == 0 {
		return 0
	}
	return math.Floor(math.Log(math.Abs(x)) / math.Log(10))
}

func (d digits) scientific(x, after float64, point, trailing, capitals bool) string {
	ev := d.ev
	exponent := decimalExponent(x)
	letter := "e"
	if capitals {
		letter = "E"
	}
	suffix := letter + digits{ev: ev, zeros: 3, plus: true}.integer(exponent < 0, math.Abs(exponent), 0, 10, "")
	mantissa := 0.0
	if exponent == -324 {
		// 10 to that power is 0.
		mantissa = ev.checked(x * 10 / math.Pow(10, exponent+1))
	} else {
		mantissa = ev.checked(x / math.Pow(10, exponent))
	}
	d.zeros -= float64(len(suffix))
	return d.decimal(mantissa, after, point, trailing) + suffix
}
