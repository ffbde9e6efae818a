package jsonnetvm

import (
	"context"
	"path"
)

// plainHost is around a jsonnetfile.jsonnet: no natives, and imports relative to
// the file that has them.
var plainHost = &host{nil, locatePlain, func(vm *VM, in Input) {
	for _, v := range in.Variables {
		vm.vm.ExtVar(v.Name, v.Text)
	}
}, nil}

func locatePlain(vm *VM, req request) (string, bool) {
	at := path.Clean(join(req.dir, req.name))
	return at, exists(vm.run.FS, at)
}

// Plain evaluates a file as Commodore does a jsonnetfile.jsonnet: with the
// external variables of in, and nothing else of Kapitan's or Commodore's (spec
// D17). For errors and ctx see Evaluate.
func Plain(ctx context.Context, in Input) (string, error) {
	return newVM(plainHost, nil, &parsedFiles{}).Evaluate(ctx, in)
}
