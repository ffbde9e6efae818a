package cli

import (
	"runtime"
	"syscall"
)

// enlargePages has Linux back the next 64 MiB of the heap with pages of 2 MiB, of
// which a compile touches a few. Otherwise it faults at each 4 KiB of the memory
// that it is the first to use, which took a fifth of its CPU. Go has no switch for
// that: what is allocated and collected here is what it gives out from now on.
func enlargePages() {
	heap := make([]byte, 64<<20)
	_ = syscall.Madvise(heap, syscall.MADV_HUGEPAGE) // a system without them refuses
	heap = nil
	runtime.GC()
}
