//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"text/tabwriter"
)

// report is all that is printed.
type report struct {
	Facts []fact `json:"machine"`
	Runs  int    `json:"runs"`
	Rows  []row  `json:"rows"`
}

type fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// row is one case: medians, and the reference's divided by azogue's.
type row struct {
	Name      string `json:"name"`
	Azogue    usage  `json:"azogue"`
	Reference *usage `json:"reference"` // null where it is absent
	Ratio     *usage `json:"ratio"`
}

// facts describes the machine and what runs on it.
func facts(python string) []fact {
	list := []fact{
		{"system", runtime.GOOS + "/" + runtime.GOARCH},
		{"cores", fmt.Sprint(runtime.NumCPU())},
		{"CPU", cpu()},
		{"load", load()},
		{"Go", strings.TrimPrefix(runtime.Version(), "go")},
	}
	if python == "" {
		return append(list, fact{"reference", "absent: ORACLE_PYTHON names no Python"})
	}
	out, err := exec.Command(python, "-c", versions).Output()
	if err != nil {
		return append(list, fact{"Python", "unknown"})
	}
	for line := range strings.Lines(string(out)) {
		name, version, _ := strings.Cut(strings.TrimSpace(line), " ")
		list = append(list, fact{name, version})
	}
	return list
}

// versions prints the reference's parts.
const versions = `
import platform, importlib.metadata
print("Python", platform.python_version())
for name in ("syn-commodore", "kapitan", "reclass-rs", "gojsonnet", "PyYAML"):
    print(name, importlib.metadata.version(name))
`

// cpu gives the processor's model.
func cpu() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		text, _ = exec.Command("sysctl", "machdep.cpu.brand_string").Output()
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ":")
		if name = strings.TrimSpace(name); name == "model name" || name == "machdep.cpu.brand_string" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// load gives what the machine had to do in the minute before, in processes.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	one, _, _ := strings.Cut(string(text), " ")
	return one
}

func (r report) print(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, f := range r.Facts {
		fmt.Fprintf(w, "%s\t%s\n", f.Name, f.Value)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(to, "\nmedians of %s in turn; peak memory is the largest single process's\n\n", plural(r.Runs, "run"))
	fmt.Fprintf(to, line, "", "wall", "CPU", "peak memory")
	for _, row := range r.Rows {
		fmt.Fprintln(to, row.Name)
		row.Azogue.print(to, "  azogue")
		if row.Reference == nil {
			fmt.Fprintf(to, line, "  reference", "absent", "absent", "absent")
			continue
		}
		row.Reference.print(to, "  reference")
		fmt.Fprintf(to, line, "  ratio", times(row.Ratio.Wall), times(row.Ratio.CPU), times(row.Ratio.Peak))
	}
	return nil
}

// line is a line of the table.
const line = "%-12s%12s%12s%14s\n"

func (u usage) print(to io.Writer, who string) {
	fmt.Fprintf(to, line, who, seconds(u.Wall), seconds(u.CPU), fmt.Sprintf("%.1f MiB", u.Peak/(1<<20)))
}

func times(ratio float64) string { return fmt.Sprintf("%.1fx", ratio) }

func seconds(s float64) string {
	if s < 1 {
		return fmt.Sprintf("%.1f ms", s*1000)
	}
	return fmt.Sprintf("%.2f s", s)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
