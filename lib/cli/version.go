package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// mirrored are the versions of the reference whose behaviour azogue has.
var mirrored = []struct{ name, version string }{
	{"commodore", "1.35.1"},
	{"kapitan", "0.36.3"},
	{"reclass-rs", "0.11.0"},
	{"pyyaml", "6.0.4"},
	{"go-jsonnet", "0.22.0"},
}

func versionVerb(r *run) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Show azogue's version and the versions it mirrors",
		Long: `Show azogue's version, and the versions of the tools whose behaviour it has: it
writes the same bytes as they do.`,
		Example: "  azogue version --format json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if r.format == "json" {
				versions := map[string]string{"azogue": version()}
				for _, m := range mirrored {
					versions[m.name] = m.version
				}
				return r.printJSON(versions)
			}
			fmt.Fprintf(r.Out, "azogue %s\n\nwrites the same bytes as\n", version())
			for _, m := range mirrored {
				fmt.Fprintf(r.Out, "  %s %s\n", m.name, m.version)
			}
			return nil
		},
	}
	r.formatFlag(cmd)
	return cmd
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
