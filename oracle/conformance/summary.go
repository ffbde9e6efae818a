//go:build unix

package main

import (
	"fmt"
	"io"
	"slices"
)

// report is the machine-readable form.
type report struct {
	Summary summary `json:"summary"`
	Rows    []row   `json:"rows"`
}

// summary counts; ratios are of the instances that are the same.
type summary struct {
	Count       map[status]int `json:"count"`
	Compared    int            `json:"compared"`    // both have written something
	Differences int            `json:"differences"` // that azogue has to answer for
	Files       int            `json:"files"`
	Median      float64        `json:"medianRatio"` // wall time of the reference over azogue's
	Lowest      float64        `json:"lowestRatio"`
	Slowest     string         `json:"slowest"` // the instance with the lowest ratio
	MorePeak    []string       `json:"morePeak,omitempty"`
}

func summarise(rows []row) summary {
	s := summary{Count: map[status]int{}}
	var ratios []float64
	for _, r := range rows {
		s.Count[r.Status]++
		if r.Status.isDifference() {
			s.Differences++
		}
		if r.Status != same {
			continue
		}
		s.Files += r.Files
		ratio := r.Reference.Wall / r.Azogue.Wall
		if len(ratios) == 0 || ratio < s.Lowest {
			s.Lowest, s.Slowest = ratio, r.Instance
		}
		ratios = append(ratios, ratio)
		if r.Azogue.Peak >= r.Reference.Peak {
			s.MorePeak = append(s.MorePeak, r.Instance)
		}
	}
	s.Compared = s.Count[same] + s.Count[differs]
	if len(ratios) > 0 {
		slices.Sort(ratios)
		s.Median = ratios[len(ratios)/2]
	}
	return s
}

func (s summary) print(w io.Writer) {
	fmt.Fprintln(w)
	for _, status := range []status{same, differs, bothFail, oursFails, referenceFails, notRun} {
		fmt.Fprintf(w, "%-16s %4d\n", status, s.Count[status])
	}
	if s.Count[same] == 0 {
		return
	}
	fmt.Fprintf(w, "%d files are the same. The reference takes %.1f times as long (median), at least %.1f times (%s).\n", s.Files, s.Median, s.Lowest, s.Slowest)
	if len(s.MorePeak) > 0 {
		fmt.Fprintf(w, "azogue needs more memory than the reference's largest process for %v.\n", s.MorePeak)
	}
}
