package pyyaml

import (
	"encoding/base64"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"github.com/azogue-build/azogue/lib/tree"
)

// construct makes the value of a scalar, whose text n holds, as the constructor
// of the tag does it. It reports whether the text is one.
func construct(n *tree.Node, kind tag) bool {
	text := n.Text
	switch kind {
	case tagNull:
		n.Kind, n.Text = tree.Null, ""
	case tagBool:
		return constructBool(n, text)
	case tagInt:
		return constructInt(n, text)
	case tagFloat:
		return constructFloat(n, text)
	case tagTimestamp:
		return constructTime(n, text)
	case tagBinary:
		data, ok := decodeBase64(text)
		n.Kind, n.Text = tree.Bytes, data
		return ok
	case tagValue:
	default:
		return false
	}
	return true
}

func constructBool(n *tree.Node, text string) bool {
	switch strings.ToLower(text) {
	case "yes", "true", "on":
		n.Bool = true
	case "no", "false", "off":
	default:
		return false
	}
	n.Kind, n.Text = tree.Bool, ""
	return true
}

// constructInt reads an integer of any size; the tag may force odd text on it.
func constructInt(n *tree.Node, text string) bool {
	if digitsOnly(text) && len(text) < 19 && text[0] != '0' {
		n.Kind, n.Text = tree.Int, ""
		n.Int, _ = strconv.ParseInt(text, 10, 64)
		return true
	}
	negative, text := cutSign(strings.ReplaceAll(text, "_", ""))
	var value *big.Int
	switch {
	case text == "":
		return false
	case text == "0":
		value = new(big.Int)
	case strings.HasPrefix(text, "0b"):
		value = pythonInt(text[2:], 2)
	case strings.HasPrefix(text, "0x"):
		value = pythonInt(text[2:], 16)
	case text[0] == '0':
		value = pythonInt(text, 8)
	case strings.Contains(text, ":"):
		value = sexagesimalInt(text)
	default:
		value = pythonInt(text, 10)
	}
	if value == nil {
		return false
	}
	if negative {
		value.Neg(value)
	}
	n.Kind, n.Text = tree.Int, ""
	if n.Int = 0; value.IsInt64() {
		n.Int = value.Int64()
	} else {
		n.Text = value.String()
	}
	return true
}

func cutSign(text string) (negative bool, rest string) {
	if text != "" && (text[0] == '-' || text[0] == '+') {
		return text[0] == '-', text[1:]
	}
	return false, text
}

// maxDigits is how many digits Python converts between text and integers in
// bases that are no power of two.
const maxDigits = 4300

var pythonPrefixes = map[int]string{2: "0b", 8: "0o", 16: "0x"}

// pythonInt is Python's int(text, base), nil where that raises.
func pythonInt(text string, base int) *big.Int {
	negative, digits := cutSign(strings.Trim(text, " \t\n\r\v\f\u0085\u00a0\u2028\u2029"))
	if prefix := pythonPrefixes[base]; prefix != "" && len(digits) > 2 && strings.EqualFold(digits[:2], prefix) {
		digits = digits[2:]
	}
	if digits == "" || digits[0] == '+' || digits[0] == '-' || base == 10 && len(digits) > maxDigits {
		return nil
	}
	value, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return nil
	}
	if negative {
		value.Neg(value)
	}
	return value
}

// sexagesimalInt gives nil also for what Python could not print any more.
func sexagesimalInt(text string) *big.Int {
	if strings.Count(text, ":") > maxDigits/2 {
		return nil
	}
	sum := new(big.Int)
	for part := range strings.SplitSeq(text, ":") {
		value := pythonInt(part, 10)
		if value == nil {
			return nil
		}
		sum.Mul(sum, big.NewInt(60)).Add(sum, value)
	}
	return sum
}

func constructFloat(n *tree.Node, text string) bool {
	negative, text := cutSign(strings.ToLower(strings.ReplaceAll(text, "_", "")))
	var f float64
	ok := true
	switch {
	case text == ".inf":
		f = math.Inf(1)
	case text == ".nan":
		return setFloat(n, math.NaN())
	case strings.Contains(text, ":"):
		f, ok = sexagesimalFloat(text)
	default:
		f, ok = pythonFloat(text)
	}
	if !ok {
		return false
	}
	if negative {
		f = -f
	}
	return setFloat(n, f)
}

// pythonFloat is Python's float(text).
func pythonFloat(text string) (float64, bool) {
	text = strings.Trim(text, " \t\n\r\v\f\u0085\u00a0\u2028\u2029")
	if strings.ContainsAny(text, "xXpP_") {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, false
	}
	return f, true
}

// sexagesimalFloat adds the parts up from the right, as PyYAML does it.
func sexagesimalFloat(text string) (float64, bool) {
	parts := strings.Split(text, ":")
	sum, base := 0.0, 1.0
	for i := len(parts) - 1; i >= 0; i-- {
		f, ok := pythonFloat(parts[i])
		if !ok {
			return 0, false
		}
		sum += f * base
		base *= 60
	}
	return sum, true
}

// decodeBase64 is Python's base64.decodebytes: characters that are no digits
// are skipped, and the text ends with enough `=`.
func decodeBase64(text string) (data string, ok bool) {
	if strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		return "", false
	}
	digits := make([]byte, 0, len(text))
	pads := 0
	for i := range len(text) {
		c := text[i]
		switch {
		case c == '=':
			if quad := len(digits) % 4; quad >= 2 {
				if pads++; quad+pads >= 4 {
					return decodeDigits(digits)
				}
			}
		case wordByte(c) && c != '-' && c != '_' || c == '+' || c == '/':
			pads = 0
			digits = append(digits, c)
		}
	}
	if len(digits)%4 != 0 {
		return "", false
	}
	return decodeDigits(digits)
}

func decodeDigits(digits []byte) (string, bool) {
	out := make([]byte, base64.RawStdEncoding.DecodedLen(len(digits)))
	n, err := base64.RawStdEncoding.Decode(out, digits)
	return string(out[:n]), err == nil
}
