package jsonschema

import (
	"errors"
	"net/netip"
	"strconv"
	"strings"

	"github.com/azogue-build/azogue/lib/internal/pyre"
)

// fitsFormat checks a text for the formats that the reference checks; all others
// fit.
func fitsFormat(name, s string) (bool, error) {
	switch name {
	case "email", "idn-email":
		return strings.Contains(s, "@"), nil
	case "ipv4":
		return isIPv4(s), nil
	case "ipv6":
		a, err := netip.ParseAddr(s)
		return err == nil && a.Is6() && a.Zone() == "", nil
	case "date":
		return isDate(s), nil
	case "time":
		return isTime(s), nil
	case "uuid":
		return isUUID(s), nil
	case "regex":
		return isRegex(s)
	case "idn-hostname":
		return isHostname(s)
	}
	return true, nil
}

// isRegex refuses patterns of which it does not know whether Python takes them.
func isRegex(s string) (bool, error) {
	_, err := pyre.Compile(s, pyre.Flags{})
	if u, ok := errors.AsType[pyre.Unsupported](err); ok {
		return true, u
	}
	return err == nil, nil
}

func isIPv4(s string) bool {
	parts := strings.Split(s, ".")
	for _, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || len(p) > 3 || n > 255 || len(p) > 1 && p[0] == '0' || strings.Trim(p, "0123456789") != "" {
			return false
		}
	}
	return len(parts) == 4
}

// numbers gives the numbers of digits that are separated by sep.
func numbers(s, sep string) []int {
	var list []int
	for _, p := range strings.Split(s, sep) {
		n, err := strconv.Atoi(p)
		if err != nil || strings.Trim(p, "0123456789") != "" {
			return nil
		}
		list = append(list, n)
	}
	return list
}

func isDate(s string) bool {
	n := numbers(s, "-")
	if len(n) != 3 || len(s) != 10 || s[4] != '-' || s[7] != '-' || n[0] < 1 || n[1] < 1 || n[1] > 12 || n[2] < 1 {
		return false
	}
	days := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[n[1]-1]
	if n[1] == 2 && n[0]%4 == 0 && (n[0]%100 != 0 || n[0]%400 == 0) {
		days = 29
	}
	return n[2] <= days
}

// isTime is strptime with %H:%M:%S, which takes one digit for two.
func isTime(s string) bool {
	n := numbers(s, ":")
	for _, p := range strings.Split(s, ":") {
		if len(p) > 2 {
			return false
		}
	}
	return len(n) == 3 && n[0] < 24 && n[1] < 60 && n[2] < 60
}

func isUUID(s string) bool {
	hex := strings.ReplaceAll(s, "-", "")
	if len(s) < 24 || len(hex) != 32 || strings.Trim(hex, "0123456789abcdefABCDEF") != "" {
		return false
	}
	return s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-'
}

// isHostname is what the package idna encodes, of ASCII names.
func isHostname(s string) (bool, error) {
	for _, c := range []byte(s) {
		if c >= 0x80 {
			return true, errors.New("the format idn-hostname is not supported beyond ASCII")
		}
	}
	labels := strings.Split(strings.TrimSuffix(s, "."), ".")
	if len(strings.TrimSuffix(s, ".")) > 253 {
		return false, nil
	}
	for _, l := range labels {
		l = strings.ToLower(l)
		if strings.HasPrefix(l, "xn--") {
			return true, errors.New("the format idn-hostname is not supported for encoded names")
		}
		if l == "" || len(l) > 63 || l[0] == '-' || l[len(l)-1] == '-' || len(l) > 3 && l[2:4] == "--" ||
			strings.Trim(l, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return false, nil
		}
	}
	return true, nil
}
