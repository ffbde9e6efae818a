package compiler

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// entries are the files of an archive, some of which want to lead out of it.
var entries = []struct{ name, text string }{{"a.txt", "a"}, {"sub/b.txt", "b"}, {"./c.txt", "c"}, {"../d.txt", "d"}, {"/e.txt", "e"}}

func tarred(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, e := range entries {
		if err := w.WriteHeader(&tar.Header{Name: e.name, Mode: 0o644, Size: int64(len(e.text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, e.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.WriteHeader(&tar.Header{Name: "link", Linkname: "/etc/passwd", Typeflag: tar.TypeSymlink}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zipped(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		f, err := w.Create(e.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, e.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestUnpack unpacks what Kapitan does (spec K56), but nothing outside of the
// place it is for.
func TestUnpack(t *testing.T) {
	var gzipped bytes.Buffer
	w := gzip.NewWriter(&gzipped)
	if _, err := w.Write(tarred(t)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"a.txt": "a", "sub/b.txt": "b", "c.txt": "c"}
	for name, data := range map[string][]byte{"x.tar": tarred(t), "x.tar.gz": gzipped.Bytes(), "x.tgz": gzipped.Bytes(), "x.zip": zipped(t)} {
		got := map[string]string{}
		if err := unpack("https://example.com/"+name, data, func(name string, data []byte) { got[name] = string(data) }); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for _, name := range []string{"x.txt", "x.gz", "x.rar"} {
		if err := unpack(name, nil, nil); err == nil {
			t.Errorf("%s: want an error", name)
		}
	}
	for _, name := range []string{"x.tar.gz", "x.zip", "x.tar"} {
		if err := unpack(name, []byte("this is no archive, whatever its name says"), func(string, []byte) {}); err == nil {
			t.Errorf("%s without an archive in it: want an error", name)
		}
	}
}
