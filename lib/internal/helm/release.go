package helm

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	yamlv2 "go.yaml.in/yaml/v2"
	"helm.sh/helm/v3/pkg/chart"
	"sigs.k8s.io/yaml"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// head is what decides where a document goes. Helm refuses one in which it has
// another form.
type head struct {
	Version  string `json:"apiVersion" yaml:"apiVersion"`
	Kind     string `json:"kind,omitempty" yaml:"kind"`
	Metadata *struct {
		Name        string            `json:"name" yaml:"name"`
		Annotations map[string]string `json:"annotations" yaml:"annotations"`
	} `json:"metadata,omitempty" yaml:"metadata"`
}

// readHead reads a document's head. Helm makes JSON of the whole document first,
// which takes most of a render where a chart has large resources; that is done
// here only for what can't be read, to say the same of it.
func readHead(text string) (h head, err error) {
	if yamlv2.Unmarshal([]byte(text), &h) == nil {
		return h, nil
	}
	h = head{}
	return h, yaml.Unmarshal([]byte(text), &h)
}

// document is one document of a template's output.
type document struct {
	file, text string
	head       head
	hook, test bool
}

// hookEvents are the values of the annotation helm.sh/hook that Helm knows.
var hookEvents = []string{"pre-install", "post-install", "pre-delete", "post-delete", "pre-upgrade", "post-upgrade", "pre-rollback", "post-rollback", "test", "test-success"}

// installOrder is the order of kinds in a release; all others come after them,
// by name.
var installOrder = []string{
	"PriorityClass", "Namespace", "NetworkPolicy", "ResourceQuota", "LimitRange", "PodSecurityPolicy", "PodDisruptionBudget",
	"ServiceAccount", "Secret", "SecretList", "ConfigMap", "StorageClass", "PersistentVolume", "PersistentVolumeClaim",
	"CustomResourceDefinition", "ClusterRole", "ClusterRoleList", "ClusterRoleBinding", "ClusterRoleBindingList",
	"Role", "RoleList", "RoleBinding", "RoleBindingList", "Service", "DaemonSet", "Pod", "ReplicationController",
	"ReplicaSet", "Deployment", "HorizontalPodAutoscaler", "StatefulSet", "Job", "CronJob", "IngressClass", "Ingress", "APIService",
}

var separator = regexp.MustCompile(`(?:^|\s*\n)---\s*`)

// documents splits what templates printed, sorted by kind: those of the release
// first, then its hooks. Notes are left out, and documents with a hook that Helm
// does not know.
func documents(printed map[string]string) (list []document, err error) {
	for _, name := range slices.Sorted(maps.Keys(printed)) {
		if strings.HasSuffix(name, "NOTES.txt") || strings.TrimSpace(printed[name]) == "" {
			continue
		}
		for _, text := range separator.Split(strings.TrimSpace(printed[name]), -1) {
			if text == "" {
				continue
			}
			d := document{file: name, text: strings.TrimSpace(text)}
			if d.head, err = readHead(d.text); err != nil {
				return nil, problem{message: fmt.Sprintf("a document that the template prints can't be read: %s", err), hint: documentHint(err),
					frames: []diag.Frame{{Pos: tree.Pos{File: name}}}}
			}
			if d.known() {
				list = append(list, d)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b document) int {
		if a.hook != b.hook {
			return map[bool]int{false: -1, true: 1}[a.hook]
		}
		return compareKinds(a.head.Kind, b.head.Kind)
	})
	return list, nil
}

func documentHint(err error) string {
	if strings.Contains(err.Error(), "annotations of type string") {
		return "values of annotations are strings: quote them"
	}
	return "lines are counted from the document's first; is something indented by nindent and not by indent, or the other way around?"
}

// known notes whether the document is a hook, and tells whether Helm knows it.
func (d *document) known() bool {
	if d.head.Metadata == nil {
		return true
	}
	hooks, ok := d.head.Metadata.Annotations["helm.sh/hook"]
	if !ok {
		return true
	}
	d.hook = true
	for event := range strings.SplitSeq(hooks, ",") {
		event = strings.ToLower(strings.TrimSpace(event))
		if !slices.Contains(hookEvents, event) {
			return false
		}
		d.test = d.test || strings.HasPrefix(event, "test")
	}
	return true
}

func compareKinds(a, b string) int {
	i, j := slices.Index(installOrder, a), slices.Index(installOrder, b)
	switch {
	case i < 0 && j < 0:
		return cmp.Compare(a, b)
	case i < 0:
		return 1
	case j < 0:
		return -1
	}
	return cmp.Compare(i, j)
}

// Manifest is a file that a chart renders to.
type Manifest struct {
	Name string // "chart/templates/file", or below crds/ or charts/
	Text string // documents, each with its "# Source:"
}

// output is what helm template prints: as files, or all in one.
type output struct {
	files []Manifest
	at    map[string]int
	all   strings.Builder
}

func (o *output) add(folder, name, text string) {
	chunk := fmt.Sprintf("---\n# Source: %s\n%s\n", name, text)
	o.all.WriteString(chunk)
	to := path.Join(folder, name)
	i, ok := o.at[to]
	if !ok {
		i = len(o.files)
		o.at[to] = i
		o.files = append(o.files, Manifest{Name: to})
	}
	o.files[i].Text += chunk
}

// release writes custom resource definitions, the documents and then the hooks.
func release(c *chart.Chart, printed map[string]string, o Options) (*output, error) {
	docs, err := documents(printed)
	if err != nil {
		return nil, err
	}
	out := &output{at: map[string]int{}}
	if o.IncludeCRDs {
		for _, crd := range c.CRDObjects() {
			out.add("", crd.Filename, string(crd.File.Data))
		}
	}
	folder := ""
	if o.UnderName {
		folder = o.Release.Name
	}
	for _, d := range docs {
		if !d.hook {
			out.add(folder, d.file, d.text)
		}
	}
	// Without a folder, what comes before the hooks is trimmed.
	trimmed := strings.TrimSpace(out.all.String()) + "\n"
	out.all.Reset()
	out.all.WriteString(trimmed)
	for _, d := range docs {
		if d.hook && !o.NoHooks && !(o.SkipTests && d.test) {
			out.add(folder, d.file, d.text)
		}
	}
	return out, nil
}
