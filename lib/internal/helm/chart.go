package helm

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/ignore"

	"github.com/azogue-build/azogue/lib/diag"
	"github.com/azogue-build/azogue/lib/tree"
)

// Limits of a chart's folder. The first two are Helm's own for archives.
const (
	maxFile  = 5 << 20
	maxChart = 100 << 20
	maxFiles = 20_000
	maxDepth = 50 // of folders; a link to a parent would be endless
)

// Chart is a loaded chart. It is never changed, and may be rendered by several
// goroutines at once.
type Chart struct {
	Folder string // where it was loaded from, for findings

	chart  *chart.Chart
	parsed *parsed
}

// Name gives the chart's own name.
func (c *Chart) Name() string { return c.chart.Name() }

// Charts keeps charts by the digest of their files: whoever loads the same files
// again, for whichever target, gets the chart that is parsed already. The zero
// value is empty and ready. Several goroutines may use it.
type Charts struct {
	mu    sync.Mutex
	known map[[sha256.Size]byte]func() (*Chart, error)
}

// Load gives the chart in the top folder of files, as `helm template FOLDER`
// loads it: .helmignore applies, sub charts are those in charts/, folders and
// archives. The folder's name is for findings. The error is a diag.Diag.
func (s *Charts) Load(files fs.FS, folder string) (*Chart, error) {
	list, err := chartFiles(files)
	if err != nil {
		return nil, chartProblem(folder, err)
	}
	c, err := s.loaded(list)()
	if err != nil {
		return nil, chartProblem(folder, err)
	}
	return &Chart{folder, c.chart, c.parsed}, nil
}

// LoadArchive gives the chart in a packaged one, as helm package makes it.
func (s *Charts) LoadArchive(data []byte, file string) (*Chart, error) {
	list, err := loader.LoadArchiveFiles(bytes.NewReader(data))
	if err != nil {
		return nil, chartProblem(file, err)
	}
	c, err := s.loaded(list)()
	if err != nil {
		return nil, chartProblem(file, err)
	}
	return &Chart{file, c.chart, c.parsed}, nil
}

// loaded gives what loads a chart of these files, the same for the same files.
func (s *Charts) loaded(list []*loader.BufferedFile) func() (*Chart, error) {
	key := digest(list)
	s.mu.Lock()
	defer s.mu.Unlock()
	if load, ok := s.known[key]; ok {
		return load
	}
	load := sync.OnceValues(func() (*Chart, error) {
		c, err := loader.LoadFiles(list)
		if err != nil {
			return nil, err
		}
		inOrder(c)
		return &Chart{chart: c, parsed: &parsed{}}, nil
	})
	if s.known == nil {
		s.known = map[[sha256.Size]byte]func() (*Chart, error){}
	}
	s.known[key] = load
	return load
}

// inOrder sorts sub charts by name. Helm has them in the order of a Go map,
// another one in each run.
func inOrder(c *chart.Chart) {
	list := slices.Clone(c.Dependencies())
	slices.SortStableFunc(list, func(a, b *chart.Chart) int { return cmp.Compare(a.Name(), b.Name()) })
	c.SetDependencies(list...)
	for _, sub := range list {
		inOrder(sub)
	}
}

// chartFiles reads what .helmignore leaves, sorted by path, byte order marks
// taken off.
func chartFiles(files fs.FS) ([]*loader.BufferedFile, error) {
	rules := ignore.Empty()
	if text, err := fs.ReadFile(files, ignore.HelmIgnore); err == nil {
		if rules, err = ignore.Parse(bytes.NewReader(text)); err != nil {
			return nil, diag.Diag{ID: "helm/ignore", Pos: tree.Pos{File: ignore.HelmIgnore}, Message: err.Error()}
		}
	}
	rules.AddDefaults()
	var list []*loader.BufferedFile
	size := 0
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		ignored := rules.Ignore(name, info)
		switch {
		case info.IsDir() && ignored:
			return fs.SkipDir
		case info.IsDir() && strings.Count(name, "/") >= maxDepth:
			return fmt.Errorf("folders are nested more than %d deep at %s", maxDepth, name)
		case info.IsDir() || ignored:
			return nil
		case !info.Mode().IsRegular():
			return fmt.Errorf("%s is not a regular file", name)
		case info.Size() > maxFile:
			return fmt.Errorf("the file %s is larger than the %d MiB that Helm allows", name, maxFile>>20)
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if size += len(data); size > maxChart || len(list) >= maxFiles {
			return fmt.Errorf("the chart has more than %d MiB, or %d files", maxChart>>20, maxFiles)
		}
		list = append(list, &loader.BufferedFile{Name: name, Data: bytes.TrimPrefix(data, []byte("\ufeff"))})
		return nil
	})
	return list, err
}

func digest(list []*loader.BufferedFile) [sha256.Size]byte {
	h := sha256.New()
	for _, f := range list {
		fmt.Fprintf(h, "%d %s %d\n", len(f.Name), f.Name, len(f.Data))
		h.Write(f.Data)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// chartProblem gives err as a finding about a chart's folder.
func chartProblem(folder string, err error) error {
	var d diag.Diag
	if errors.As(err, &d) {
		d.Pos.File = path.Join(folder, d.Pos.File)
		return d
	}
	d = diag.Diag{ID: "helm/chart", Pos: tree.Pos{File: folder}, Message: "the chart can't be loaded: " + err.Error()}
	if strings.Contains(err.Error(), "Chart.yaml file is missing") {
		d.Hint = "an input path of type helm is the folder that holds Chart.yaml; is the chart downloaded (parameters.kapitan.dependencies)?"
	}
	return d
}
