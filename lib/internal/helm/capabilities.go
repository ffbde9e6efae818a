package helm

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/util/version"
)

// Capabilities is .Capabilities: what a chart is told of the cluster and of Helm.
type Capabilities struct {
	KubeVersion KubeVersion
	APIVersions VersionSet
	HelmVersion BuildInfo
}

// KubeVersion is a version of Kubernetes.
type KubeVersion struct{ Version, Major, Minor string }

// String gives the version, with v.
func (v *KubeVersion) String() string { return v.Version }

// GitVersion gives the version, with v.
func (v *KubeVersion) GitVersion() string { return v.Version }

// VersionSet are API versions, some with a kind: "apps/v1", "apps/v1/Deployment".
type VersionSet []string

// Has tells whether an API version is in the set.
func (v VersionSet) Has(apiVersion string) bool { return slices.Contains(v, apiVersion) }

// BuildInfo is the version of Helm.
type BuildInfo struct {
	Version      string `json:"version,omitempty"`
	GitCommit    string `json:"git_commit,omitempty"`
	GitTreeState string `json:"git_tree_state,omitempty"`
	GoVersion    string `json:"go_version,omitempty"`
}

// kubeVersion is what the command of Helm 3.22.0 takes for the cluster's version
// when it is told none.
var kubeVersion = KubeVersion{"v1.37.0", "1", "37"}

// NewCapabilities gives what `helm template` of Helm 3.22.0 tells a chart.
// kubeVersion is that of --kube-version, or "". apiVersions are added to the
// known ones.
func NewCapabilities(kube string, apiVersions []string) (*Capabilities, error) {
	c := &Capabilities{kubeVersion, slices.Concat(knownVersions, apiVersions), BuildInfo{Version: "v3.22.0", GoVersion: runtime.Version()}}
	if kube == "" {
		return c, nil
	}
	v, err := version.ParseGeneric(kube)
	if err != nil {
		return nil, fmt.Errorf("invalid kube version '%s': %w", kube, err)
	}
	c.KubeVersion = KubeVersion{"v" + v.String(), strconv.FormatUint(uint64(v.Major()), 10), strconv.FormatUint(uint64(v.Minor()), 10)}
	return c, nil
}

// knownVersions are the API versions that Helm 3.22.0 knows of without a
// cluster: those of its Kubernetes client.
var knownVersions = VersionSet{
	"v1", "admissionregistration.k8s.io/v1", "admissionregistration.k8s.io/v1alpha1", "admissionregistration.k8s.io/v1beta1",
	"internal.apiserver.k8s.io/v1alpha1", "apps/v1", "apps/v1beta1", "apps/v1beta2", "authentication.k8s.io/v1",
	"authentication.k8s.io/v1alpha1", "authentication.k8s.io/v1beta1", "authorization.k8s.io/v1", "authorization.k8s.io/v1beta1",
	"autoscaling/v1", "autoscaling/v2", "batch/v1", "batch/v1beta1", "certificates.k8s.io/v1", "certificates.k8s.io/v1beta1",
	"certificates.k8s.io/v1alpha1", "coordination.k8s.io/v1alpha2", "coordination.k8s.io/v1beta1", "coordination.k8s.io/v1",
	"discovery.k8s.io/v1", "discovery.k8s.io/v1beta1", "events.k8s.io/v1", "events.k8s.io/v1beta1", "extensions/v1beta1",
	"flowcontrol.apiserver.k8s.io/v1", "flowcontrol.apiserver.k8s.io/v1beta1", "flowcontrol.apiserver.k8s.io/v1beta2",
	"flowcontrol.apiserver.k8s.io/v1beta3", "lifecycle.k8s.io/v1alpha1", "networking.k8s.io/v1", "networking.k8s.io/v1beta1",
	"node.k8s.io/v1", "node.k8s.io/v1alpha1", "node.k8s.io/v1beta1", "policy/v1", "policy/v1beta1", "rbac.authorization.k8s.io/v1",
	"rbac.authorization.k8s.io/v1beta1", "rbac.authorization.k8s.io/v1alpha1", "resource.k8s.io/v1", "resource.k8s.io/v1beta2",
	"resource.k8s.io/v1beta1", "resource.k8s.io/v1alpha3", "scheduling.k8s.io/v1alpha3", "scheduling.k8s.io/v1beta1",
	"scheduling.k8s.io/v1", "storage.k8s.io/v1beta1", "storage.k8s.io/v1", "storage.k8s.io/v1alpha1",
	"storagemigration.k8s.io/v1", "storagemigration.k8s.io/v1beta1", "apiextensions.k8s.io/v1beta1", "apiextensions.k8s.io/v1",
}
