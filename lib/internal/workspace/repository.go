package workspace

import (
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"
	"unicode"

	"github.com/azogue-build/azogue/lib/diag"
)

// Repository is where a git repository is, however its URL is written: over
// https or ssh, with a user or without, as git@host:owner/name.git.
type Repository struct {
	Host string // in lower case, without the port; empty for a path on this machine
	Path string // as owner/name, without .git
	URL  string // as written, without a password and, for http, without the user
}

// String gives host and path.
func (r Repository) String() string { return path.Join(r.Host, r.Path) }

// Same tells whether two URLs may name the same repository. Hosts keep owners
// and names in any case.
func (r Repository) Same(other Repository) bool {
	return strings.EqualFold(r.String(), other.String())
}

// ParseRepository reads the URL of a git repository.
func ParseRepository(text string) (Repository, error) {
	refuse := func(why string) (Repository, error) {
		return Repository{}, diag.Diag{ID: "workspace/repository-url", Message: "the url is none of a git repository: " + why, Hint: "write it as https://host/owner/name.git or git@host:owner/name.git"}
	}
	blank := func(c rune) bool { return unicode.IsControl(c) || unicode.IsSpace(c) }
	if text == "" || strings.ContainsFunc(text, blank) {
		return refuse("it is empty, or has blanks in it")
	}
	scheme, _, isURL := strings.Cut(text, "://")
	if !isURL {
		text = ShownURL(text)
	}
	r := Repository{URL: text, Path: text}
	if isURL {
		u, err := url.Parse(text)
		if err != nil {
			return refuse("it can't be read as one") // the cause has the whole text, with its password
		}
		if u.RawQuery != "" || u.Fragment != "" {
			return refuse("it has a query or fragment")
		}
		if _, secret := u.User.Password(); secret {
			u.User = url.User(u.User.Username())
		}
		if strings.HasPrefix(scheme, "http") {
			u.User = nil
		}
		r = Repository{Host: strings.ToLower(u.Hostname()), Path: u.Path, URL: u.String()}
	} else if host, rest, ok := strings.Cut(text, ":"); ok && !strings.Contains(host, "/") {
		r.Host, r.Path = strings.ToLower(host[strings.LastIndexByte(host, '@')+1:]), rest
	}
	r.Path = strings.TrimSuffix(strings.Trim(r.Path, "/"), ".git")
	if !fs.ValidPath(r.Path) || r.Path == "." || strings.HasPrefix(r.Path, "-") || strings.ContainsFunc(r.Path, blank) {
		return refuse(fmt.Sprintf("%q is no path of a repository", r.Path))
	}
	if r.Host != "" && (!fs.ValidPath(r.Host) || r.Host == "." || strings.Contains(r.Host, "/")) {
		return refuse(fmt.Sprintf("%q is no name of a host", r.Host))
	}
	return r, nil
}

// Revision is one version of a repository.
type Revision struct {
	Files  fs.FS
	Commit string // its id
}

// Revisions finds a version of a repository: a branch, a tag or a commit. It
// gives exactly that version, or an error, never another one.
type Revisions func(ctx context.Context, r Repository, version string) (Revision, error)

// ShownURL is a URL without what may be a secret: the user, the password and the
// query. Of a text that is none it leaves out what looks like a user with a
// password.
func ShownURL(text string) string {
	scheme, rest, ok := strings.Cut(text, "://")
	if ok {
		scheme += "://"
	} else {
		scheme, rest = "", text
	}
	authority, _, _ := strings.Cut(rest, "/")
	at := strings.LastIndexByte(authority, '@')
	host, port, _ := strings.Cut(authority[at+1:], ":")
	switch {
	case !ok && !strings.Contains(authority[:max(at, 0)], ":"):
		at = -1 // as git@host:owner/name
	case ok && !strings.HasPrefix(host, "[") && strings.Trim(port, "0123456789") != "":
		at = strings.LastIndexByte(rest, '@') // a password with a slash in it
	}
	rest, _, secret := strings.Cut(rest[at+1:], "?")
	if secret {
		rest += "?..."
	}
	return scheme + rest
}
