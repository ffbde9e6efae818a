package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// asCommodore makes a verb of Commodore's: an error is told in its words first,
// and the exit code is 1, or 2 for wrong flags and arguments (spec F3).
func (r *run) asCommodore(work func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := work(cmd, args)
		var code exit
		var usage wrongUsage
		switch {
		case err == nil || errors.As(err, &code):
			return err
		case errors.As(err, &usage):
			fmt.Fprintf(r.Err, "Usage: %s\n\nError: %s\n", cmd.UseLine(), usage)
			return exit(exitCouldNot)
		}
		r.commodoreError(err)
		return exit(1)
	}
}

// wrongUsage is what is wrong with flags or arguments, as click says it.
type wrongUsage string

func (w wrongUsage) Error() string { return string(w) }

// verboseFlag is Commodore's -v, which may be repeated.
func verboseFlag(f *pflag.FlagSet) *int {
	return f.CountP("verbose", "v", "show more of what is done; can be repeated")
}

// What a path of a flag or argument may be.
const (
	aFile      = "File"
	aDirectory = "Directory"
	aPath      = "Path" // either
)

// existing gives paths as absolute ones, with slashes. Each must be there; flag
// is how messages call what has it. Links are not followed.
func existing(list []string, flag, kind string) (out []string, err error) {
	for _, p := range list {
		info, err := os.Stat(p)
		if err != nil {
			return nil, wrongUsage(fmt.Sprintf("Invalid value for %s: %s '%s' does not exist.", flag, kind, p))
		}
		if kind != aPath && (kind == aDirectory) != info.IsDir() {
			other := map[bool]string{true: "a directory", false: "a file"}[info.IsDir()]
			return nil, wrongUsage(fmt.Sprintf("Invalid value for %s: %s '%s' is %s.", flag, kind, p, other))
		}
		full, err := filepath.Abs(p)
		if err != nil {
			return nil, err
		}
		out = append(out, filepath.ToSlash(full))
	}
	return out, nil
}

// commodoreSays is an error in the words of Commodore.
func commodoreSays(format string, args ...any) error {
	return diag.Diag{ID: "component/refused", Message: fmt.Sprintf(format, args...)}
}

// compileFailure is a compile that ended with errors.
type compileFailure struct{ diags []diag.Diag }

func (c compileFailure) Error() string { return c.diags[0].Message }

// commodoreError tells an error as Commodore does, with azogue's explanation
// below the first line.
func (r *run) commodoreError(err error) {
	var failure compileFailure
	if !errors.As(err, &failure) {
		d := diag.From(err, "")
		fmt.Fprintf(r.Err, "Error: %s\n", d.Message)
		r.tellBelow(d)
		return
	}
	first, rest := failure.diags[0], failure.diags
	line := referenceLine(first)
	fmt.Fprintln(r.Err, line)
	if line == "Error: "+first.Message { // nothing is left to say of it but the place
		r.tellBelow(first)
		rest = rest[1:]
	}
	r.tell(rest)
}

// referenceLine is the line of the reference's that tells a finding.
func referenceLine(d diag.Diag) string {
	sentence := firstLine(d.Message)
	switch area, kind, _ := strings.Cut(d.ID, "/"); area {
	case "workspace", "postprocess":
		return "Error: " + sentence
	case "reclass", "yaml":
		if d.Target != "" {
			sentence = fmt.Sprintf("Error rendering node %s: %s", d.Target, sentence)
		}
		return "Error: While rendering inventory: Error while rendering inventory: " + sentence
	case "jsonnet":
		if kind != "syntax" {
			sentence = "RUNTIME ERROR: " + sentence
		}
		if inFilter(d) {
			return "RuntimeError: " + sentence
		}
	}
	return fmt.Sprintf("kapitan.errors.CompileError: Error compiling targets: Error compiling %s: %s", d.Target, sentence)
}

// inFilter tells a finding of a postprocessing filter: its chain ends with the
// filter's definition.
func inFilter(d diag.Diag) bool {
	return len(d.Chain) > 0 && strings.HasPrefix(d.Chain[len(d.Chain)-1].Text, "filter ")
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// notices prints deprecations as Commodore does after a compile (spec D15).
func (r *run) notices(diags []diag.Diag) {
	first := true
	for _, d := range diags {
		if d.Severity != diag.Notice {
			r.tell([]diag.Diag{d})
			continue
		}
		if first {
			fmt.Fprintln(r.Out, "\nCommodore notices:")
			first = false
		}
		fmt.Fprintln(r.Out, wrap(d.Message, 100, " > ", "   "))
	}
}

// wrap breaks a text at blanks into lines of at most width columns; a word is
// never broken.
func wrap(text string, width int, first, rest string) string {
	var b strings.Builder
	line := first
	empty := true
	for word := range strings.FieldsSeq(text) {
		if !empty && len([]rune(line))+1+len([]rune(word)) > width {
			b.WriteString(line + "\n")
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line += word
		empty = false
	}
	return b.String() + line
}

// tellAsReference tells a warning in a line of the reference's, with the place
// below it.
func (r *run) tellAsReference(d diag.Diag) {
	fmt.Fprintln(r.Err, d.Message)
	r.tellBelow(d)
}

// tellBelow tells the place of a finding and how azogue came there, below its
// sentence.
func (r *run) tellBelow(d diag.Diag) {
	if d.Pos != (tree.Pos{}) && !slices.ContainsFunc(d.Chain, func(f diag.Frame) bool { return f.Pos == d.Pos }) {
		fmt.Fprintf(r.Err, "    %s\n", visible(d.Pos.String()))
	}
	for _, f := range d.Chain {
		fmt.Fprintf(r.Err, "    %s\n", visible(step(f)))
	}
	if d.Hint != "" {
		fmt.Fprintf(r.Err, "    hint: %s\n", d.Hint)
	}
}
