//go:build unix

package oracle

import (
	"os"
	"runtime"
	"syscall"
)

// Peak gives the largest memory, in bytes, of a process that has ended, or of
// the largest of its children if that was larger.
func Peak(state *os.ProcessState) float64 {
	most := float64(state.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS == "darwin" {
		return most // other systems count in kilobytes
	}
	return most * 1024
}
