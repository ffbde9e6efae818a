package helm

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/binary"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/netip"
	"reflect"
	"strings"
	"text/template"
	"time"
)

// Chance is a place where a chart asks for something that is another one in each
// run: a random text, a key, a certificate, the time.
type Chance struct {
	Function string
	Place    string // "chart/templates/file:line:column"
}

// changing are the functions whose results change from run to run.
var changing = func() map[string]bool {
	names := map[string]bool{"date": true, "dateInZone": true, "date_in_zone": true, "htmlDate": true, "htmlDateInZone": true}
	for name := range frozen {
		names[name] = true
	}
	return names
}()

// frozen are what changing functions give instead when a run is frozen: a value
// of the same form, made of a seed and the arguments.
var frozen = map[string]func(seed *seed, args []reflect.Value) any{
	"now":          func(*seed, []reflect.Value) any { return frozenTime },
	"ago":          func(*seed, []reflect.Value) any { return "0s" },
	"randAlphaNum": text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
	"randAlpha":    text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"),
	"randAscii":    text("!#$%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~"),
	"randNumeric":  text("0123456789"),
	"randBytes": func(s *seed, args []reflect.Value) any {
		return base64.StdEncoding.EncodeToString(s.bytes(int(args[0].Int())))
	},
	"randInt": func(s *seed, args []reflect.Value) any {
		low, high := int(args[0].Int()), int(args[1].Int())
		if high <= low {
			panic("randInt needs a range that is not empty")
		}
		return low + int(binary.BigEndian.Uint32(s.bytes(4)))%(high-low)
	},
	"shuffle":  func(_ *seed, args []reflect.Value) any { return args[0].String() },
	"uuidv4":   func(s *seed, _ []reflect.Value) any { return s.uuid() },
	"bcrypt":   func(s *seed, _ []reflect.Value) any { return s.hash() },
	"htpasswd": func(s *seed, args []reflect.Value) any { return args[0].String() + ":" + s.hash() },
	"encryptAES": func(s *seed, args []reflect.Value) any {
		return base64.StdEncoding.EncodeToString(s.bytes(16 * (2 + args[1].Len()/16)))
	},
	"genPrivateKey": func(s *seed, _ []reflect.Value) any { return string(s.key()) },
	"genCA":         func(s *seed, args []reflect.Value) any { return s.certificate(args[0], nil, nil, args[1], true) },
	"genCAWithKey":  func(s *seed, args []reflect.Value) any { return s.certificate(args[0], nil, nil, args[1], true) },
	"genSelfSignedCert": func(s *seed, args []reflect.Value) any {
		return s.certificate(args[0], args[1].Interface(), args[2].Interface(), args[3], false)
	},
	"genSelfSignedCertWithKey": func(s *seed, args []reflect.Value) any {
		return s.certificate(args[0], args[1].Interface(), args[2].Interface(), args[3], false)
	},
	"genSignedCert": func(s *seed, args []reflect.Value) any {
		return s.certificate(args[0], args[1].Interface(), args[2].Interface(), args[3], false)
	},
	"genSignedCertWithKey": func(s *seed, args []reflect.Value) any {
		return s.certificate(args[0], args[1].Interface(), args[2].Interface(), args[3], false)
	},
}

// frozenTime is the time in a frozen run.
var frozenTime = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// changing gives the changing functions for this run. They take their place as
// an argument before all others; see prepare.
func (r *run) changing() template.FuncMap {
	all := template.FuncMap{}
	for name := range changing {
		all[name] = r.placed(name, reflect.ValueOf(sprigFunctions()[name]))
	}
	return all
}

// placed gives a function with a place before its arguments.
func (r *run) placed(name string, f reflect.Value) any {
	t := f.Type()
	in := []reflect.Type{reflect.TypeFor[string]()}
	for i := range t.NumIn() {
		in = append(in, t.In(i))
	}
	var out []reflect.Type
	for i := range t.NumOut() {
		out = append(out, t.Out(i))
	}
	return reflect.MakeFunc(reflect.FuncOf(in, out, t.IsVariadic()), func(args []reflect.Value) []reflect.Value {
		place, args := args[0].String(), args[1:]
		if knowsTime(name, args) {
			return f.Call(args)
		}
		if strings.HasPrefix(place, "gotpl:") {
			place = r.current
		}
		r.chances = append(r.chances, Chance{name, place})
		if !r.freeze {
			return f.Call(args)
		}
		if frozen[name] == nil { // of the present time
			args[dateArgument(name)] = reflect.ValueOf(frozenTime)
			return f.Call(args)
		}
		result := []reflect.Value{reflect.New(out[0]).Elem()}
		assign(result[0], frozen[name](r.seed(name), args))
		for _, t := range out[1:] {
			result = append(result, reflect.Zero(t))
		}
		return result
	}).Interface()
}

// dateArgument tells which argument of a function is the time to show.
func dateArgument(name string) int {
	if name == "date" || name == "dateInZone" || name == "date_in_zone" {
		return 1
	}
	return 0
}

// knowsTime tells whether one of the functions that show a time was given one.
// For all else they show the present time.
func knowsTime(name string, args []reflect.Value) bool {
	if frozen[name] != nil {
		return false
	}
	switch args[dateArgument(name)].Interface().(type) {
	case time.Time, *time.Time, int64, int, int32:
		return true
	}
	return false
}

// assign sets a result; a certificate is sprig's own type, with the fields Cert
// and Key.
func assign(to reflect.Value, value any) {
	if c, ok := value.([2]string); ok {
		to.FieldByName("Cert").SetString(c[0])
		to.FieldByName("Key").SetString(c[1])
		return
	}
	to.Set(reflect.ValueOf(value))
}

// seed is an endless row of bytes, the same for the same file, function and
// number of the call.
type seed struct {
	of   string
	next uint64
}

func (r *run) seed(function string) *seed {
	n := 0
	for _, c := range r.chances {
		if c.Function == function && strings.HasPrefix(c.Place, r.current) {
			n++
		}
	}
	return &seed{of: fmt.Sprintf("%s %s %d", r.current, function, n)}
}

func (s *seed) bytes(n int) []byte {
	if n < 0 || n > maxList {
		panic(fmt.Sprintf("%d is no length for a random text", n))
	}
	var out []byte
	for len(out) < n {
		block := sha256.Sum256(fmt.Appendf(nil, "%s %d", s.of, s.next))
		out = append(out, block[:]...)
		s.next++
	}
	return out[:n]
}

func text(alphabet string) func(*seed, []reflect.Value) any {
	return func(s *seed, args []reflect.Value) any {
		out := s.bytes(int(args[0].Int()))
		for i, b := range out {
			out[i] = alphabet[int(b)%len(alphabet)]
		}
		return string(out)
	}
}

func (s *seed) uuid() string {
	b := s.bytes(16)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// hash has the form of a bcrypt hash, but fits no password.
func (s *seed) hash() string {
	return "$2a$10$" + strings.NewReplacer("+", ".", "=", "").Replace(base64.StdEncoding.EncodeToString(s.bytes(40)))[:53]
}

func (s *seed) private() ed25519.PrivateKey { return ed25519.NewKeyFromSeed(s.bytes(ed25519.SeedSize)) }

func (s *seed) key() []byte { return keyPEM(s.private()) }

func keyPEM(key ed25519.PrivateKey) []byte {
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		panic(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

// certificate gives a certificate, signed by itself, and its key, in PEM.
func (s *seed) certificate(name reflect.Value, ips, names any, days reflect.Value, authority bool) [2]string {
	key := s.private()
	c := &x509.Certificate{
		SerialNumber: new(big.Int).SetBytes(s.bytes(8)), Subject: pkix.Name{CommonName: name.String()},
		NotBefore: frozenTime, NotAfter: frozenTime.AddDate(0, 0, int(days.Int())),
		KeyUsage: x509.KeyUsageDigitalSignature, BasicConstraintsValid: true, IsCA: authority,
	}
	for _, ip := range listed(ips) {
		if a, err := netip.ParseAddr(ip); err == nil {
			c.IPAddresses = append(c.IPAddresses, a.AsSlice())
		}
	}
	c.DNSNames = listed(names)
	if authority {
		c.KeyUsage |= x509.KeyUsageCertSign
	}
	der, err := x509.CreateCertificate(nil, c, c, key.Public(), key)
	if err != nil {
		panic(err)
	}
	return [2]string{string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})), string(keyPEM(key))}
}

func listed(v any) []string {
	list, _ := v.([]any)
	var out []string
	for _, item := range list {
		out = append(out, fmt.Sprint(item))
	}
	return out
}
