package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/azogue-build/azogue/lib/diag"
)

// watch gives a context that ends when ctx does, or azogue's memory is over its
// limit, which nobody can know inside of an evaluation. A list or string that
// doubles outgrows any limit within seconds, so the look comes often. The same
// clock moves the progress line.
func (r *run) watch(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		ticker := time.NewTicker(20 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case now := <-ticker.C:
				r.progress.tick(now)
				if err := r.tooMuch(); err != nil {
					cancel(err)
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx
}

// tooMuch looks at all objects, dead ones that are not collected yet among
// them, and all stacks. What it gives is a diag.Diag, of which jsonnetvm makes
// the finding about the evaluation that went on.
func (r *run) tooMuch() error {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(samples)
	if used := samples[0].Value.Uint64() + samples[1].Value.Uint64(); r.memory > 0 && used > r.memory {
		return diag.Diag{ID: "jsonnet/stopped", Message: fmt.Sprintf("azogue needed more than %s of memory", (*bytesFlag)(&r.memory)), Hint: "--max-memory raises the limit"}
	}
	return nil
}

// bytesFlag is a number of bytes, as 512MiB.
type bytesFlag uint64

type unit struct {
	name string
	size uint64
}

// units end with the one that fits every text.
var units = []unit{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"B", 1}, {"", 1}}

func (b *bytesFlag) Set(s string) error {
	i := slices.IndexFunc(units, func(u unit) bool { return strings.HasSuffix(s, u.name) })
	u := units[i]
	n, err := strconv.ParseUint(strings.TrimSuffix(s, u.name), 10, 64)
	if err != nil || n > math.MaxUint64/u.size {
		return errors.New("not a number of bytes: write it as 512MiB or 8GiB")
	}
	*b = bytesFlag(n * u.size)
	return nil
}

func (b *bytesFlag) String() string {
	for _, u := range units {
		if n := uint64(*b); n >= u.size && n%u.size == 0 {
			return strconv.FormatUint(n/u.size, 10) + u.name
		}
	}
	return "0"
}

func (b *bytesFlag) Type() string { return "size" }
