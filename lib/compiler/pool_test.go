package compiler

import (
	"context"
	"os"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/workspace"
)

// TestPoolHoldsItsNumber: compiles that share a pool have, together, as many
// calls at work as it has workers, and every call is made once.
func TestPoolHoldsItsNumber(t *testing.T) {
	const compiles, calls = 5, 20
	for _, workers := range []int{0, 1, 3} {
		var mu sync.Mutex
		now, most := 0, 0
		made := make([][calls]int, compiles)
		Batch(workers, compiles, func(i int, pool *Pool) {
			pool.each(calls, func(j int) {
				mu.Lock()
				now++
				most = max(most, now)
				made[i][j]++
				mu.Unlock()
				mu.Lock()
				now--
				mu.Unlock()
			})
		})
		if most > max(workers, 1) {
			t.Errorf("%d workers: %d calls at a time", workers, most)
		}
		for i, list := range made {
			for j, n := range list {
				if n != 1 {
					t.Errorf("%d workers: call %d of %d was made %d times", workers, j, i, n)
				}
			}
		}
	}
}

// TestBatch: a cluster compiled among others has the same output as alone, and
// progress counts every target.
func TestBatch(t *testing.T) {
	files := os.DirFS("../..")
	ids, err := workspace.Clusters(files)
	if err != nil {
		t.Fatal(err)
	}
	ids = append(ids, ids...) // so that there are several
	compile := func(id string, o Options) *Result {
		l, diags := workspace.Cluster(context.Background(), workspace.Sources{Workspace: files}, id)
		if diag.HasErrors(diags) {
			t.Error(diags)
		}
		o.Layout = l
		return Compile(context.Background(), o)
	}
	var mu sync.Mutex
	planned, done := 0, 0
	progress := func(p, d int) {
		mu.Lock()
		defer mu.Unlock()
		planned, done = planned+p, done+d
	}
	got := make([]*Result, len(ids))
	Batch(3, len(ids), func(i int, pool *Pool) { got[i] = compile(ids[i], Options{Pool: pool, Progress: progress}) })
	targets := 0
	for i, id := range ids {
		want := compile(id, Options{})
		targets += len(want.Trees)
		if d := cmp.Diff(want.Set, got[i].Set); d != "" {
			t.Errorf("%s differs among others (-alone +batch):\n%s", id, d)
		}
		var named int
		for _, time := range got[i].Times {
			if time.Target != "" {
				named++
			}
		}
		if named != len(want.Targets) {
			t.Errorf("%s: %d of %d targets have a time", id, named, len(want.Targets))
		}
	}
	if planned != targets || done != targets {
		t.Errorf("progress says %d of %d, want %d", done, planned, targets)
	}
}
