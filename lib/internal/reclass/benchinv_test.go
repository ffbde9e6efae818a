package reclass

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/diag"
)

// benchClasses and benchTargets are the size of a busy cluster's inventory.
const (
	benchClasses = 325
	benchTargets = 56
)

// benchInventory gives the files of an inventory in Commodore's layout: each
// target includes the cluster's facts, the defaults of all components, the
// hierarchy (classes that include classes, names with references) and its own
// component class. A class sets 20 to 40 keys.
func benchInventory(classes, targets int) map[string]string {
	files := map[string]string{"classes/params/cluster.yml": benchFacts}
	var defaults strings.Builder
	for i := range targets {
		fmt.Fprintf(&defaults, "  - defaults.comp-%d\n", i)
	}
	for i := range targets {
		name := fmt.Sprintf("comp-%d", i)
		files["classes/defaults/"+name+".yml"] = benchDefaults(i, targets)
		files["classes/components/"+name+".yml"] = benchComponent(i)
		files["targets/"+name+".yml"] = fmt.Sprintf(`classes:
  - params.cluster
%s  - global.commodore
  - components.%s
parameters:
  _instance: %s
  _base_directory: /repo/dependencies/%s
  kapitan:
    vars:
      target: %s
`, defaults.String(), name, name, name, name)
	}
	layers := classes - 2*targets - 3
	var b strings.Builder
	b.WriteString("applications:\n")
	for i := range targets {
		fmt.Fprintf(&b, "  - comp-%d\n", i)
	}
	b.WriteString("classes:\n  - global.distribution.${facts:distribution}\n")
	for i := range (layers + 3) / 4 {
		fmt.Fprintf(&b, "  - global.layer-%d\n", 4*i)
	}
	files["classes/global/commodore.yml"] = b.String()
	files["classes/global/distribution/openshift4.yml"] = "parameters:\n  platform:\n    name: ${facts:distribution}\n    region: ${facts:region}\n"
	for i := range layers {
		files[fmt.Sprintf("classes/global/layer-%d.yml", i)] = benchLayer(i, layers, targets)
	}
	return files
}

const benchFacts = `parameters:
  cluster:
    name: c-bench-1
    tenant: t-bench
    dist: openshift4
    catalog_url: ssh://git@git.example.com/catalogs/c-bench-1.git
  facts:
    distribution: openshift4
    cloud: cloudscale
    region: rma1
    service_level: best_effort
  global:
    domain: apps.${cluster:name}.example.com
    registry: registry.${facts:region}.example.com
    pull: IfNotPresent
`

// benchDefaults gives a component's defaults, which read facts and another
// component.
func benchDefaults(i, n int) string {
	return fmt.Sprintf(`parameters:
  comp_%[1]d:
    =_metadata:
      multi_tenant: true
      library_aliases: {}
    namespace: syn-comp-%[1]d
    enabled: true
    replicas: 2
    images:
      main:
        registry: ${global:registry}
        repository: example/comp-%[1]d
        tag: v1.%[1]d.0
      sidecar:
        registry: ${comp_%[1]d:images:main:registry}
        repository: example/sidecar
        tag: v0.7.1
    resources:
      requests: {cpu: 100m, memory: 128Mi}
      limits: {cpu: '1', memory: 512Mi}
    args:
      - --cluster=${cluster:name}
      - --domain=comp-%[1]d.${global:domain}
      - --peer=${comp_%[2]d:namespace}
      - --verbose
    ingress:
      host: comp-%[1]d.${global:domain}
      annotations:
        cert-manager.io/cluster-issuer: letsencrypt-production
        example.com/owner: ${cluster:tenant}
    tolerations:
      - {key: node-role.kubernetes.io/infra, operator: Exists}
    config:
      text: |
        [server]
        listen = 0.0.0.0:8080
        name = ${cluster:name}
      timeouts: {read: 30, write: 60.5, idle: null}
    secrets:
      token: ?{vaultkv:${cluster:tenant}/${cluster:name}/comp-%[1]d/token}
  components:
    comp-%[1]d:
      url: https://git.example.com/component-%[1]d.git
      version: v1.%[1]d.0
`, i, (i+1)%n)
}

func benchComponent(i int) string {
	return fmt.Sprintf(`parameters:
  kapitan:
    compile:
      - input_paths: [comp-%[1]d/component/app.jsonnet]
        input_type: jsonnet
        output_path: .
        output_type: yaml
      - input_paths: [comp-%[1]d/component/main.jsonnet]
        input_type: jsonnet
        output_path: comp-%[1]d/
    dependencies:
      - type: https
        source: https://charts.example.com/comp-%[1]d-${comp_%[1]d:images:main:tag}.tgz
        output_path: dependencies/comp-%[1]d/helmcharts
  commodore:
    postprocess:
      filters:
        - path: comp-%[1]d/
          type: builtin
          filter: helm_namespace
          filterargs: {namespace: '${comp_%[1]d:namespace}'}
`, i)
}

// benchLayer gives a class of the hierarchy, which changes some components;
// three of four are included by another.
func benchLayer(i, layers, targets int) string {
	var b strings.Builder
	if i%4 == 0 {
		b.WriteString("classes:\n")
		for j := i + 1; j < min(i+4, layers); j++ {
			fmt.Fprintf(&b, "  - .layer-%d\n", j)
		}
	}
	b.WriteString("parameters:\n")
	for k := range 3 {
		c := (7*i + 19*k) % targets
		fmt.Fprintf(&b, `  comp_%d:
    replicas: %d
    images:
      main: {tag: v1.%d.%d}
    resources:
      limits: {memory: %dMi}
    args: ['--layer=%d-${facts:region}']
    layer_%d:
      owner: ${cluster:tenant}
      note: set by layer %d
`, c, i%5, c, i, 256+i, i, i, i)
	}
	fmt.Fprintf(&b, "  ~setting_%d: [%d]\n  shared:\n    layer-%d: {host: 'l%d.${global:domain}', weight: %d}\n", i%16, i, i, i, i)
	return b.String()
}

// TestBenchInventory writes the inventory that the benchmarks render, into the
// folder that AZOGUE_BENCH_INVENTORY names if it is set, for measuring other
// tools with it.
func TestBenchInventory(t *testing.T) {
	dir := os.Getenv("AZOGUE_BENCH_INVENTORY")
	if dir == "" {
		dir = t.TempDir()
	}
	if got := writeBench(t, dir); got != benchClasses+benchTargets {
		t.Errorf("got %d files, want %d", got, benchClasses+benchTargets)
	}
	inv, diags := Open(context.Background(), os.DirFS(dir), nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	nodes, diags := inv.Render(context.Background(), inv.Targets(), Options{})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	want := "--layer=7-rma1"
	if got := nodes[0].Parameters.At("comp_49", "args").Items[4].Text; got != want {
		t.Errorf("comp_49:args:4 got %q, want %q", got, want)
	}
}

// writeBench writes the inventory into a folder; it gives the number of files.
func writeBench(t testing.TB, dir string) int {
	t.Helper()
	files := benchInventory(benchClasses, benchTargets)
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return len(files)
}

func benchFS(t testing.TB) fs.FS {
	t.Helper()
	dir := t.TempDir()
	writeBench(t, dir)
	return os.DirFS(dir)
}

// BenchmarkRender renders all targets from files: with nothing known, with the
// files parsed before, in parallel, and once more with the same inventory.
func BenchmarkRender(b *testing.B) {
	fsys := benchFS(b)
	for _, bench := range []struct {
		name   string
		parsed bool
		each   func(int, func(int))
	}{{"cold", false, nil}, {"parallel", false, parallel}, {"parsed", true, nil}} {
		b.Run(bench.name, func(b *testing.B) {
			files := &Files{}
			b.ReportAllocs()
			for b.Loop() {
				if !bench.parsed {
					files = &Files{}
				}
				inv, _ := Open(context.Background(), fsys, files)
				renderAll(b, inv, bench.each)
			}
		})
	}
	b.Run("again", func(b *testing.B) {
		inv, _ := Open(context.Background(), fsys, nil)
		b.ReportAllocs()
		for b.Loop() {
			renderAll(b, inv, nil)
		}
	})
}

func renderAll(b *testing.B, inv *Inventory, each func(int, func(int))) []*Node {
	nodes, diags := inv.Render(context.Background(), inv.Targets(), Options{Each: each})
	if diag.HasErrors(diags) {
		b.Fatal(diags[0])
	}
	return nodes
}

// BenchmarkOrigins asks where each parameter of one component comes from.
func BenchmarkOrigins(b *testing.B) {
	inv, _ := Open(context.Background(), benchFS(b), nil)
	n := renderAll(b, inv, nil)[0]
	fields := n.Parameters.Get("comp_7").Fields
	b.ReportAllocs()
	for b.Loop() {
		for _, f := range fields {
			if len(n.Origins("comp_7", f.Key.Text)) == 0 {
				b.Fatalf("comp_7:%s has no origin", f.Key.Text)
			}
		}
	}
}
