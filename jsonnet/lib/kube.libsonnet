// Kubernetes objects: `import 'lib/kube.libsonnet'`.
//
// This is lib/kube-libsonnet/kube.libsonnet with each member taken over as it
// is there, and visible. Members stay bound to that library: replacing one here
// (`kube { PodSpec: ... }`, `kube { _assert:: false }`) does not change what the
// others build. Who needs that imports lib/kube-libsonnet/kube.libsonnet.

local library = import 'lib/kube-libsonnet/kube.libsonnet';

{
  // Commodore's switch for deprecation notes. Components may set it; it has no
  // effect, here as in Commodore, where a member sees only this default.
  _commodore_show_kube_libsonnet_deprecation:: false,
} + {
  [member]: library[member]
  for member in std.objectFieldsAll(library)
}
