//go:build !windows

package disk

import (
	"os"
	"syscall"
)

// lock waits until no other process has f locked. It lasts until f is closed.
func lock(f *os.File) error {
	for {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != syscall.EINTR {
			return os.NewSyscallError("flock", err)
		}
	}
}
