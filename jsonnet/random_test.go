package jsonnet_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	gojsonnet "github.com/google/go-jsonnet"
)

var (
	randomCount = flag.Int("random", 300, "how many random snippets TestOracleRandom tries")
	randomSeed  = flag.Uint64("seed", 1, "seed of the random snippets")
)

// randomPrelude has what random snippets are made of. `fit` completes any
// object that needs something: what it does not need is there in vain.
const randomPrelude = `
local com = import 'lib/commodore.libjsonnet';
local kube = import 'lib/kube-libsonnet/kube.libsonnet';
local bound = import 'lib/kube.libsonnet';
local show = import 'show.libsonnet';
local box = kube.Container('box') { image: 'box:latest', ports_: { web_http: { containerPort: 80 } } };
local pods = { containers_+: { main_box: box } };
local pod = kube.Pod('pod') { spec+: pods };
local dep = kube.Deployment('dep') { metadata+: { namespace: 'ns' }, spec+: { template+: { spec+: pods } } };
local fit = {
  image: 'i', storage: '1Gi', provisioner: 'p', target: dep, target_pod: pod, roleRef_: kube.Role('r'), metadata+: { namespace: 'ns' },
  spec+: pods { template+: { spec+: pods }, jobTemplate+: { spec+: { template+: { spec+: pods } } }, minAvailable: 1, maxReplicas: 3, schedule: 's', rules: [], encryptedData: { a: 'b' } },
};
`

// randomMembers are calls with a letter for each argument, see argument.
var randomMembers = []string{
	"Namespace($n)", "Endpoints($n)", "Service($n)", "PersistentVolume($n)", "StorageClass($n)", "PersistentVolumeClaim($n)", "Container($n)",
	"PodDisruptionBudget($n)", "Pod($n)", "PodSpec", "ConfigMap($n)", "Secret($n)", "Deployment($n)", "HorizontalPodAutoscaler($n)", "StatefulSet($n)",
	"Job($n)", "CronJob($n)", "JobSpec", "DaemonSet($n)", "Ingress($n)", "ThirdPartyResource($n)", "ServiceAccount($n)", "Role($n)", "ClusterRole($n)",
	"Group($n)", "User($n)", "RoleBinding($n)", "ClusterRoleBinding($n)", "SealedSecret($n)", "NetworkPolicy($n)", "VerticalPodAutoscaler($n)",
	"List()", "EmptyDirVolume()", "HostPathVolume($n)", "HostPathVolume($n, $n)", "GitRepoVolume($n, $n)", "PersistentVolumeClaimVolume($w)",
	"SecretVolume($w)", "ConfigMapVolume($w)", "ConfigMapRef($w, $n)", "SecretKeyRef($w, $n)", "FieldRef($n)", "ResourceFieldRef($n)",
	"ResourceFieldRef($n, $v)", "CrossVersionObjectReference($w)", "CustomResourceDefinition($n, $n, $n)", "_Object($n, $n, $n)", "createVPAFor($w)",
	"createVPAFor($w, $n)", "podLabelsSelector($w)", "podLabelsSelector($w, $l)", "podsPorts([$w, $w])", "podRef($w)", "objectValues($o)",
	"objectItems($o)", "mapToNamedList($o)", "filterMapByFields($o, $l)", "hyphenate($n)", "parseOctal($d)", "siToNum($s)", "toLower($n)",
	"toUpper($n)", "boolXor($b, $b)",
}

var randomCommodore = []string{
	"namespaced($n, $w)", "namespaced($n, $o)", "filterNull($l)", "envList($o)", "getValueOrDefault($o, $n, $v)", "makeMergeable($o)", "makeMergeable($o) + com.makeMergeable($o)", "namespaced($n, $o) + com.makeMergeable($o)",
	"renderArray($t)", "generateResources($o, kube.ConfigMap)", "generateResources($o, function(name) $o)", "Kustomization($n)",
	"Kustomization($n, $n)", "Kustomization($n, $n, {}, $o)", "proxyVars",
}

var randomFilters = []string{
	"patchNamespace($f, $n)", "patchNamespace($f, $n, $k)", "patchNamespace($f, $n, $k, $x)", "patchNamespace($f, $o, exclude_objects=$x)",
	"addNamespaceToHelmOutput('dir', $n, $x)", "fixupDir('dir', function(object) object + $o)", "yaml_load_all($f)", "proxyVars", "inventory()",
}

// randomSetups are the surroundings of calls that a component can make, and of
// calls that only a filter can make.
var randomSetups = map[string]setup{
	"compile": {Mode: "compile", Target: "own", Inventories: map[string]any{
		"own": map[string]any{"parameters": map[string]any{"global": map[string]any{"http_proxy": "p"}}},
	}},
	"filter": {
		Mode: "filter", Target: "own",
		Inventories: map[string]any{"own": map[string]any{"parameters": map[string]any{}}},
		Dirs:        map[string][]string{"dir": {"a.b.yaml", "c", ".d"}},
		Documents: map[string][]any{
			"empty":  {},
			"dir/.d": {nil, nil},
			"dir/c":  {map[string]any{"kind": "A", "metadata": map[string]any{"name": "a"}}},
			"dir/a.b.yaml": {
				map[string]any{"kind": "A", "metadata": map[string]any{"name": "b", "namespace": "old"}},
				nil,
				map[string]any{"kind": "B", "metadata": map[string]any{"name": "a", "labels": map[string]any{}}},
			},
			"odd":  {map[string]any{"kind": "A"}, map[string]any{"metadata": map[string]any{}}},
			"text": {"text", 1.5},
		},
	},
}

type snippets struct{ r *rand.Rand }

func (s snippets) pick(from ...string) string { return from[s.r.IntN(len(from))] }

// argument gives an expression of the kind that the letter stands for, and now
// and then of any other.
func (s snippets) argument(letter byte) string {
	if s.r.IntN(25) == 0 {
		letter = "nwovldstb"[s.r.IntN(9)]
	}
	switch letter {
	case 'n':
		return s.pick("'a'", "'a_b'", "'a:b_c'", "''", "'Ab-Ü'", "'x%s'", "'main_box'")
	case 'w':
		return s.pick("dep", "pod", "dep { kind: 'DaemonSet' }", "kube.ConfigMap('m') { data: { a: 'b' } }", "kube.Secret('s') { data_: { a: 'b' } }",
			"kube.CronJob('c') + fit", "kube.Job('j') + fit", s.object(1))
	case 'o':
		return s.object(2)
	case 'l':
		return s.pick("[]", "['a']", "['a', 'name']", "['b', 'a']", "[null, 1, 'a']", "null")
	case 'd':
		return s.pick("'0'", "'0755'", "'17'", "'18'", "'9'", "'x'", "''", "'77777777777777777777777'")
	case 's':
		return "'" + s.pick("", "0", "1", "-2", "1.5", "128", "99999999999") + s.pick("", "m", "K", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "i", "k") + "'"
	case 't':
		return "[" + strings.Join([]string{s.pick("'a'", "'~a'", "'~~b'", "'b'"), s.pick("'~a'", "'a'", "'b'", "''", "'c~'"), s.pick("'a'", "'~'", "'~b'", "1")}, ", ") + "]"
	case 'b':
		return s.pick("true", "false")
	case 'f':
		return s.pick("'dir/a.b.yaml'", "'dir/c'", "'dir/.d'", "'empty'", "'odd'", "'text'")
	case 'k':
		return s.pick("null", "[]", "['A']", "['B', 'A', 'B']", "['C']", "'A'")
	case 'x':
		return s.pick("[]", "[{ kind: 'A', name: 'a' }]", "[{ kind: 'B', name: 'a' }, { kind: 'A', name: 'b' }]", "[{ kind: 'A' }]", "[{}]", "null", "{}")
	}
	return s.value(1)
}

func (s snippets) value(depth int) string {
	if depth > 0 && s.r.IntN(3) == 0 {
		return s.object(depth - 1)
	}
	return s.pick("null", "true", "0", "1.5", "1e21", "'v'", "''", "[]", "[1, 'a', null]", "{}", "box", "{ name: 'own' }", "['a']")
}

var randomFields = []string{
	"a", "b_c", "main_box", "metadata+", "metadata", "name", "labels+", "annotations+", "namespace", "spec+", "spec", "data_", "data", "env_", "args_+", "ports_+",
	"volumeMounts_", "volumes_", "containers_+", "initContainers_", "containers", "template+", "replicas", "items_", "ingress_", "egress_+", "versions_+",
	"names+", "kind", "tty", "stdin", "storageClass", "port", "subjects_", "volumeClaimTemplates_", "strategy+", "hidden:", "default_container", "http_proxy",
}

func (s snippets) object(depth int) string {
	var fields []string
	seen := map[string]bool{}
	for range s.r.IntN(4) {
		name := s.pick(randomFields...)
		bare := strings.TrimRight(name, "+:")
		if seen[bare] {
			continue
		}
		seen[bare] = true
		value := s.value(depth)
		if strings.HasSuffix(name, "+") || strings.HasSuffix(name, "_") {
			value = s.object(max(depth-1, 0))
		}
		fields = append(fields, fmt.Sprintf("%s: %s", name, value))
	}
	return "{ " + strings.Join(fields, ", ") + " }"
}

var placeholder = regexp.MustCompile(`\$[a-z]`)

func (s snippets) call(library, member string) string {
	return library + "." + placeholder.ReplaceAllStringFunc(member, func(p string) string { return s.argument(p[1]) })
}

// job gives a call with what completes it, and with changes.
func (s snippets) job() job {
	mode := "compile"
	var expr string
	switch s.r.IntN(8) {
	case 0:
		mode, expr = "filter", s.call("com", s.pick(randomFilters...))
	case 1, 2:
		expr = s.call("com", s.pick(randomCommodore...))
	default:
		expr = s.kubeObject()
	}
	return job{randomPrelude + expr, randomSetups[mode]}
}

func (s snippets) kubeObject() string {
	member := s.pick(randomMembers...)
	expr := s.call(s.pick("kube", "kube", "kube", "bound", "(kube { _assert:: false })", "(kube { hyphenate(s):: 'x-' + s })"), member)
	if s.r.IntN(10) > 0 && member[0] < 'a' { // only objects are named in capitals
		expr += " + fit"
	}
	for range s.r.IntN(3) {
		expr += " + " + s.object(3)
	}
	switch s.r.IntN(4) {
	case 0:
		expr = s.object(2) + " + " + expr
	case 1:
		expr = "show(" + expr + ", ['target', 'target_pod', 'roleRef_', 'storage', 'host', 'host_colon_port', 'http_url'])"
	}
	return expr
}

// TestOracleRandom compares ours with the originals on random snippets. Where
// both fail, the messages may differ: Jsonnet's own depend on how a thing was
// computed.
func TestOracleRandom(t *testing.T) {
	s := snippets{rand.New(rand.NewPCG(*randomSeed, 0))}
	var jobs []job
	for range *randomCount {
		jobs = append(jobs, s.job())
	}
	vms := map[string]*gojsonnet.VM{}
	for mode, surroundings := range randomSetups {
		vms[mode] = newVM(surroundings)
	}
	failing, reworded := 0, 0
	for i, want := range askOriginals(t, jobs) {
		got := evaluate(vms[jobs[i].Setup.Mode], jobs[i].Text)
		text := strings.TrimPrefix(jobs[i].Text, randomPrelude)
		if (got.Error != "") != (want.Error != "") || got.JSON != want.JSON {
			t.Errorf("%s\nours     %s%s\noriginal %s%s", text, got.JSON, got.Error, want.JSON, want.Error)
		}
		if want.Error != "" {
			failing++
		}
		if got.Error != want.Error {
			reworded++
			t.Logf("%s\nours     %s\noriginal %s", text, got.Error, want.Error)
		}
	}
	t.Logf("%d snippets, %d fail, %d of them with another message", len(jobs), failing, reworded)
	if failing > len(jobs)/2 {
		t.Errorf("%d of %d random snippets fail: they show too little", failing, len(jobs))
	}
}
