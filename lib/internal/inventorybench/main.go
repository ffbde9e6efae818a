// Command inventorybench renders an inventory as compile does and writes the
// parameters of each target as JSON, so that `make bench` can time as a process
// what no verb of azogue does alone.
//
//	inventorybench INVENTORY OUT
//
// INVENTORY holds classes/ and targets/. OUT/<target>.json gets what Python's
// json.dumps gives for the parameters that reclass-rs 0.11.0 renders.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime"

	"github.com/azogue-build/azogue/lib/compiler"
	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/disk"
	"github.com/azogue-build/azogue/lib/internal/overlay"
	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/internal/workspace"
	"github.com/azogue-build/azogue/lib/manifest"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: inventorybench INVENTORY OUT")
		os.Exit(2)
	}
	if err := render(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func render(inventory, out string) error {
	layout := &workspace.Layout{World: overlay.NewWorld(), WorkDir: "/"}
	layout.World.Mount(layout.Inventory(), os.DirFS(inventory), true)
	nodes, diags := compiler.Inventory(context.Background(), compiler.Options{Layout: layout, Workers: runtime.GOMAXPROCS(0)})
	if diag.HasErrors(diags) {
		return diags[0]
	}
	var set manifest.Set
	for _, n := range nodes {
		text, err := pyjson.Dump(n.Parameters)
		if err != nil {
			return fmt.Errorf("write the parameters of %s: %w", n.Name, err)
		}
		set = append(set, manifest.File{Path: n.Name + ".json", Mode: 0o644, Bytes: append(text, '\n')})
	}
	_, err := disk.Sync(out, set)
	return err
}
