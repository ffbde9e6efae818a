package compiler

import (
	"sync"
	"sync/atomic"

	"github.com/azogue-build/azogue/jsonnet"
	"github.com/azogue-build/azogue/lib/internal/helm"
	"github.com/azogue-build/azogue/lib/internal/jsonnetvm"
	"github.com/azogue-build/azogue/lib/internal/workspace"
)

// Pool is a number of workers, and the Jsonnet files and charts that they have
// parsed.
// Compiles that share one have, all together, not more targets in work than it
// has workers.
type Pool struct {
	free     chan struct{}
	vm       *jsonnetvm.VM // never evaluates; the workers' are its siblings
	charts   helm.Charts
	prepared sync.Once
}

// NewPool gives a pool; it has at least one worker.
func NewPool(workers int) *Pool {
	return &Pool{free: make(chan struct{}, max(workers, 1)), vm: jsonnetvm.New(jsonnet.Lib)}
}

// Prepare begins to parse the shipped libraries, which nearly every target
// imports, and returns at once. A compile calls it first; a caller may before
// it looks for the layout, as only one processor is busy until then.
func (p *Pool) Prepare() {
	p.prepared.Do(func() { go p.vm.Prepare(workspace.Shipped) })
}

// Batch runs f(0..n-1) for several compiles that share a pool: as many at a
// time as it has workers. What f does outside of a compile is not counted, so f
// may be anything that belongs to one compile, as reading what to compare with.
// Results go where f puts them, so their order does not depend on the number.
func Batch(workers, n int, f func(i int, pool *Pool)) {
	pool := NewPool(workers)
	spread(pool.workers(), n, func(_, i int) { f(i, pool) })
}

func (o Options) pool() *Pool {
	if o.Pool != nil {
		return o.Pool
	}
	return NewPool(o.Workers)
}

func (p *Pool) workers() int { return cap(p.free) }

// each runs f(0..n-1), each call by a worker of the pool.
func (p *Pool) each(n int, f func(i int)) { p.eachWorker(n, func(_, i int) { f(i) }) }

// eachWorker is each for work that keeps something per worker.
func (p *Pool) eachWorker(n int, f func(worker, i int)) {
	spread(p.workers(), n, func(worker, i int) {
		p.free <- struct{}{}
		defer func() { <-p.free }()
		f(worker, i)
	})
}

// spread runs f(0..n-1) on so many goroutines.
func spread(workers, n int, f func(worker, i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for w := range min(workers, n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(w, i)
			}
		})
	}
	wg.Wait()
}
