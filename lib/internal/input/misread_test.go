package input

import "testing"

// TestReadAs: bugs.jsonl KP02. Left of the colon is what PyYAML writes plain;
// Kubernetes reads YAML with sigs.k8s.io/yaml.
func TestReadAs(t *testing.T) {
	for text, want := range map[string]string{
		"03190301": "number", "083": "number", "1e5": "number", "0o17": "number", "y": "boolean", "N": "boolean", "+1e3": "number",
		"0755": "", "123": "", "1.5": "", "yes": "", "1.2.3": "", "10.0.0.0/8": "", "v1": "", "": "", "-": "", "2024-01-02": "", "no-such": "", "1Gi": "", "100m": "", "- a": "", "12:30": "",
	} {
		if got := readAs(text); got != want {
			t.Errorf("readAs(%q) = %q, want %q", text, got, want)
		}
	}
}
