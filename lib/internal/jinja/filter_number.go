package jinja

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

func numberFilters() []filter {
	return []filter{
		{name: "int", params: "default= base=", call: intFilter},
		{name: "float", params: "default=", call: floatFilter},
		{name: "abs", call: func(_ *engine, v any, _ []any) (any, error) {
			if f, ok := v.(float64); ok {
				return math.Abs(f), nil
			}
			i, ok := asInt(v)
			if !ok {
				return nil, raise("the filter abs needs a number, not a value of type %s", typeName(v))
			}
			return new(big.Int).Abs(i), nil
		}},
		{name: "round", params: "precision= method=", call: roundFilter},
		{name: "filesizeformat", params: "binary=", call: filesizeFilter},
	}
}

// parseInt is Python's int(s, base).
func parseInt(s string, base int) (*big.Int, bool) {
	s = strip(s, "", true, true, true)
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	if len(s) > 1 && s[0] == '0' {
		prefix := map[byte]int{'b': 2, 'o': 8, 'x': 16}[s[1]|0x20]
		switch {
		case prefix != 0 && (prefix == base || base == 0):
			s, base = strings.TrimPrefix(s[2:], "_"), prefix
		case base == 0 && strings.Trim(s, "0_") != "":
			return nil, false
		}
	}
	if base == 0 {
		base = 10
	}
	if s == "" || base < 2 || base > 36 || s[0] == '_' || s[len(s)-1] == '_' || strings.Contains(s, "__") || strings.ContainsAny(s, "+-") {
		return nil, false
	}
	i, ok := new(big.Int).SetString(strings.ToLower(strings.ReplaceAll(s, "_", "")), base)
	if ok && negative {
		i.Neg(i)
	}
	return i, ok
}

// parseFloat is Python's float(s).
func parseFloat(s string) (float64, bool) {
	s = strip(s, "", true, true, true)
	switch strings.TrimLeft(strings.ToLower(s), "+-") {
	case "inf", "infinity", "nan":
	default:
		if strings.ContainsAny(s, "xXpPiInN") || strings.Contains(s, "__") {
			return 0, false
		}
		for i := range len(s) {
			if s[i] == '_' && (i == 0 || i+1 == len(s) || !isDigit(s[i-1]) || !isDigit(s[i+1])) {
				return 0, false
			}
		}
		s = strings.ReplaceAll(s, "_", "")
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil || math.IsInf(f, 0) && !strings.HasSuffix(err.Error(), "invalid syntax")
}

func intFilter(_ *engine, v any, a []any) (any, error) {
	var otherwise any = integer(0)
	if a[0] != nil {
		otherwise = a[0]
	}
	base, err := intArg(a[1], 10)
	if err != nil {
		return nil, err
	}
	var f float64
	switch v := v.(type) {
	case *undefined:
		return nil, v.err()
	case bool, *big.Int:
		i, _ := asInt(v)
		return i, nil
	case float64:
		f = v
	case string, markup:
		s, _ := asText(v)
		if i, ok := parseInt(s, base); ok {
			return i, nil
		}
		var ok bool
		if f, ok = parseFloat(s); !ok {
			return otherwise, nil
		}
	default:
		return otherwise, nil
	}
	if i, err := truncated(f); err == nil {
		return i, nil
	}
	return otherwise, nil
}

func floatFilter(_ *engine, v any, a []any) (any, error) {
	if u, ok := v.(*undefined); ok {
		return nil, u.err()
	}
	if isNumber(v) {
		return asFloat(v), nil
	}
	if s, ok := asText(v); ok {
		if f, ok := parseFloat(s); ok {
			return f, nil
		}
	}
	if a[0] == nil {
		return 0.0, nil
	}
	return a[0], nil
}

func roundFilter(_ *engine, v any, a []any) (any, error) {
	precision, err := intArg(a[0], 0)
	if err != nil {
		return nil, err
	}
	method, err := textArg(a[1], "common")
	if err != nil || !slices.Contains([]string{"common", "ceil", "floor"}, method) {
		return nil, raise("the method of round is common, ceil or floor")
	}
	if !isNumber(v) {
		return nil, raise("the filter round needs a number, not a value of type %s", typeName(v))
	}
	if method == "common" {
		return round(v, precision)
	}
	return roundTo(v, precision, method)
}

// round is Python's round(v, precision), to the even one of two neighbours.
func round(v any, precision int) (any, error) {
	if i, ok := asInt(v); ok {
		if precision >= 0 {
			return i, nil
		}
		if -precision > 1000 {
			return integer(0), nil
		}
		unit := new(big.Int).Exp(integer(10), integer(-precision), nil)
		half, rest := new(big.Int), new(big.Int)
		quotient, _ := new(big.Int).DivMod(i, unit, rest)
		half.Mul(rest, integer(2))
		if c := half.Cmp(unit); c > 0 || c == 0 && quotient.Bit(0) == 1 {
			quotient.Add(quotient, integer(1))
		}
		return quotient.Mul(quotient, unit), nil
	}
	f := v.(float64)
	if precision < 0 {
		return nil, raise("a float rounded to tens is not supported")
	}
	if math.IsNaN(f) || math.IsInf(f, 0) || precision > 323 {
		return f, nil
	}
	return strconv.ParseFloat(strconv.FormatFloat(f, 'f', precision, 64), 64)
}

// roundTo computes as Jinja does: func(v * 10**precision) / 10**precision.
func roundTo(v any, precision int, method string) (any, error) {
	unit, err := arithmetic("**", integer(10), integer(precision))
	if err != nil {
		return nil, err
	}
	scaled, err := arithmetic("*", v, unit)
	if err != nil {
		return nil, err
	}
	if f, ok := scaled.(float64); ok {
		if method == "ceil" {
			f = math.Ceil(f)
		} else {
			f = math.Floor(f)
		}
		if scaled, err = truncated(f); err != nil {
			return nil, err
		}
	}
	return arithmetic("/", scaled, unit)
}

func filesizeFilter(_ *engine, v any, a []any) (any, error) {
	size := asFloat(v)
	if s, ok := asText(v); ok {
		if size, ok = parseFloat(s); !ok {
			size = math.NaN()
		}
	}
	if math.IsNaN(size) {
		return nil, raise("the filter filesizeformat needs a number")
	}
	binary, err := flag(a[0], false)
	if err != nil {
		return nil, err
	}
	base, units := 1000.0, strings.Fields("kB MB GB TB PB EB ZB YB")
	if binary {
		base, units = 1024, strings.Fields("KiB MiB GiB TiB PiB EiB ZiB YiB")
	}
	switch {
	case size == 1:
		return "1 Byte", nil
	case size < base:
		i, err := truncated(size)
		if err != nil {
			return nil, err
		}
		return i.String() + " Bytes", nil
	}
	unit := base
	for i, name := range units {
		unit *= base
		if size < unit || i == len(units)-1 {
			return strconv.FormatFloat(base*size/unit, 'f', 1, 64) + " " + name, nil
		}
	}
	return nil, nil
}
