package jsonnet

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/jsonnet/syntax"
)

// TestShared evaluates parsed programs from eight goroutines at once, which share
// them and std. The race detector says what else they share.
func TestShared(t *testing.T) {
	type shared struct {
		text string
		node syntax.Node
		want result
	}
	var programs []shared
	for _, text := range []string{"std", "std + { length: 1 }", "std.objectFieldsAll(std)", "std.objectRemoveKey(std, 'map')", "std.length(std)", "std { pi: super.pi }.pi"} {
		programs = append(programs, shared{text: text})
	}
	for i := range 60 {
		g := &generator{Rand: rand.New(rand.NewPCG(7, uint64(i)))}
		programs = append(programs, shared{text: g.program().String()})
	}
	for i := range programs {
		p := &programs[i]
		var err error
		if p.node, err = syntax.Parse("program", p.text); err != nil {
			t.Fatalf("%s: %v", p.text, err)
		}
		p.want = evaluated(context.Background(), map[string]string{"program": p.text})
	}
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range programs {
				p := &programs[(i+worker*3)%len(programs)]
				ev := New(context.Background(), Host{MaxStack: 500})
				got, err := Run(ev, p.node, ev.JSON)
				if got != p.want.text || (err == nil) != (p.want.err == nil) {
					t.Errorf("%s\n got %s, error %v\nwant %s", p.text, got, err, p.want)
				}
			}
		})
	}
	all.Wait()
}
