package workspace

import (
	"strings"
	"testing"
)

func TestParseRepository(t *testing.T) {
	for _, tt := range []struct{ in, want, url string }{
		{"https://github.com/org/name.git", "github.com/org/name", "https://github.com/org/name.git"},
		{"https://GitHub.com/org/name", "github.com/org/name", "https://GitHub.com/org/name"},
		{"https://github.com/org/name/", "github.com/org/name", "https://github.com/org/name/"},
		{"https://token@github.com/org/name.git", "github.com/org/name", "https://github.com/org/name.git"},
		{"https://user:secret@github.com/org/name.git", "github.com/org/name", "https://github.com/org/name.git"},
		{"ssh://git:secret@github.com:2222/org/name.git", "github.com/org/name", "ssh://git@github.com:2222/org/name.git"},
		{"ssh://git@[2001:db8::1]:22/org/name", "2001:db8::1/org/name", "ssh://git@[2001:db8::1]:22/org/name"},
		{"git@github.com:org/name.git", "github.com/org/name", "git@github.com:org/name.git"},
		{"github.com:org/name", "github.com/org/name", "github.com:org/name"},
		{"user:secret@github.com:org/name", "github.com/org/name", "github.com:org/name"},
		{"git@git.example.com:/group/sub/name.git", "git.example.com/group/sub/name", "git@git.example.com:/group/sub/name.git"},
		{"file:///srv/org/name.git", "srv/org/name", "file:///srv/org/name.git"},
		{"/srv/org/name", "srv/org/name", "/srv/org/name"},
		{"git://host/name", "host/name", "git://host/name"},
		{"https://host/~user/name", "host/~user/name", "https://host/~user/name"},
		{"https://host/org/name.github.io", "host/org/name.github.io", "https://host/org/name.github.io"},
	} {
		r, err := ParseRepository(tt.in)
		if err != nil || r.String() != tt.want || r.URL != tt.url {
			t.Errorf("%s: got %s, %s, %v; want %s, %s", tt.in, r, r.URL, err, tt.want, tt.url)
		}
	}
	for _, in := range []string{
		"", " ", "https://host", "https://host/", "https://host/..", "https://host/org/../name", "git@host:../name", "../name", ".", "https://host/%2e%2e/name", "https://host/a%00b",
		"https://host//org//name", "-oProxyCommand=x", "git@host:-x", "https://host/org/name?ref=v1", "https://host/org/name#v1", "https://user:secret@host:port/org/name", "host\n:x/y", "https://../x/y", "https://host/.git",
	} {
		r, err := ParseRepository(in)
		if err == nil {
			t.Errorf("%q is taken as %+v", in, r)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: the message has the password: %v", in, err)
		}
	}
}

func TestSameRepository(t *testing.T) {
	all := []string{"https://github.com/Org/Name.git", "git@GITHUB.com:org/name", "ssh://git@github.com:22/org/name/"}
	for _, a := range all {
		for _, b := range append(all, "https://gitlab.com/org/name") {
			x, errX := ParseRepository(a)
			y, errY := ParseRepository(b)
			if want := !strings.Contains(b, "gitlab"); errX != nil || errY != nil || x.Same(y) != want {
				t.Errorf("%s, %s: got %v, want %v", a, b, x.Same(y), want)
			}
		}
	}
}

// TestShownURL leaves out what may be a secret.
func TestShownURL(t *testing.T) {
	for url, want := range map[string]string{
		"https://example.com/a/b.txt":                "https://example.com/a/b.txt",
		"https://bob:pw55@example.com/a":             "https://example.com/a",
		"https://pw55@example.com":                   "https://example.com",
		"ssh://git:a@b@example.com:22/o/r.git":       "ssh://example.com:22/o/r.git",
		"https://example.com/a?token=pw55&b=c":       "https://example.com/a?...",
		"git@example.com:o/r.git":                    "git@example.com:o/r.git",
		"example.com:o/r.git":                        "example.com:o/r.git",
		"bob:pw55@example.com/a":                     "example.com/a",
		"https://bob:p/w55@example.com/a":            "https://example.com/a",
		"https://bob:p?w55@example.com/a":            "https://example.com/a",
		"https://example.com?token=pw55":             "https://example.com?...",
		"https://example.com:8443/a@b":               "https://example.com:8443/a@b",
		"https://[2001:db8::1]:8443/a@b":             "https://[2001:db8::1]:8443/a@b",
		"https://u:%zz@example.com/a%zz?x=pw55":      "https://example.com/a%zz?...",
		"oci://registry.example.com/charts/a/b/@sha": "oci://registry.example.com/charts/a/b/@sha",
	} {
		if got := ShownURL(url); got != want {
			t.Errorf("%s: got %s, want %s", url, got, want)
		}
	}
}
