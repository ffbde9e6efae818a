package plan

import (
	"slices"
	"strings"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// Model gives a target's parameters as Kapitan 0.36.3 shows them to Jsonnet:
// checked, with all defaults filled in (spec K20-K25). Values that nothing is
// known about are shared with params. With an error among the findings the
// result is not to be used.
func Model(params *tree.Node) (*tree.Node, []diag.Diag) {
	v := &validation{}
	out := parameters.shape(v, place{path: "parameters", pos: params.Pos}, params)
	return out, v.diags
}

// Job is one entry of a target's kapitan.compile.
type Job struct {
	InputType       string
	InputPaths      []string
	OutputPath      string
	OutputType      string // empty where jinja2 has null
	Prune           bool
	IgnoreMissing   bool
	ContinueOnError bool
	Params          *tree.Node // input_params
	Entry           *tree.Node // all of the entry, with the keys of its type
	Pos             tree.Pos

	Nth int // of the inputs that the job renders, counted from 0; set while it runs
}

// Jobs lists the jobs in a target's model, in their order.
func Jobs(model *tree.Node) []Job {
	list := model.At("kapitan", "compile")
	if list == nil {
		return nil
	}
	jobs := make([]Job, 0, len(list.Items))
	for _, entry := range list.Items {
		job := Job{
			InputType:       entry.Get("input_type").Text,
			OutputPath:      entry.Get("output_path").Text,
			OutputType:      entry.Get("output_type").Text,
			Prune:           entry.Get("prune").Bool,
			IgnoreMissing:   entry.Get("ignore_missing").Bool,
			ContinueOnError: entry.Get("continue_on_compile_error").Bool,
			Params:          entry.Get("input_params"),
			Entry:           entry,
			Pos:             entry.Pos,
		}
		for _, p := range entry.Get("input_paths").Items {
			job.InputPaths = append(job.InputPaths, p.Text)
		}
		jobs = append(jobs, job)
	}
	return jobs
}

func null() *tree.Node      { return tree.NewNull() }
func emptyText() *tree.Node { return tree.NewString("") }
func emptyList() *tree.Node { return tree.NewList() }
func emptyMap() *tree.Node  { return tree.NewMap() }
func yes() *tree.Node       { return tree.NewBool(true) }
func no() *tree.Node        { return tree.NewBool(false) }

func word(s string) func() *tree.Node { return func() *tree.Node { return tree.NewString(s) } }

// defaults gives the record as it is without any entry.
func (r record) defaults() *tree.Node {
	return r.shape(&validation{}, place{}, tree.NewMap())
}

var parameters = record{[]field{
	{"kapitan", optional(kapitan.shape), kapitan.defaults},
	{"_kapitan_", optional(metadata.shape), null},
	{"_reclass_", optional(metadata.shape), null},
}, kept}

var metadata = record{[]field{{"name", optional(metadataName.shape), null}}, kept}

var metadataName = record{[]field{
	{"short", text, nil},
	{"full", text, nil},
	{"path", text, nil},
	{"parts", listOf(text), nil},
}, dropped}

var kapitan = record{[]field{
	{"compile", listOf(inputTypes.shape), emptyList},
	{"vars", vars.shape, vars.defaults},
	{"labels", mapOf(text), emptyMap},
	{"dependencies", optional(listOf(dependencyTypes.shape)), emptyList},
	{"target_full_path", text, emptyText},
	{"secrets", optional(secrets.shape), null},
	{"validate", listOf(anyMap), emptyList},
}, kept}

var vars = record{[]field{{"target", optional(text), null}}, kept}

var outputTypes = []string{"json", "yaml", "yml", "plain", "toml", "auto"}

var inputTypes = variants{"input_type",
	[]string{"jinja2", "external", "copy", "kadet", "jsonnet", "helm", "remove", "kustomize", "cuelang"},
	map[string]record{
		"jsonnet": entry(no),
		"external": entry(yes,
			field{"env_vars", mapOf(text), emptyMap},
			field{"args", listOf(text), emptyList}),
		"copy": entry(yes, field{"ignore_missing", boolean, no}),
		"jinja2": entry(yes,
			field{"output_type", optional(oneOf(outputTypes...)), word("plain")},
			field{"ignore_missing", optional(boolean), yes},
			field{"suffix_remove", optional(boolean), no},
			field{"suffix_stripped", optional(text), word(".j2")}),
		"helm": entry(no,
			field{"output_type", alwaysAuto, word("auto")},
			field{"helm_params", anyMap, emptyMap},
			field{"helm_values", optional(anyMap), emptyMap},
			field{"helm_values_files", optional(listOf(text)), emptyList},
			field{"helm_path", optional(text), null},
			field{"kube_version", optional(text), null}),
		"kadet":  entry(no, field{"input_value", optional(anyMap), null}),
		"remove": entry(yes, field{"output_path", optional(text), null}),
		"kustomize": entry(no,
			field{"namespace", optional(text), null},
			field{"patches", optional(mapOf(anything)), emptyMap},
			field{"patches_strategic", optional(mapOf(anything)), emptyMap},
			field{"patches_json", optional(mapOf(anything)), emptyMap}),
		"cuelang": entry(yes,
			field{"input", optional(mapOf(anything)), null},
			field{"input_fill_path", optional(text), null},
			field{"output_yield_path", optional(text), null},
			field{"output_filename", optional(text), word("output.yaml")}),
	}}

// entry gives the record of an input type: the common keys, some of them
// replaced by the type's own, and after them the type's other keys.
func entry(prune func() *tree.Node, own ...field) record {
	fields := []field{
		{"name", optional(text), null},
		{"input_type", text, nil},
		{"input_paths", listOf(text), nil},
		{"output_path", text, nil},
		{"input_params", anyMap, emptyMap},
		{"continue_on_compile_error", optional(boolean), no},
		{"output_type", oneOf(outputTypes...), word("yaml")},
		{"ignore_missing", optional(boolean), no},
		{"prune", optional(boolean), prune},
	}
	for _, f := range own {
		if i := slices.IndexFunc(fields, func(g field) bool { return g.name == f.name }); i >= 0 {
			fields[i] = f
		} else {
			fields = append(fields, f)
		}
	}
	return record{fields, refused}
}

// alwaysAuto lets a helm entry have any valid output type, and overrules it.
func alwaysAuto(v *validation, at place, n *tree.Node) *tree.Node {
	oneOf(outputTypes...)(v, at, n)
	return tree.NewString("auto")
}

var dependencyTypes = variants{"type",
	[]string{"helm", "https", "http", "git", "oci"},
	map[string]record{
		"helm": dependency(
			field{"chart_name", text, nil},
			field{"version", optional(text), null},
			field{"helm_path", optional(text), null}),
		"git": dependency(
			field{"ref", optional(text), null},
			field{"subdir", optional(text), null},
			field{"submodules", optional(boolean), no}),
		"http":  dependency(field{"unpack", boolean, no}),
		"https": dependency(field{"unpack", boolean, no}),
		"oci": dependency(
			field{"source", bareSource, nil},
			field{"subpath", optional(text), null},
			field{"media_type", optional(mediaType), null},
			field{"insecure", boolean, no},
			field{"tls_verify", booleanOrText, yes}),
	}}

func dependency(own ...field) record {
	fields := []field{
		{"type", text, nil},
		{"source", text, nil},
		{"output_path", text, nil},
		{"force_fetch", optional(boolean), no},
	}
	for _, f := range own {
		if f.name == "source" {
			fields[1] = f
		} else {
			fields = append(fields, f)
		}
	}
	return record{fields, refused}
}

func bareSource(v *validation, at place, n *tree.Node) *tree.Node {
	text(v, at, n)
	for _, scheme := range []string{"https://", "http://", "oci://"} {
		if strings.HasPrefix(n.Text, scheme) {
			v.report(at.of(n), "wrong-value", "leave out "+scheme, "must be a registry reference as ghcr.io/org/repo:tag, not %q", n.Text)
		}
	}
	return n
}

func mediaType(v *validation, at place, n *tree.Node) *tree.Node {
	if text(v, at, n); n.Kind == tree.String && !strings.Contains(n.Text, "/") {
		v.report(at.of(n), "wrong-value", "", "must be a media type as application/gzip, not %q", n.Text)
	}
	return n
}

var secrets = record{[]field{
	{"gpg", optional(gpg.shape), null},
	{"awskms", optional(keyOnly.shape), null},
	{"vaultkv", optional(vault("secret", oneOf("kv", "kv-v2"), "kv-v2").shape), null},
	{"gkms", optional(keyOnly.shape), null},
	{"vaulttransit", optional(vault("transit", oneOf("transit"), "transit").shape), null},
	{"azkms", optional(keyOnly.shape), null},
}, refused}

var gpg = record{[]field{{"recipients", listOf(mapOf(text)), emptyList}}, refused}

var keyOnly = record{[]field{{"key", text, nil}}, refused}

// vault has the settings of both of Vault's engines.
func vault(mount string, engine shape, defaultEngine string) settings {
	return settings{record{[]field{
		{"addr", optional(text), null},
		{"skip_verify", optional(boolean), yes},
		{"client_key", optional(text), null},
		{"client_cert", optional(text), null},
		{"cacert", optional(text), null},
		{"capath", optional(text), null},
		{"namespace", optional(text), null},
		{"engine", engine, word(defaultEngine)},
		{"auth", optional(text), null},
		{"crypto_key", optional(text), null},
		{"always_latest", optional(boolean), no},
		{"mount", optional(text), word(mount)},
		{"key", optional(text), null},
	}, refused}, map[string]string{
		"addr": "vault_addr", "skip_verify": "vault_skip_verify", "client_key": "vault_client_key", "client_cert": "vault_client_cert",
		"cacert": "vault_cacert", "capath": "vault_capath", "namespace": "vault_namespace",
	}}
}
