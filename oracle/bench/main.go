//go:build unix

// Command bench times azogue against the reference on this machine: one shipped
// component instance, each shipped cluster, and the inventory of 325 classes and
// 56 targets that package reclass generates for its own benchmarks.
//
//	go run ./oracle/bench [--runs N] [--only WORD] [--json]
//
// Both run in turn, each time into an empty folder, and what they wrote must be
// the same, or nothing is printed. Numbers are medians. Wall time and CPU (user
// and system, children included) are of the whole process; peak memory is that
// of the largest single process, which for azogue is all of it. Not timed is
// making the reference's working directory. For the inventory the reference
// counts itself from the call of reclass_rs to its answer, without Python's
// start-up and without writing, while azogue starts, renders and writes.
//
// ORACLE_PYTHON names the reference's Python; without it the reference's rows
// say absent.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/azogue-build/azogue/oracle"
)

func main() {
	if len(os.Args) > 2 && os.Args[1] == measureVerb {
		os.Exit(measureCommand(os.Args[2:]))
	}
	runs := flag.Int("runs", 5, "runs of each")
	only := flag.String("only", "", "time only rows with this in their name")
	machine := flag.Bool("json", false, "print JSON")
	flag.Parse()
	if err := bench(max(*runs, 1), *only, *machine); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(runs int, only string, machine bool) error {
	dir, err := os.MkdirTemp("", "azogue-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	python := os.Getenv("ORACLE_PYTHON")
	rig, err := oracle.NewRig(".", dir, python)
	if err != nil {
		return err
	}
	cases, err := chosen(rig, dir)
	if err != nil {
		return err
	}
	report := report{Facts: facts(python), Runs: runs}
	for _, c := range cases {
		if !strings.Contains(c.Name, only) {
			continue
		}
		fmt.Fprintf(os.Stderr, "%s ...\n", c.Name)
		row, err := inTurn(c, dir, runs, python != "")
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		report.Rows = append(report.Rows, row)
	}
	if !machine {
		return report.print(os.Stdout)
	}
	e := json.NewEncoder(os.Stdout)
	e.SetIndent("", "  ")
	return e.Encode(report)
}

// timed is a case of the table.
type timed struct {
	oracle.Case
	counted bool // the reference prints its own usage
}

// chosen gives the cases of the table.
func chosen(rig *oracle.Rig, dir string) ([]timed, error) {
	components, err := rig.Components()
	if err != nil {
		return nil, err
	}
	clusters, err := rig.Clusters()
	if err != nil {
		return nil, err
	}
	inventory, err := inventoryCase(rig, dir)
	if err != nil {
		return nil, err
	}
	component := components[0]
	component.Name = "component " + component.Name
	cases := []timed{{Case: component}}
	for _, cluster := range clusters {
		cluster.Name = "cluster " + cluster.Name
		cases = append(cases, timed{Case: cluster})
	}
	return append(cases, timed{Case: inventory, counted: true}), nil
}

// inventoryCase has the generated inventory rendered. Both write the parameters
// of each target as JSON of one form.
func inventoryCase(rig *oracle.Rig, dir string) (oracle.Case, error) {
	inventory, program := filepath.Join(dir, "inventory"), filepath.Join(dir, "inventorybench")
	if err := rig.Build("./lib/internal/inventorybench", program); err != nil {
		return oracle.Case{}, err
	}
	generate := exec.Command("go", "test", "-count=1", "-run", "^TestBenchInventory$", "./lib/internal/reclass")
	generate.Env = append(os.Environ(), "AZOGUE_BENCH_INVENTORY="+inventory)
	if err := oracle.Run(generate); err != nil {
		return oracle.Case{}, err
	}
	classes, targets := count(filepath.Join(inventory, "classes")), count(filepath.Join(inventory, "targets"))
	return oracle.Case{
		Name:   fmt.Sprintf("inventory of %d classes, %d targets", classes, targets),
		Azogue: func(out string) *exec.Cmd { return rig.Command("", program, inventory, out) },
		Reference: func(out string) *exec.Cmd {
			return rig.Python("oracle/bench/inventory.py", inventory, out)
		},
		Compare: func(ours, theirs string) ([]oracle.Difference, error) {
			if err := os.Remove(filepath.Join(ours, record)); err != nil {
				return nil, err
			}
			return oracle.Compare(ours, theirs)
		},
	}, nil
}

// record is the list that azogue keeps of the files that it wrote.
const record = ".azogue-files"

// count gives the number of YAML files below a folder.
func count(folder string) (n int) {
	_ = filepath.WalkDir(folder, func(name string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(name, ".yml") {
			n++
		}
		return err
	})
	return n
}
