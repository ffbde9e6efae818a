package pyyaml

import (
	"bytes"
	"testing"
)

func benchmarkText(b *testing.B) []byte {
	b.Helper()
	text := DumpAll(Kapitan, manifests(b, 200).Items)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	b.ResetTimer()
	return text
}

func BenchmarkLoad(b *testing.B) {
	text := benchmarkText(b)
	for b.Loop() {
		if _, err := Load("in.yaml", text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadCore(b *testing.B) {
	text := bytes.ReplaceAll(benchmarkText(b), []byte("\n---\n"), []byte("\n---\n# ü\n"))
	for b.Loop() {
		if _, err := ReadCore("in.yaml", text); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoadBlock reads a long block scalar, as dashboards and certificates
// come in.
func BenchmarkLoadBlock(b *testing.B) {
	line := "    some line of text that is as long as such lines are {\n"
	text := []byte("data:\n  file: |\n" + string(bytes.Repeat([]byte(line), 10000)))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load("in.yaml", text); err != nil {
			b.Fatal(err)
		}
	}
}
