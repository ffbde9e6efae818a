package cli

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// progress is the line that says how far a run is, on a terminal, once it takes
// longer than a second. It is wiped before anything else is printed, and when
// the run is over. Its methods may be called from several goroutines.
type progress struct {
	on bool // somebody sees it
	w  io.Writer

	mu            sync.Mutex
	start, drawn  time.Time
	shown         bool
	what          string // what a compile is of, in the singular
	compiles      int    // that there are in all
	known         int    // those whose targets are counted
	finished      int    // those that are over
	targets, done int
}

// newProgress gives a line that is off where nobody could see it, or where it
// would fill a log.
func newProgress(s Streams) *progress {
	return &progress{on: s.ErrTerminal && s.env("TERM") != "dumb" && s.env("CI") == "", w: s.Err}
}

// When the line is shown first, and how often it changes.
const (
	progressAfter = time.Second
	progressEvery = 100 * time.Millisecond
)

// begin says how many compiles are ahead, and what they are of.
func (p *progress) begin(compiles int, what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.compiles, p.what = compiles, what
}

// finish says that one of them is over.
func (p *progress) finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.finished++
}

// add is compiler.Options.Progress.
func (p *progress) add(planned, done int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if planned > 0 {
		p.known++
	}
	p.targets, p.done = p.targets+planned, p.done+done
}

// tick shows the line as of now, if it is time.
func (p *progress) tick(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.start.IsZero() {
		p.start = now
	}
	if !p.on || now.Sub(p.start) < progressAfter || now.Sub(p.drawn) < progressEvery {
		return
	}
	p.drawn, p.shown = now, true
	fmt.Fprintf(p.w, "\r\x1b[K%s", p.line(now.Sub(p.start)))
}

// line is at most as wide as the narrowest terminal in use, 80 columns.
func (p *progress) line(took time.Duration) string {
	if p.targets == 0 {
		return "reading the inventory"
	}
	line := fmt.Sprintf("%d of %s", p.done, plural(p.targets, "target"))
	if p.compiles > 1 {
		line = fmt.Sprintf("%d of %s", p.finished, plural(p.compiles, p.what))
	}
	// Those that are not planned yet count as the others on average.
	all := float64(p.targets) * max(1, float64(p.compiles)/float64(p.known))
	left := time.Duration(float64(took) * (all - float64(p.done)) / float64(max(p.done, 1)))
	if p.done == 0 || left < time.Second {
		return line
	}
	return line + fmt.Sprintf(", about %v left", left.Round(time.Second))
}

// wipe takes the line off the terminal.
func (p *progress) wipe() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
}

func (p *progress) erase() {
	if p.shown {
		p.shown = false
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// wiping is a stream that wipes the line before it writes.
type wiping struct {
	w io.Writer
	p *progress
}

func (w wiping) Write(b []byte) (int, error) {
	w.p.mu.Lock()
	defer w.p.mu.Unlock()
	w.p.erase()
	return w.w.Write(b)
}
