package cli

import (
	"runtime"
	"testing"
)

// TestBugKP17: there are as many workers as the Go runtime has processors, which
// follow the CPU affinity and the quota of the container, not the machine; --jobs
// overrides.
func TestBugKP17(t *testing.T) {
	n := runtime.NumCPU() + 1
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	r := &run{}
	root := r.root()
	if r.workers != n {
		t.Errorf("got %d workers, want %d", r.workers, n)
	}
	if err := root.PersistentFlags().Parse([]string{"--jobs", "1"}); err != nil || r.workers != 1 {
		t.Errorf("--jobs 1: got %d workers, %v", r.workers, err)
	}
}
