package helm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/internal/helm"
	"github.com/azogue-build/azogue/lib/internal/plan"
	"github.com/azogue-build/azogue/lib/internal/pyrepr"
	"github.com/azogue-build/azogue/lib/tree"
)

// command is what a job tells helm template.
type command struct {
	name       string // of the release; "" is none
	outputFile string // what is printed goes there, in one file
	flags      []string

	options     helm.Options
	kubeVersion string
	apiVersions []string
}

// parameters reads a job's helm_params as Kapitan does (spec K40, K41). For the
// second and later chart of a job, Kapitan has forgotten name and output_file.
func parameters(job plan.Job) (*command, error) {
	c := &command{}
	type flag struct {
		name  string
		value *tree.Node
	}
	flags := []flag{{"--include-crds", tree.NewBool(true)}, {"--skip-tests", tree.NewBool(true)}}
	set := func(name string, value *tree.Node) {
		if i := slices.IndexFunc(flags, func(f flag) bool { return f.name == name }); i >= 0 {
			flags[i].value = value
		} else {
			flags = append(flags, flag{name, value})
		}
	}
	if v := job.Entry.Get("kube_version"); v != nil && !v.Falsy() {
		set("--api-versions", v)
	}
	for _, p := range job.Entry.Get("helm_params").Fields {
		key := pyrepr.Text(p.Key)
		if key == "name" || key == "output_file" {
			if job.Nth > 0 {
				continue
			}
			if p.Value.Kind != tree.String && !p.Value.Falsy() {
				return nil, wrong(p.Key, fmt.Sprintf("helm_params: %s must be a string", key))
			}
			if key == "name" {
				c.name = p.Value.Text
			} else {
				c.outputFile = p.Value.Text
			}
			continue
		}
		if why := denied(key); why != "" {
			return nil, wrong(p.Key, why)
		}
		set("--"+strings.ReplaceAll(key, "_", "-"), p.Value)
	}
	for _, f := range flags {
		switch {
		case f.name == "--release-name" && f.value.Kind != tree.Bool && f.value.Kind != tree.Null:
			if c.name == "" {
				c.name = pyrepr.Text(f.value)
			}
		case f.value.Kind != tree.Bool:
			c.flags = append(c.flags, f.name, pyrepr.Text(f.value))
		case f.value.Bool:
			c.flags = append(c.flags, f.name)
		}
	}
	return c, c.read()
}

func wrong(at *tree.Node, message string) error {
	return diag.Diag{ID: "helm/parameter", Pos: at.Pos, Message: message}
}

// denied says why Kapitan takes no parameter of that name, or "".
func denied(key string) string {
	if len([]rune(key)) == 1 {
		return fmt.Sprintf("invalid helm flag: '%s'. helm_params supports only long flag names", key)
	}
	if strings.Contains(key, "-") {
		return "helm flag names must use '_' and not '-': " + key
	}
	flag := strings.ReplaceAll(key, "_", "-")
	switch flag {
	case "set", "set-file", "set-string":
		return fmt.Sprintf("helm '%s' flag is not supported. Use 'helm_values' to specify template values", flag)
	case "values":
		return "helm 'values' flag is not supported. Use 'helm_values_files' to specify template values files"
	case "dry-run", "generate-name", "help", "output-dir", "show-only":
		return fmt.Sprintf("helm flag '%s' is not supported.", flag)
	}
	return ""
}

// Flags of helm template that change nothing that is rendered from a folder.
var (
	idleSwitches = []string{"create-namespace", "force", "replace", "wait", "wait-for-jobs", "devel", "disable-openapi-validation", "atomic", "skip-crds",
		"render-subchart-notes", "hide-notes", "take-ownership", "verify", "insecure-skip-tls-verify", "plain-http", "pass-credentials", "debug",
		"kube-insecure-skip-tls-verify"}
	idleTexts = []string{"description", "version", "keyring", "repo", "username", "password", "cert-file", "key-file", "ca-file", "timeout", "labels",
		"kubeconfig", "kube-context", "kube-token", "kube-as-user", "kube-apiserver", "kube-ca-file", "kube-tls-server-name",
		"registry-config", "repository-config", "repository-cache", "burst-limit", "qps", "kube-as-group"}
	// refusedFlags need what azogue does not give a chart.
	refusedFlags = []string{"validate", "dependency-update", "enable-dns", "post-renderer", "post-renderer-args", "set-json", "set-literal", "name-template"}
)

// read gives the flags their meaning, as the command does.
func (c *command) read() error {
	f := pflag.NewFlagSet("template", pflag.ContinueOnError)
	f.SetOutput(discard{})
	f.Usage = func() {}
	o := &c.options
	f.BoolVar(&o.IncludeCRDs, "include-crds", false, "")
	f.BoolVar(&o.SkipTests, "skip-tests", false, "")
	f.BoolVar(&o.NoHooks, "no-hooks", false, "")
	f.BoolVar(&o.UnderName, "release-name", false, "")
	f.BoolVar(&o.SkipSchema, "skip-schema-validation", false, "")
	f.BoolVar(&o.Release.IsUpgrade, "is-upgrade", false, "")
	f.StringVarP(&o.Release.Namespace, "namespace", "n", "default", "")
	f.StringVar(&c.kubeVersion, "kube-version", "", "")
	f.StringSliceVarP(&c.apiVersions, "api-versions", "a", nil, "")
	for _, name := range idleSwitches {
		f.Bool(name, false, "")
	}
	for _, name := range idleTexts {
		f.String(name, "", "")
	}
	for _, name := range refusedFlags {
		f.String(name, "", "")
		f.Lookup(name).NoOptDefVal = "true"
	}
	if err := f.Parse(c.flags); err != nil {
		return diag.Diag{ID: "helm/parameter", Message: err.Error(), Hint: "helm_params are the flags of helm template, with _ for -"}
	}
	for _, name := range refusedFlags {
		if f.Changed(name) {
			return diag.Diag{ID: "helm/parameter", Message: fmt.Sprintf("the flag --%s of helm template is not supported", name),
				Hint: "charts are rendered from their files and helm_values alone: no cluster, no network, no other program"}
		}
	}
	if f.NArg() > 0 {
		return diag.Diag{ID: "helm/parameter", Message: fmt.Sprintf("expected at most two arguments, unexpected arguments: %s", strings.Join(f.Args(), ", ")),
			Hint: "a switch of helm template takes true or false"}
	}
	if o.Release.Namespace == "" {
		o.Release.Namespace = "default"
	}
	return nil
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
