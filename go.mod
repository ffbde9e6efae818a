module github.com/azogue-build/azogue

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0
	github.com/google/go-jsonnet v0.22.0
	github.com/spf13/cobra v1.10.1
	github.com/spf13/pflag v1.0.10
	github.com/rogpeppe/go-internal v1.14.1
	golang.org/x/tools v0.40.0
)
