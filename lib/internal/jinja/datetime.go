package jinja

import (
	"fmt"
	"math/big"
	"strings"
)

// datetime is a time without a zone, in microseconds since the year 1.
type datetime struct{ micros int64 }

// timedelta is the time between two.
type timedelta struct{ micros int64 }

const (
	second = 1_000_000
	day    = 24 * 60 * 60 * second
)

// daysBefore gives the days before a date since the year 1.
func daysBefore(year, month, dayOfMonth int) int64 {
	y := int64(year - 1)
	days := y*365 + y/4 - y/100 + y/400
	for m := 1; m < month; m++ {
		days += int64(daysIn(year, m))
	}
	return days + int64(dayOfMonth) - 1
}

func leap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

func daysIn(year, month int) int {
	switch month {
	case 2:
		if leap(year) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// date gives the parts of the date.
func (t *datetime) date() (year, month, dayOfMonth int) {
	days := t.micros / day
	year = int(days/366) + 1
	for daysBefore(year+1, 1, 1) <= days {
		year++
	}
	rest := int(days - daysBefore(year, 1, 1))
	for month = 1; rest >= daysIn(year, month); month++ {
		rest -= daysIn(year, month)
	}
	return year, month, rest + 1
}

func (t *datetime) clock() (hour, minute, sec, micro int64) {
	rest := t.micros % day
	return rest / (3600 * second), rest / (60 * second) % 60, rest / second % 60, rest % second
}

// String is isoformat with a blank.
func (t *datetime) String() string {
	year, month, d := t.date()
	hour, minute, sec, micro := t.clock()
	s := fmt.Sprintf("%04d-%02d-%02d %02d:%02d:%02d", year, month, d, hour, minute, sec)
	if micro != 0 {
		s += fmt.Sprintf(".%06d", micro)
	}
	return s
}

func (t *datetime) repr() string {
	year, month, d := t.date()
	hour, minute, sec, micro := t.clock()
	s := fmt.Sprintf("datetime.datetime(%d, %d, %d, %d, %d", year, month, d, hour, minute)
	if sec != 0 || micro != 0 {
		s += fmt.Sprintf(", %d", sec)
	}
	if micro != 0 {
		s += fmt.Sprintf(", %d", micro)
	}
	return s + ")"
}

func (t *datetime) attr(n string) (any, error) {
	year, month, d := t.date()
	hour, minute, sec, micro := t.clock()
	switch n {
	case "year":
		return integer(year), nil
	case "month":
		return integer(month), nil
	case "day":
		return integer(d), nil
	case "hour":
		return number64(hour), nil
	case "minute":
		return number64(minute), nil
	case "second":
		return number64(sec), nil
	case "microsecond":
		return number64(micro), nil
	}
	return nil, raise("the attribute %q of a datetime is not supported", n)
}

func (t *datetime) minus(other *datetime) *timedelta { return &timedelta{t.micros - other.micros} }

func (d *timedelta) sign() int {
	switch {
	case d.micros < 0:
		return -1
	case d.micros > 0:
		return 1
	}
	return 0
}

// parts gives days, seconds and microseconds as Python has them: only days may be
// negative.
func (d *timedelta) parts() (days, seconds, micros int64) {
	days = d.micros / day
	rest := d.micros % day
	if rest < 0 {
		days--
		rest += day
	}
	return days, rest / second, rest % second
}

func (d *timedelta) String() string {
	days, seconds, micros := d.parts()
	s := ""
	if days != 0 {
		s = fmt.Sprintf("%d day", days)
		if days != 1 && days != -1 {
			s += "s"
		}
		s += ", "
	}
	s += fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	if micros != 0 {
		s += fmt.Sprintf(".%06d", micros)
	}
	return s
}

func (d *timedelta) repr() string {
	days, seconds, micros := d.parts()
	var list []string
	for _, p := range []struct {
		name  string
		value int64
	}{{"days", days}, {"seconds", seconds}, {"microseconds", micros}} {
		if p.value != 0 {
			list = append(list, fmt.Sprintf("%s=%d", p.name, p.value))
		}
	}
	if len(list) == 0 {
		list = []string{"0"}
	}
	return "datetime.timedelta(" + strings.Join(list, ", ") + ")"
}

func (d *timedelta) attr(n string) (any, error) {
	days, seconds, micros := d.parts()
	switch n {
	case "days":
		return number64(days), nil
	case "seconds":
		return number64(seconds), nil
	case "microseconds":
		return number64(micros), nil
	case "total_seconds":
		return &function{name: n, call: func(*engine, args) (any, error) {
			return trueDivide(number64(d.micros), big.NewInt(second))
		}}, nil
	}
	return nil, raise("the attribute %q of a timedelta is not supported", n)
}

// plus and minus compute with times; nil when they cannot.
func plus(a, b any) any {
	if x, y := durations(a, b); x != nil {
		return moved(x, y.micros)
	}
	if x, y := durations(b, a); x != nil {
		return moved(x, y.micros)
	}
	return nil
}

func minus(a, b any) any {
	if x, ok := a.(*datetime); ok {
		if y, ok := b.(*datetime); ok {
			return x.minus(y)
		}
	}
	x, y := durations(a, b)
	if x == nil || y == nil {
		return nil
	}
	return moved(x, -y.micros)
}

// durations gives a as what can be moved, and b as how far.
func durations(a, b any) (any, *timedelta) {
	y, ok := b.(*timedelta)
	if !ok {
		return nil, nil
	}
	switch a := a.(type) {
	case *datetime, *timedelta:
		return a, y
	}
	return nil, nil
}

func moved(v any, micros int64) any {
	switch v := v.(type) {
	case *datetime:
		return &datetime{v.micros + micros}
	case *timedelta:
		return &timedelta{v.micros + micros}
	}
	return nil
}

// datetimeFilter is datetime.strptime with the directives for numbers.
func datetimeFilter(_ *engine, v any, a []any) (any, error) {
	s, ok := asText(v)
	if !ok {
		return nil, raise("the filter to_datetime needs a string, not a value of type %s", typeName(v))
	}
	if a[1] != nil && a[1] != (none{}) {
		return nil, raise("time zones in to_datetime are not supported")
	}
	format, err := textArg(a[0], "%Y-%m-%d %H:%M:%S")
	if err != nil {
		return nil, err
	}
	return parseTime(s, format)
}

func parseTime(s, format string) (any, error) {
	wrong := raise("the time %q does not fit the format %q", s, format)
	n := map[byte]int{'Y': 1900, 'm': 1, 'd': 1}
	for rest := s; ; format = format[1:] {
		switch {
		case format == "":
			if rest != "" {
				return nil, wrong
			}
			return timeOf(n, wrong)
		case format[0] == '%' && len(format) > 1:
			format = format[1:]
			size := strings.IndexByte(" YmdHMSf", format[0])
			if size <= 0 {
				return nil, raise("the directive %%%c of a time's format is not supported", format[0])
			}
			digits := 0
			most := 2
			switch format[0] {
			case 'Y':
				most = 4
			case 'f':
				most = 6
			}
			value := 0
			for digits < most && digits < len(rest) && isDigit(rest[digits]) {
				value = value*10 + int(rest[digits]-'0')
				digits++
			}
			if digits == 0 || format[0] == 'Y' && digits < 4 {
				return nil, wrong
			}
			for i := digits; format[0] == 'f' && i < 6; i++ {
				value *= 10
			}
			n[format[0]] = value
			rest = rest[digits:]
		case isSpace(rune(format[0])):
			trimmed := strings.TrimLeftFunc(rest, isSpace)
			if trimmed == rest {
				return nil, wrong
			}
			rest = trimmed
		case rest == "" || rest[0] != format[0]:
			return nil, wrong
		default:
			rest = rest[1:]
		}
	}
}

func timeOf(n map[byte]int, wrong error) (any, error) {
	if n['Y'] < 1 || n['m'] < 1 || n['m'] > 12 || n['d'] < 1 || n['d'] > daysIn(n['Y'], n['m']) || n['H'] > 23 || n['M'] > 59 || n['S'] > 59 {
		return nil, wrong
	}
	seconds := int64(n['H'])*3600 + int64(n['M'])*60 + int64(n['S'])
	return &datetime{daysBefore(n['Y'], n['m'], n['d'])*day + seconds*second + int64(n['f'])}, nil
}
