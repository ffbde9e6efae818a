package overlay

import "testing"

func TestDidYouMean(t *testing.T) {
	w := NewWorld()
	w.Put("/wd/x/component/main.jsonnet", nil)
	w.Put("/wd/x/component/lib.d/a.libsonnet", nil)
	w.Put("/vendor/x/component/other.jsonnet", nil)
	o := New(w)
	if err := o.WriteFile("/wd/x/component/written.jsonnet", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"x/component/mian.jsonnet":             `did you mean "x/component/main.jsonnet"?`,
		"x/componnet/main.jsonet":              `did you mean "x/component/main.jsonnet"?`,
		"x/component/othr.jsonnet":             `did you mean "x/component/other.jsonnet"?`,
		"x/component/writen.jsonnet":           `did you mean "x/component/written.jsonnet"?`,
		"x/component/../component/man.jsonnet": `did you mean "x/component/main.jsonnet"?`,
		"./x/component/man.jsonnet":            `did you mean "x/component/main.jsonnet"?`,
		"x/component/lib.c":                    "", // a folder
		"x/component/something.libsonnet":      "",
		"x/component/nope.jsonnet":             "",
		"nowhere/at/all":                       "",
		"":                                     "",
	} {
		if got := o.DidYouMean(name, []string{"/vendor", "/none", "/wd"}); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
