package reclass

import (
	"context"
	"fmt"

	"github.com/azogue-build/azogue/lib/tree"
)

// What references may make of a few lines. An inventory that needs more would
// take the reference many gigabytes.
const (
	maxText   = 64 << 20  // bytes of one text
	maxSize   = 256 << 20 // of one parameter with its references in place
	maxFaults = 1 << 17   // failures of one target, one value's counted wherever it is met
)

// weight is what a value counts towards maxSize besides its text.
const weight = 16

// stopped gives the fault of work that has to end because ctx has, or nil. pos
// is what is being worked on.
func stopped(ctx context.Context, pos tree.Pos) *fault {
	if ctx.Err() == nil {
		return nil
	}
	return &fault{id: stoppedID, pos: pos, msg: fmt.Sprintf("rendering the inventory was stopped: %v", context.Cause(ctx))}
}

const stoppedID = "reclass/stopped"

// stopped gives the fault that ends all of r's work, or nil. It stays the same
// for good, because what fails may be covered by a later value (spec R33).
func (r *resolver) stopped(v *value) *fault {
	if r.stop == nil {
		r.stop = stopped(r.ctx, v.pos())
	}
	if r.stop == nil && r.faults > maxFaults {
		r.stop = &fault{
			id: "reclass/faults", pos: v.pos(), hint: "one of them: " + r.last,
			msg: "too many values can't be resolved",
		}
	}
	return r.stop
}

// tooLarge gives the fault of a value that grows over a limit. It ends all work:
// whoever names the value would only meet it again.
func (r *resolver) tooLarge(limit int, st state) *fault {
	f := r.fault("reclass/size", fmt.Sprintf(
		"parameter '%s' grows to more than %d MiB when its references are followed", st.parameter(), limit>>20))
	f.hint = "the references on the way to it repeat what they name again and again"
	r.stop = f
	return f
}
