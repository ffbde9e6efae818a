package helm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	"helm.sh/helm/v3/pkg/chart"
)

// unshared gives a copy of a chart and its sub charts that may be changed:
// metadata and sub charts are its own, templates, files and values are not.
func unshared(c *chart.Chart) *chart.Chart {
	out := *c
	metadata := *c.Metadata
	out.Metadata = &metadata
	if c.Metadata.Dependencies != nil {
		metadata.Dependencies = make([]*chart.Dependency, len(c.Metadata.Dependencies))
		for i, d := range c.Metadata.Dependencies {
			if d != nil {
				own := *d
				own.ImportValues = slices.Clone(d.ImportValues)
				metadata.Dependencies[i] = &own
			}
		}
	}
	var subs []*chart.Chart
	for _, sub := range c.Dependencies() {
		subs = append(subs, unshared(sub))
	}
	out.SetDependencies(subs...)
	return &out
}

// installable is an error for a chart that is no application, and for one
// without the sub charts that it names.
func installable(c *chart.Chart) error {
	if t := c.Metadata.Type; t != "" && t != "application" {
		return problem{message: fmt.Sprintf("%s charts are not installable", t), hint: "a library chart is a sub chart of others"}
	}
	var missing []string
	for _, d := range c.Metadata.Dependencies {
		if d != nil && !isSubchart(c, d.Name) {
			missing = append(missing, d.Name)
		}
	}
	if missing != nil {
		return problem{message: "found in Chart.yaml, but missing in charts/ directory: " + strings.Join(missing, ", "),
			hint: "put the sub charts there, as `helm dependency build` does, or use the packaged chart"}
	}
	return nil
}

// resolve applies what a chart's dependencies say: aliases, versions, tags,
// conditions and imported values. It changes c, as Helm's
// ProcessDependenciesWithMerge.
func resolve(c *chart.Chart, values map[string]any, warn func(string)) error {
	if err := enable(c, values, "", warn); err != nil {
		return err
	}
	return importValues(c, warn)
}

// enable leaves out the sub charts that are switched off, at all levels.
func enable(c *chart.Chart, values map[string]any, path string, warn func(string)) error {
	wanted := c.Metadata.Dependencies
	if wanted == nil {
		return nil
	}
	wanted = slices.DeleteFunc(wanted, func(d *chart.Dependency) bool { return d == nil })
	var subs []*chart.Chart
	for _, sub := range c.Dependencies() { // those that Chart.yaml does not name
		if !slices.ContainsFunc(wanted, func(d *chart.Dependency) bool {
			return sub.Name() == d.Name && compatible(d.Version, sub.Metadata.Version)
		}) {
			subs = append(subs, sub)
		}
	}
	for _, d := range wanted {
		if sub := wantedChart(c.Dependencies(), d); sub != nil {
			subs = append(subs, sub)
		}
		if d.Alias != "" {
			d.Name = d.Alias
		}
	}
	c.SetDependencies(subs...)
	all, err := coalescer{false, func(string) {}}.chart(c, values)
	if err != nil {
		return err
	}
	off := map[string]bool{}
	for _, d := range wanted {
		d.Enabled = enabled(d, all, path, warn)
		if !d.Enabled {
			off[d.Name] = true
		}
	}
	subs = slices.DeleteFunc(slices.Clone(subs), func(s *chart.Chart) bool { return off[s.Metadata.Name] })
	for _, sub := range subs {
		if err := enable(sub, all, path+sub.Metadata.Name+".", warn); err != nil {
			return err
		}
	}
	c.Metadata.Dependencies = slices.DeleteFunc(wanted, func(d *chart.Dependency) bool { return off[d.Name] })
	if len(c.Metadata.Dependencies) == 0 {
		c.Metadata.Dependencies = nil
	}
	c.SetDependencies(subs...)
	return nil
}

// wantedChart gives the sub chart that a dependency means, under its alias, or nil.
func wantedChart(subs []*chart.Chart, d *chart.Dependency) *chart.Chart {
	for _, sub := range subs {
		if sub.Name() != d.Name || !compatible(d.Version, sub.Metadata.Version) {
			continue
		}
		out, metadata := *sub, *sub.Metadata
		out.Metadata = &metadata
		if d.Alias != "" {
			metadata.Name = d.Alias
		}
		return &out
	}
	return nil
}

// enabled tells whether tags and condition leave a dependency switched on. The
// first condition that is set counts, before all tags.
func enabled(d *chart.Dependency, values map[string]any, path string, warn func(string)) bool {
	for condition := range strings.SplitSeq(strings.TrimSpace(d.Condition), ",") {
		value, ok := lookup(values, path+condition)
		if _, isTable := value.(map[string]any); condition == "" || !ok || isTable {
			continue
		}
		if on, ok := value.(bool); ok {
			return on
		}
		warn(fmt.Sprintf("the condition %s of the sub chart %s is not a boolean", condition, d.Name))
	}
	tags, _ := values["tags"].(map[string]any)
	on, off := false, false
	for _, tag := range d.Tags {
		switch v := tags[tag].(type) {
		case bool:
			on, off = on || v, off || !v
		case nil:
		default:
			warn(fmt.Sprintf("the tag %s of the sub chart %s is not a boolean", tag, d.Name))
		}
	}
	return on || !off
}

// compatible tells whether a version is in a range. What can't be read is not.
func compatible(constraint, version string) bool {
	v, err := semver.NewVersion(version)
	if err != nil {
		return false
	}
	c, err := semver.NewConstraint(constraint)
	return err == nil && c.Check(v)
}

// importValues adds to a chart's values what it imports of its sub charts', the
// innermost first.
func importValues(c *chart.Chart, warn func(string)) error {
	for _, sub := range c.Dependencies() {
		if err := importValues(sub, warn); err != nil {
			return err
		}
	}
	if c.Metadata.Dependencies == nil {
		return nil
	}
	keep := coalescer{true, func(string) {}}
	values, err := keep.chart(c, nil)
	if err != nil {
		return err
	}
	imported := map[string]any{}
	for _, d := range c.Metadata.Dependencies {
		for i, item := range d.ImportValues {
			var child, parent string
			switch item := item.(type) {
			case map[string]any:
				child, parent = fmt.Sprint(item["child"]), fmt.Sprint(item["parent"])
			case string:
				child, parent = "exports."+item, "."
			default:
				continue
			}
			d.ImportValues[i] = map[string]string{"child": child, "parent": parent}
			value, _ := lookup(values, d.Name+"."+child)
			table, ok := value.(map[string]any)
			if !ok {
				warn(fmt.Sprintf("the sub chart %s has no values %s to import", d.Name, child))
				continue
			}
			keep.tables(imported, under(parent, copied(table).(map[string]any)), "")
		}
	}
	keep.tables(values, imported, "")
	c.Values = values
	return nil
}

// under gives a table that has another at a path.
func under(path string, table map[string]any) map[string]any {
	if path == "." {
		return table
	}
	parts := strings.Split(path, ".")
	for _, part := range slices.Backward(parts) {
		table = map[string]any{part: table}
	}
	return table
}
