package disk

import "os"

// lock keeps nobody out: Windows locks no folders.
func lock(*os.File) error { return nil }
