package jsonnetvm

import (
	"context"
	"path"

	"github.com/azogue-build/azogue/lib/internal/jsonnet"
)

// plainHost is around a jsonnetfile.jsonnet: no natives, and imports relative to
// the file that has them.
var plainHost = &host{nil, locatePlain, func(r *run) map[string]jsonnet.Value {
	variables := map[string]jsonnet.Value{}
	for _, v := range r.Variables {
		variables[v.Name] = v.Text
	}
	return variables
}, nil}

func locatePlain(vm *VM, req request) (string, bool) {
	at := path.Clean(join(req.dir, req.name))
	return at, exists(vm.run.FS, at)
}

// Plain evaluates a file as Commodore does a jsonnetfile.jsonnet: with the
// external variables of in, and nothing else of Kapitan's or Commodore's (spec
// D17). It gives JSON text, formatted as go-jsonnet does. For errors and ctx see
// Evaluate.
func Plain(ctx context.Context, in Input) (string, error) {
	return newVM(plainHost, nil, &parsedFiles{}).text(ctx, in)
}
