//go:build !windows

package disk

import (
	"os"
	"syscall"
)

// The ways to lock a folder: to change it, or to read what is in it.
const (
	alone    = syscall.LOCK_EX
	together = syscall.LOCK_SH
)

// lock waits until no other process has f locked in a way that excludes this
// one. It lasts until f is closed.
func lock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how); err != syscall.EINTR {
			return os.NewSyscallError("flock", err)
		}
	}
}
