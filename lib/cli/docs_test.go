package cli

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "write the pages that are made from tables")

// TestDocs: docs/cli.md is what the table of verbs says.
func TestDocs(t *testing.T) {
	const page = "../../docs/cli.md"
	r := &run{progress: newProgress(Streams{})}
	want := cliPage(r.root())
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(string(got), "\n")); d != "" {
		t.Errorf("docs/cli.md is not what the commands say; make docs writes it (-want +got):\n%s", d)
	}
}

// TestVerbsHaveHelp: each command says what it does in one line and in several,
// and shows how it is called.
func TestVerbsHaveHelp(t *testing.T) {
	r := &run{progress: newProgress(Streams{})}
	for _, cmd := range everyCommand(r.root()) {
		name := cmd.CommandPath()
		if len(cmd.Short) == 0 || len(cmd.Short) > 90 || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: its short text is %q: a line without a full stop", name, cmd.Short)
		}
		if cmd.Long == "" {
			t.Errorf("%s has no long text", name)
		}
		for line := range strings.Lines(cmd.Long) {
			if len(line) > 101 {
				t.Errorf("%s: a line of its long text is too long for a terminal: %s", name, line)
			}
		}
		if !cmd.HasSubCommands() && !strings.Contains(cmd.Example, name) {
			t.Errorf("%s has no example", name)
		}
	}
}

// cliPage gives docs/cli.md.
func cliPage(root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Commands\n\n<!-- Written by `make docs` from the table of verbs in lib/cli. -->\n\n%s\n", root.Long)
	for _, g := range groups {
		fmt.Fprintf(&b, "\n## %s\n", strings.TrimSuffix(g.Title, ":"))
		for _, cmd := range root.Commands() {
			if cmd.GroupID == g.ID {
				commandSection(&b, cmd)
			}
		}
	}
	b.WriteString("\n## Flags of every command\n")
	flagTable(&b, root.PersistentFlags())
	b.WriteString("\n## Completion\n\n`azogue completion bash`, and zsh, fish and powershell, print a script for the shell. It completes clusters, components,\n" +
		"instances and the paths of parameters, from the workspace that the shell is in:\n\n    source <(azogue completion bash)\n")
	return b.String()
}

func commandSection(b *strings.Builder, cmd *cobra.Command) {
	if !cmd.HasSubCommands() {
		fmt.Fprintf(b, "\n### %s\n\n    %s\n\n%s\n", cmd.CommandPath(), cmd.UseLine(), escaped(cmd.Long))
		if cmd.Example != "" {
			b.WriteString("\n")
			for line := range strings.Lines(cmd.Example) {
				b.WriteString("  " + line)
			}
			b.WriteString("\n")
		}
		flagTable(b, cmd.LocalNonPersistentFlags())
	}
	for _, c := range cmd.Commands() {
		commandSection(b, c)
	}
}

func flagTable(b *strings.Builder, flags *pflag.FlagSet) {
	var rows strings.Builder
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" || f.Hidden {
			return
		}
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		value := f.DefValue
		switch value {
		case "", "[]", "false", "0":
			value = ""
		default:
			value = "`" + value + "`"
		}
		fmt.Fprintf(&rows, "| `%s` | %s | %s |\n", name, value, strings.ReplaceAll(escaped(f.Usage), "|", "\\|"))
	})
	if rows.Len() > 0 {
		b.WriteString("\n| flag | default | what it does |\n|---|---|---|\n" + rows.String())
	}
}
