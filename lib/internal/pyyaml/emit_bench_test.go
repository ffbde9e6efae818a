package pyyaml

import (
	"fmt"
	"strings"
	"testing"

	"github.com/azogue-build/azogue/lib/internal/pyjson"
	"github.com/azogue-build/azogue/lib/tree"
)

// deployment is a manifest as a component makes it: mostly short words, some
// text, some lines that fold, a script.
const deployment = `{
  "apiVersion": "apps/v1", "kind": "Deployment",
  "metadata": {
    "annotations": {
      "argocd.argoproj.io/sync-options": "SkipDryRunOnMissingResource=true,Prune=false",
      "description": "This deployment serves the web front of the shop and restarts when its config map changes in any way"
    },
    "labels": {"app.kubernetes.io/instance": "shop", "app.kubernetes.io/managed-by": "commodore", "app.kubernetes.io/name": "web", "app.kubernetes.io/version": "1.27"},
    "name": "web-%d", "namespace": "shop"
  },
  "spec": {
    "replicas": 3, "revisionHistoryLimit": 10,
    "selector": {"matchLabels": {"app.kubernetes.io/name": "web"}},
    "template": {
      "metadata": {"labels": {"app.kubernetes.io/name": "web"}},
      "spec": {
        "affinity": {"podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{"podAffinityTerm": {"labelSelector": {"matchLabels": {"app.kubernetes.io/name": "web"}}, "topologyKey": "kubernetes.io/hostname"}, "weight": 100}]}},
        "containers": [{
          "args": ["--config=/etc/web/config.yaml", "--log-level", "info", "--web.listen-address=:8080", "-v=2"],
          "command": ["/bin/sh", "-c", "#!/bin/sh\nset -euo pipefail\nfor f in /etc/web/*.conf; do\n  echo \"reading $f\"\n  cat \"$f\" >> /tmp/all.conf\ndone\n\nexec /usr/local/bin/web --config /tmp/all.conf\n"],
          "env": [{"name": "POD_NAME", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}, {"name": "CACHE", "value": "true"}, {"name": "RETRIES", "value": "5"}, {"name": "GREETING", "value": "it's: a test"}],
          "image": "docker.io/library/nginx@sha256:4c0fdaa8b6341bfdeca5f18f7837462c80cff90527ee35ef185571e1c327beac",
          "imagePullPolicy": "IfNotPresent",
          "livenessProbe": {"failureThreshold": 3, "httpGet": {"path": "/healthz", "port": "http", "scheme": "HTTP"}, "initialDelaySeconds": 10, "periodSeconds": 10},
          "name": "web",
          "ports": [{"containerPort": 8080, "name": "http", "protocol": "TCP"}, {"containerPort": 9090, "name": "metrics", "protocol": "TCP"}],
          "resources": {"limits": {"cpu": "500m", "memory": "256Mi"}, "requests": {"cpu": 0.1, "memory": "128Mi"}},
          "securityContext": {"allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]}, "readOnlyRootFilesystem": true, "runAsNonRoot": true, "runAsUser": 1000},
          "volumeMounts": [{"mountPath": "/etc/web", "name": "config"}, {"mountPath": "/tmp", "name": "tmp"}]
        }],
        "nodeSelector": {}, "serviceAccountName": "web", "tolerations": [],
        "volumes": [{"configMap": {"defaultMode": 420, "name": "web-config"}, "name": "config"}, {"emptyDir": {}, "name": "tmp"}]
      }
    }
  }
}`

// manifests gives a list of n such manifests.
func manifests(b *testing.B, n int) *tree.Node {
	b.Helper()
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf(deployment, i)
	}
	list, err := pyjson.Parse([]byte("[" + strings.Join(parts, ",") + "]"))
	if err != nil {
		b.Fatal(err)
	}
	return list
}

func BenchmarkDumpAll(b *testing.B) {
	list := manifests(b, 100)
	b.SetBytes(int64(len(DumpAll(Kapitan, list.Items))))
	b.ReportAllocs()
	for b.Loop() {
		DumpAll(Kapitan, list.Items)
	}
}

func BenchmarkDumpText(b *testing.B) {
	texts := map[string]string{
		"words":   strings.Repeat("some words that go on and on until the line is full ", 1000),
		"script":  strings.Repeat("  echo \"a line of a script, # with a comment\"\n", 1000),
		"unicode": strings.Repeat("zürich, genève \t und so weiter\n", 1000),
	}
	for _, name := range []string{"words", "script", "unicode"} {
		b.Run(name, func(b *testing.B) {
			doc := tree.NewMap(tree.Entry("text", tree.NewString(texts[name]+"end")))
			b.SetBytes(int64(len(Dump(Kapitan, doc))))
			for b.Loop() {
				Dump(Kapitan, doc)
			}
		})
	}
}
