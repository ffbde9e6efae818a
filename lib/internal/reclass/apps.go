package reclass

import (
	"slices"
	"strings"
)

// apps is the list of applications so far, with the removals that found nothing
// to remove yet (spec R40).
type apps struct {
	items   []string
	removed []string
}

// newApps gives the list that one file's entries make.
func newApps(entries []string) apps {
	var a apps
	for _, e := range entries {
		a = a.add(e)
	}
	return a
}

// with gives a with the list of the next class laid over it: first what that
// removes, then what it adds.
func (a apps) with(above apps) apps {
	if len(above.items) == 0 && len(above.removed) == 0 {
		return a
	}
	out := apps{slices.Clone(a.items), slices.Clone(a.removed)}
	for _, name := range above.removed {
		out = out.remove(name)
	}
	for _, name := range above.items {
		out = out.add(name)
	}
	return out
}

func (a apps) add(entry string) apps {
	if name, ok := strings.CutPrefix(entry, "~"); ok {
		return a.remove(name)
	}
	if i := slices.Index(a.removed, entry); i >= 0 {
		a.removed = slices.Delete(a.removed, i, i+1)
	} else if !slices.Contains(a.items, entry) {
		a.items = append(a.items, entry)
	}
	return a
}

func (a apps) remove(name string) apps {
	if i := slices.Index(a.items, name); i >= 0 {
		a.items = slices.Delete(a.items, i, i+1)
	} else if !slices.Contains(a.removed, name) {
		a.removed = append(a.removed, name)
	}
	return a
}
