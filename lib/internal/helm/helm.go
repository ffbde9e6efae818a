// Package helm renders charts as `helm template` of Helm 3.22.0 does, in memory
// and with the same bytes.
//
// Goals: a chart is loaded and parsed once, whoever renders it; a render changes
// nothing that another can see; functions that give something else in each run
// are found and can be frozen; a template that never ends, or grows without end,
// is stopped; errors have the place in the chart and what was nil there.
//
// How it is laid out: chart.go loads; values.go, coalesce.go, dependencies.go,
// capabilities.go and schema.go make the values that templates see; parse.go
// makes syntax trees, engine.go runs them, with functions.go, chance.go and
// files.go for what they call; release.go sorts what they print into files.
//
// Non-goals: clusters (lookup finds nothing), repositories, plug-ins, post
// renderers. Helm's own packages for this part are used in tests only, as the
// answer to compare with: linked in, they cost each start of azogue 13 ms.
package helm
