// Package jsonnet holds the Jsonnet files that are in the binary.
//
// They give components and filters what Commodore 1.35.1 and Kapitan 0.36.3
// ship: the same import paths, the same members, the same results. The text is
// ours; testdata records what the original libraries answer, and
// TestOracleLibraries asks them again.
//
//	lib/kapitan.libjsonnet            Kapitan's functions (found before any search path)
//	lib/commodore.libjsonnet          Commodore's functions
//	lib/kube.libjsonnet               Kubernetes objects
//	lib/kube.libsonnet                the same under another name
//	lib/kube-libsonnet/kube.libsonnet the library behind them, open to changes
//	filters/helm_namespace.jsonnet    the built-in filter
//	scripts/run-kustomize             what the parameter _kustomize_wrapper leads to
//	stub/argocd.libjsonnet            lib/argocd.libjsonnet where a component is compiled alone
//
// All but the first and the last are found in Commodore's own folder, a search
// path after those of the workspace: a workspace may bring its own. The other
// files of lib/kube-libsonnet are parts of kube.libsonnet, imported by it
// relative to itself.
//
// Natives and external variables are the caller's matter. kapitan.libjsonnet
// wants, besides Kapitan's natives and the variable `target`, the variables
// `azogue:inventory` with the inventory of that target and `azogue:inventories`
// with those of all targets by name.
package jsonnet

import "embed"

// Lib holds the files under their path in this folder.
//
//go:embed filters lib scripts stub
var Lib embed.FS
