package syntax

import (
	"os"
	"testing"

	gojsonnet "github.com/google/go-jsonnet"
)

// largest is the largest of the shipped programs.
const largest = "../../../../components/espejote/component/problems_managed_resource.libsonnet"

func BenchmarkParse(b *testing.B) {
	text, err := os.ReadFile(largest)
	if err != nil {
		b.Fatal(err)
	}
	for name, parse := range map[string]func(string) error{
		"azogue": func(text string) error {
			_, err := Parse("program", text)
			return err
		},
		"go-jsonnet": func(text string) error {
			_, err := gojsonnet.SnippetToAST("program", text)
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if err := parse(string(text)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
