package helm

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// renderText renders a chart that has one template.
func renderText(t *testing.T, ctx context.Context, template string, freeze bool) (*Output, error) {
	t.Helper()
	var charts Charts
	c, err := charts.Load(fstest.MapFS{
		"Chart.yaml":          {Data: []byte("apiVersion: v2\nname: c\nversion: 1.0.0\n")},
		"templates/t.yaml":    {Data: []byte(template)},
		"templates/_h.tpl":    {Data: []byte("{{ define \"pass\" }}{{ randAlpha 3 }}{{ end }}")},
		"templates/NOTES.txt": {Data: []byte("{{ now }}")},
	}, "c")
	if err != nil {
		t.Fatal(err)
	}
	caps, err := NewCapabilities("", nil)
	if err != nil {
		t.Fatal(err)
	}
	return c.Template(ctx, map[string]any{}, Options{Release: Release{Name: "r", Namespace: "n"}, Capabilities: caps, Freeze: freeze})
}

// TestChances: each call of a function whose result changes is reported with its
// place, wherever it stands in a pipeline; what only shows a given time is not.
func TestChances(t *testing.T) {
	out, err := renderText(t, t.Context(), `a: {{ randAlphaNum 8 }}
b: {{ 8 | randNumeric | quote }}
c: {{ list now (uuidv4) | len }}
d: {{ now.Year }} {{ (now).Year }}
e: {{ date "2006" 0 }} {{ date "2006" now }} {{ date "2006" "x" }}
f: {{ include "pass" . }} {{ tpl "{{ randInt 1 3 }}" . }}
g: {{ if eq (randAscii 2) "" }}{{ end }}{{ range until 2 }}{{ genPrivateKey "ed25519" | len }}{{ end }}
h: {{ if false }}{{ bcrypt "x" }}{{ end }}
`, false)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range out.Chances {
		got = append(got, c.Place+" "+c.Function)
	}
	want := []string{
		"c/templates/NOTES.txt:1:3 now", "c/templates/_h.tpl:1:22 randAlpha",
		"c/templates/t.yaml:1:6 randAlphaNum", "c/templates/t.yaml:2:10 randNumeric",
		"c/templates/t.yaml:3:11 now", "c/templates/t.yaml:3:16 uuidv4",
		"c/templates/t.yaml:4:22 now", "c/templates/t.yaml:4:6 now",
		"c/templates/t.yaml:5:38 now", "c/templates/t.yaml:5:48 date",
		"c/templates/t.yaml:7:13 randAscii", "c/templates/t.yaml:7:62 genPrivateKey",
		"c/templates/t.yaml randInt",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestFreeze: frozen functions give values of the right form, others for each
// call, and the same in each run.
func TestFreeze(t *testing.T) {
	const template = `
{{- $ca := genCA "my-ca" 365 }}{{ $cert := genSignedCert "host" (list "10.0.0.1") (list "a.example") 10 $ca }}
a: {{ randAlphaNum 8 }}
b: {{ randAlphaNum 8 }}
c: {{ randNumeric 4 }} {{ randInt 5 7 }} {{ uuidv4 }} {{ shuffle "abc" }}
d: {{ now | date "2006-01-02" }} {{ ago now }} {{ htmlDate "x" }}
e: {{ htpasswd "user" "secret" }} {{ encryptAES "k" "text" | b64dec | len }} {{ randBytes 3 | b64dec | len }}
cert: {{ $ca.Cert | b64enc }} {{ $cert.Cert | b64enc }} {{ $cert.Key | b64enc }}
`
	first, err := renderText(t, t.Context(), template, true)
	if err != nil {
		t.Fatal(err)
	}
	again, err := renderText(t, t.Context(), template, true)
	if err != nil || first.Text != again.Text {
		t.Fatalf("%v, two runs differ: %s", err, cmp.Diff(first.Text, again.Text))
	}
	form := regexp.MustCompile(`(?s)a: ([A-Za-z0-9]{8})
b: ([A-Za-z0-9]{8})
c: [0-9]{4} [56] [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12} abc
d: 2000-01-01 0s 2000-01-01
e: user:\$2a\$10\$[A-Za-z0-9./]{53} 32 3
cert: (\S+) (\S+) (\S+)
`)
	m := form.FindStringSubmatch(first.Text)
	if m == nil || m[1] == m[2] {
		t.Fatalf("got\n%s", first.Text)
	}
	if strings.Contains(first.Text, "secret") {
		t.Error("the password is in the output")
	}
	ca, cert := certificate(t, m[3]), certificate(t, m[4])
	if !ca.IsCA || ca.Subject.CommonName != "my-ca" || cert.DNSNames[0] != "a.example" || cert.IPAddresses[0].String() != "10.0.0.1" ||
		cert.NotAfter.Sub(cert.NotBefore).Hours() != 240 {
		t.Errorf("certificates %+v and %+v", ca.Subject, cert.Subject)
	}
}

func certificate(t *testing.T, encoded string) *x509.Certificate {
	t.Helper()
	text, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		t.Fatal(err)
	}
	block, _ := pem.Decode(text)
	if block == nil {
		t.Fatalf("no PEM: %s", text)
	}
	c, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestStopped: a template that never ends, or grows without end, is an error.
func TestStopped(t *testing.T) {
	for _, test := range []struct{ template, want string }{
		{`{{ range until 1000000 }}{{ range until 1000000 }}{{ end }}{{ end }}`, "loops turned more than"},
		{`{{ until 100000000 | len }}`, "a list has more than"},
		{`{{ repeat 1000000000 "x" | len }}`, "a repeated text has more than"},
		{`{{ $x := repeat 1000000 "x" }}{{ range until 1000 }}{{ $x }}{{ end }}`, "templates printed more than"},
		{`{{ define "a" }}{{ template "a" }}{{ end }}{{ template "a" }}`, "templates are nested more than"},
		{`{{ $d := dict "t" "{{ tpl .t . }}" }}{{ tpl $d.t $d }}`, "templates are nested more than"},
		{`{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ toYaml $d }}`, "does it hold itself?"},
		{`{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ printf "%v" $d }}`, "does it hold itself?"},
		{`{{ $d := dict "a" "b" }}{{ range until 60 }}{{ $d = dict "x" $d "y" $d }}{{ end }}{{ toJson $d }}`, "too many parts"},
		{`{{ range $i := until 3 }}{{ fail "enough" }}{{ end }}`, "enough"},
	} {
		out, err := renderText(t, t.Context(), test.template, false)
		if err == nil {
			t.Errorf("%s: no error, but %.100s", test.template, out.Text)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want one with %q", test.template, err, test.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := renderText(t, ctx, "a: b", false); err == nil || !strings.Contains(err.Error(), context.Canceled.Error()) {
		t.Errorf("a render whose context has ended: %v", err)
	}
}
