package overlay

import (
	"maps"
	"slices"
	"strings"
)

// Unread lists, sorted, the files outside of a folder that were written and that
// nothing has read or removed since. Their paths have no links.
func (o *FS) Unread(outside string) []string {
	here := o.world.locate(outside).path
	var list []string
	for _, name := range slices.Sorted(maps.Keys(o.files)) {
		if !o.used[name] && !strings.HasPrefix(name, here+"/") {
			list = append(list, name)
		}
	}
	return list
}

func (o *FS) use(here string) {
	o.mu.Lock()
	o.used[here] = true
	o.mu.Unlock()
}
