// Command azogue compiles and tests the manifests of Kubernetes fleets.
package main

import (
	"context"
	"os"

	"github.com/azogue-build/azogue/lib/cli"
)

func main() {
	os.Exit(cli.Run(context.Background(), os.Args[1:], cli.Standard()))
}
