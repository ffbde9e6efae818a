package diag

import "testing"

func TestNearest(t *testing.T) {
	for _, test := range []struct {
		name  string
		among []string
		want  string
	}{
		{"namspace", []string{"name", "namespace", "labels"}, "namespace"},
		{"output_pth", []string{"output_type", "output_path"}, "output_path"},
		{"a", []string{"c", "b"}, "b"},
		{"abc", []string{"xyz"}, ""},
		{"same", []string{"same"}, ""},
		{"x", nil, ""},
		{"global.clod", []string{"global.apps", "global.cloud"}, "global.cloud"},
		{"c", []string{"b", "a"}, "a"}, // as near as b, and sorts first
		{"", []string{"a"}, "a"},
		{"wbe", []string{"ebw", "web"}, "web"},                     // two letters swapped are one mistake
		{"nmae", []string{"mine", "name"}, "name"},                 // anywhere in the name
		{"gloabl.clodu", []string{"global.cloud"}, "global.cloud"}, // and several times
		{"C-ONE", []string{"c-two", "c-one"}, "c-one"},
		{"helmValues", []string{"helm_value", "helm_values"}, "helm_values"},
		{"cert-manager", []string{"cert_managr", "cert_manager"}, "cert_manager"},
		{"_", []string{"-", "ab"}, "-"},
		{"bac", []string{"cab", "acb"}, ""}, // but they must be neighbours
	} {
		if got := Nearest(test.name, test.among); got != test.want {
			t.Errorf("Nearest(%q, %q) = %q, want %q", test.name, test.among, got, test.want)
		}
	}
}

func TestSlip(t *testing.T) {
	among := []string{"applications", "helm_values", "email", "name", "env", "node1", "v1beta1", "team-a", "extra_env_vars"}
	for name, want := range map[string]string{
		"aplications": "applications", "applicatoins": "applications", "helmValues": "helm_values", "emial": "email", "names": "name",
		"name": "", "nime2": "", "envs": "env", "evn": "", "Env": "env", "value": "", "": "",
		"node2": "", "node11": "", "nodes1": "node1", "v1beta2": "", "team-b": "", "team_a": "team-a", "taem-a": "team-a", "extra_env_var": "extra_env_vars",
	} {
		if got := Slip(name, among); got != want {
			t.Errorf("Slip(%q) = %q, want %q", name, got, want)
		}
	}
}
