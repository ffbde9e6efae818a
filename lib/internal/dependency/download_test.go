package dependency

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFile asks for URLs: files/ comes first, GitHub's raw files come from
// clones, whatever the version is called.
func TestFile(t *testing.T) {
	deps, repo := repository(t)
	git(t, repo, "", "checkout", "-q", "-b", "feature/one")
	commit(t, repo, "feature\n")
	write(t, deps, "files/example.com/lib/x.libsonnet", "from files\n", 0o644)
	write(t, deps, "files/raw.githubusercontent.com/org/app/main/own.txt", "own\n", 0o644)
	outside := t.TempDir()
	write(t, outside, "secret", "outside\n", 0o644)
	for name, to := range map[string]string{"files/example.com/out": filepath.Join(outside, "secret"), "files/other.example.com": outside, "files/example.com/in": "lib/x.libsonnet", "files/example.com/loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(deps, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(deps, "files/example.com/pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	raw := "https://raw.githubusercontent.com/org/app/"
	for _, test := range []struct{ url, want, fault string }{
		{url: "https://example.com/lib/x.libsonnet", want: "from files\n"},
		{url: "http://example.com/lib/x.libsonnet?a=b", want: "from files\n"},
		{url: "https://example.com/lib/y.libsonnet", fault: "there is no "},
		{url: raw + "main/own.txt", want: "own\n"},
		{url: raw + "v1/class/app.yml", want: "one\n"},
		{url: raw + "refs/tags/v1/class/app.yml", want: "one\n"},
		{url: raw + "feature/one/class/app.yml", want: "feature\n"},
		{url: raw + "refs/heads/feature/one/class/app.yml", want: "feature\n"},
		{url: raw + "v2/class/app.yml", fault: `no branch, tag or commit "v2"`},
		{url: raw + "v1/class/none.yml", fault: "not exist"},
		{url: "https://raw.githubusercontent.com/org/none/v1/x", fault: "no clone of github.com/org/none"},
		{url: "https://raw.githubusercontent.com/org/app/x", fault: "no owner, repository, version and path"},
		{url: "https://example.com/in", want: "from files\n"},
		{url: "https://example.com/out", fault: "files/example.com/out: path escapes"},
		{url: "https://other.example.com/secret", fault: "escapes"},
		{url: "https://example.com/loop", fault: "files/example.com/loop: too many"},
		{url: "https://example.com/pipe", fault: "is not a regular file"},
		{url: "https://example.com/lib", fault: "is not a regular file"},
		{url: "https://example.com/lib/x.libsonnet/y", fault: "not a directory"},
		{url: "https://example.com/../../secret", fault: "no URL of a file"},
		{url: "/etc/passwd", fault: "no URL of a file"},
	} {
		data, err := open(t, deps).File(t.Context(), test.url)
		switch {
		case test.fault == "" && (err != nil || string(data) != test.want):
			t.Errorf("%s: got %q, %v, want %q", test.url, data, err, test.want)
		case test.fault != "" && (err == nil || !strings.Contains(err.Error(), test.fault)):
			t.Errorf("%s: got %q, %v, want an error with %q", test.url, data, err, test.fault)
		}
	}
}

func TestChart(t *testing.T) {
	deps := t.TempDir()
	write(t, deps, "charts/app-1.2.3/Chart.yaml", "name: app\n", 0o644)
	write(t, deps, "Chart.yaml", "name: outside\n", 0o644)
	files, err := open(t, deps).Chart(t.Context(), "https://charts.example.com", "app", "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := fs.ReadFile(files, "Chart.yaml"); string(text) != "name: app\n" {
		t.Errorf("got %q, %v", text, err)
	}
	for _, test := range [][2]string{{"app", "1.2.4"}, {"app", ""}, {"", "1.2.3"}, {"../../app", "1"}, {"x/../../" + filepath.Base(deps), "."}} {
		if _, err := open(t, deps).Chart(t.Context(), "", test[0], test[1]); err == nil {
			t.Errorf("chart %q version %q: want an error", test[0], test[1])
		}
	}
}

// TestHead gives the default branch, as a download without a ref does.
func TestHead(t *testing.T) {
	deps, repo := repository(t)
	commit(t, repo, "newest\n")
	if got := content(t, deps, ""); got != "newest\n" {
		t.Errorf("got %q", got)
	}
}
