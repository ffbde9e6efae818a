package jinja

import (
	"math"
	"math/big"
	"strings"
)

// maxBits and maxText bound what arithmetic and repetition make.
const (
	maxBits = 1 << 20
	maxText = 64 << 20
)

// binaryOp is one of Python's + - * / // % **.
func (e *engine) binaryOp(op string, a, b any) (any, error) {
	for _, v := range []any{a, b} {
		if u, ok := v.(*undefined); ok {
			if s, isText := asText(a); isText && op == "%" {
				return e.percent(s, b) // only what is shown fails
			}
			return nil, u.err()
		}
	}
	if isNumber(a) && isNumber(b) {
		return arithmetic(op, a, b)
	}
	var v any
	var err error
	switch op {
	case "+":
		v, err = e.add(a, b)
	case "*":
		if v, err = e.repeat(a, b); v == nil && err == nil {
			v, err = e.repeat(b, a)
		}
	case "%":
		if _, ok := a.(markup); ok {
			return nil, raise("formatting of a text that is marked as safe is not supported")
		}
		if s, ok := a.(string); ok {
			return e.percent(s, b)
		}
	case "-":
		v = minus(a, b)
	}
	if v == nil && err == nil {
		err = raise("%q is not supported between values of the types %s and %s", op, typeName(a), typeName(b))
	}
	return v, err
}

// add joins texts and lists; nil when it cannot.
func (e *engine) add(a, b any) (any, error) {
	s, ok := asText(a)
	other, both := asText(b)
	if ok && both {
		_, safeA := a.(markup)
		_, safeB := b.(markup)
		switch {
		case safeA && safeB:
			return markup(s + other), nil
		case safeA:
			return markup(s) + escapeHTML(other), nil
		case safeB:
			return escapeHTML(s) + markup(other), nil
		}
		return s + other, nil
	}
	x, isList := a.(*list)
	if y, both := b.(*list); isList && both && x.tuple == y.tuple {
		return &list{items: append(append([]any{}, e.all(x)...), e.all(y)...), tuple: x.tuple}, nil
	}
	return plus(a, b), nil
}

// repeat is a text or list times a number; nil when it cannot.
func (e *engine) repeat(a, times any) (any, error) {
	n, ok := asInt(times)
	if !ok {
		return nil, nil
	}
	count := 0
	if n.Sign() > 0 {
		if !n.IsInt64() || n.Int64() > maxText {
			return nil, raise("a value is repeated too often")
		}
		count = int(n.Int64())
	}
	switch a := a.(type) {
	case string, markup:
		s, _ := asText(a)
		if len(s)*count > maxText {
			return nil, raise("a text grows over %d MiB", maxText>>20)
		}
		if _, safe := a.(markup); safe {
			return markup(strings.Repeat(s, count)), nil
		}
		return strings.Repeat(s, count), nil
	case *list:
		if len(a.items)*count > maxItems {
			return nil, raise("more than %d items", maxItems)
		}
		l := &list{tuple: a.tuple}
		for range count {
			l.items = append(l.items, e.all(a)...)
		}
		return l, nil
	}
	return nil, nil
}

func arithmetic(op string, a, b any) (any, error) {
	x, exactX := asInt(a)
	y, exactY := asInt(b)
	if exactX && exactY && op == "/" {
		return trueDivide(x, y)
	}
	if exactX && exactY {
		if v, err := integers(op, x, y); v != nil || err != nil {
			return v, err
		}
	}
	return floats(op, asFloat(a), asFloat(b))
}

// integers computes exactly; nil for a power that is none.
func integers(op string, x, y *big.Int) (any, error) {
	z := new(big.Int)
	switch op {
	case "+":
		return z.Add(x, y), nil
	case "-":
		return z.Sub(x, y), nil
	case "*":
		if x.BitLen()+y.BitLen() > maxBits {
			return nil, raise("the number is too big")
		}
		return z.Mul(x, y), nil
	case "**":
		if y.Sign() < 0 {
			return nil, nil
		}
		if x.BitLen() > 1 && (!y.IsInt64() || int64(x.BitLen())*y.Int64() > maxBits || y.Int64() > maxBits) {
			return nil, raise("the number is too big")
		}
		if x.BitLen() <= 1 && !y.IsInt64() {
			y = new(big.Int).And(y, big.NewInt(1))
			y.Add(y, big.NewInt(2))
		}
		return z.Exp(x, y, nil), nil
	}
	if y.Sign() == 0 {
		return nil, raise("division by zero")
	}
	rest := new(big.Int)
	z.QuoRem(x, y, rest)
	if rest.Sign() != 0 && rest.Sign() != y.Sign() {
		z.Sub(z, big.NewInt(1))
		rest.Add(rest, y)
	}
	if op == "%" {
		return rest, nil
	}
	return z, nil
}

func floats(op string, x, y float64) (any, error) {
	switch op {
	case "+":
		return x + y, nil
	case "-":
		return x - y, nil
	case "*":
		return x * y, nil
	case "**":
		return power(x, y)
	}
	if y == 0 {
		return nil, raise("division by zero")
	}
	if op == "/" {
		return x / y, nil
	}
	mod := math.Mod(x, y)
	div := (x - mod) / y
	if mod != 0 && (y < 0) != (mod < 0) {
		mod += y
		div--
	}
	if mod == 0 {
		mod = math.Copysign(0, y)
	}
	if op == "%" {
		return mod, nil
	}
	if div == 0 {
		return math.Copysign(0, x/y), nil
	}
	whole := math.Floor(div)
	if div-whole > 0.5 {
		whole++
	}
	return whole, nil
}

func power(x, y float64) (any, error) {
	z := math.Pow(x, y)
	switch {
	case x == 0 && y < 0:
		return nil, raise("zero cannot be raised to a negative power")
	case math.IsNaN(z) && !math.IsNaN(x) && !math.IsNaN(y):
		return nil, raise("complex numbers are not supported")
	case math.IsInf(z, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0):
		return nil, raise("the number is too big")
	}
	if z != 0 && !math.IsInf(z, 0) && x > 0 {
		z = exactPower(x, y)
	}
	return z, nil
}

// exactPower gives x to the power of y as the C library does, whose last bit is
// right; math.Pow's is not always. x is positive, and the result a finite number
// that is not 0.
func exactPower(x, y float64) float64 {
	const precision = 300
	mantissa, exponent := math.Frexp(math.Abs(y))
	bits := int64(math.Ldexp(mantissa, 53)) // y is bits times two to the power of exponent-53
	exponent -= 53
	for bits != 0 && bits&1 == 0 {
		bits, exponent = bits>>1, exponent+1
	}
	base := new(big.Float).SetPrec(precision).SetFloat64(x)
	for ; exponent < 0; exponent++ {
		base.Sqrt(base)
	}
	for ; exponent > 0; exponent-- {
		base.Mul(base, base)
	}
	z := new(big.Float).SetPrec(precision).SetInt64(1)
	for ; bits > 0; bits >>= 1 {
		if bits&1 == 1 {
			z.Mul(z, base)
		}
		base.Mul(base, base)
	}
	if y < 0 {
		z.Quo(new(big.Float).SetPrec(precision).SetInt64(1), z)
	}
	f, _ := z.Float64()
	return f
}

// trueDivide is / of two integers, rounded once.
func trueDivide(x, y *big.Int) (any, error) {
	if y.Sign() == 0 {
		return nil, raise("division by zero")
	}
	f, _ := new(big.Rat).SetFrac(x, y).Float64()
	if math.IsInf(f, 0) {
		return nil, raise("the number is too big")
	}
	return f, nil
}
