package cli

import (
	"context"
	"fmt"
	"math"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"
)

// watch gives a context that ends when azogue's memory is over the limit.
// go-jsonnet takes no context and no limit, so the heap is looked at from
// outside; a list or string that doubles outgrows any limit within seconds, so
// the look comes often.
func (r *run) watch(ctx context.Context) (context.Context, func()) {
	r.tune()
	ctx, cancel := context.WithCancelCause(ctx)
	if r.memory == 0 {
		return ctx, func() { cancel(nil) }
	}
	done := make(chan struct{})
	go func() {
		ticker := time.NewTicker(20 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				if heap() > r.memory {
					cancel(fmt.Errorf("azogue needed more than %s of memory; --max-memory raises the limit", (*bytesFlag)(&r.memory)))
					return
				}
			case <-done:
				return
			}
		}
	}()
	return ctx, func() { close(done); cancel(nil) }
}

// heap gives the bytes of all objects, dead ones that are not collected yet
// among them.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// bytesFlag is a number of bytes, as 512MiB.
type bytesFlag uint64

var units = []struct {
	name string
	size uint64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"", 1}}

func (b *bytesFlag) Set(s string) error {
	for _, u := range units {
		number, ok := strings.CutSuffix(s, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(number, 10, 64)
		if err != nil || n > math.MaxUint64/u.size {
			return fmt.Errorf("not a number of bytes: write it as 512MiB or 8GiB")
		}
		*b = bytesFlag(n * u.size)
		return nil
	}
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
