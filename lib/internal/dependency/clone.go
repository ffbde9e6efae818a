package dependency

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strconv"
	"strings"
	"sync"

	"github.com/azogue-build/azogue/lib/diag"
)

// clone is a git repository on this machine, and the process that reads it.
type clone struct {
	dir    string // git's folder
	shown  string // as people know it
	origin string // the URL of its remote, if it has one

	mu     sync.Mutex
	cmd    *exec.Cmd
	in     io.Writer
	out    *bufio.Reader
	errors bytes.Buffer // of the process, to be read once it has ended
	ended  error
	trees  map[string][]entry // those that were read, by id
}

// maxObject is the size of the largest file that is read: a damaged object may
// claim any.
const maxObject = 1 << 30

// errMissing is what the clone gives for what it has not.
var errMissing = errors.New("not in the clone")

// start has git read the clone.
func (c *clone) start(ctx context.Context) error {
	origin, err := command(ctx, c.dir, "config", "--get", "remote.origin.url").Output()
	if errors.Is(err, exec.ErrNotFound) {
		return diag.Diag{ID: "dependency/no-git", Message: fmt.Sprintf("there is no git on this machine, which is needed to read %s", c.shown), Hint: "install git, or use components that need no --deps"}
	}
	c.origin = strings.TrimSpace(string(origin)) // a clone without a remote is fine
	c.cmd = command(ctx, c.dir, "cat-file", "--batch")
	c.cmd.Stderr = &c.errors
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	c.in, c.out = in, bufio.NewReader(out)
	return c.cmd.Start()
}

// object reads the object that a name stands for, which must be of the kind.
func (c *clone) object(name, kind string) (id string, data []byte, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended != nil {
		return "", nil, c.ended
	}
	fail := func(err error) (string, []byte, error) {
		killed := c.cmd.Process.Kill() == nil // or it waits for us
		if wait := c.cmd.Wait(); c.errors.Len() > 0 {
			err = errors.New(strings.TrimSpace(c.errors.String()))
		} else if wait != nil && !killed {
			err = wait
		}
		c.ended = fmt.Errorf("read %s: %w", c.shown, err)
		return "", nil, c.ended
	}
	if _, err := io.WriteString(c.in, name+"\n"); err != nil {
		return fail(err)
	}
	head, err := c.out.ReadString('\n')
	if err != nil {
		return fail(err)
	}
	fields := strings.Fields(strings.TrimPrefix(head, name))
	switch {
	case strings.HasPrefix(head, name) && len(fields) == 1 && fields[0] == "ambiguous":
		return "", nil, diag.Diag{ID: "dependency/two-versions", Message: fmt.Sprintf("%q begins the ids of more than one commit in %s", strings.TrimSuffix(name, "^{commit}"), c.shown)}
	case strings.HasPrefix(head, name) && len(fields) == 1:
		return "", nil, errMissing
	}
	fields = strings.Fields(head)
	size := -1
	if len(fields) == 3 {
		size, err = strconv.Atoi(fields[2])
	}
	if err != nil || size < 0 || size > maxObject {
		return fail(fmt.Errorf("%s has an object that can't be read: git says %q", name, strings.TrimSpace(head)))
	}
	data = make([]byte, size+1) // a line break follows
	if _, err := io.ReadFull(c.out, data); err != nil {
		return fail(err)
	}
	if fields[1] != kind {
		return "", nil, fmt.Errorf("read %s: %s is a %s, not a %s", c.shown, name, fields[1], kind)
	}
	return fields[0], data[:size], nil
}

// entry is one name in a tree.
type entry struct {
	name, id string
	mode     fs.FileMode
}

// modes are those that git keeps. A submodule is an empty folder.
var modes = map[string]fs.FileMode{
	"100644": 0o644, "100755": 0o755, "100664": 0o664, "120000": fs.ModeSymlink | 0o777, "40000": fs.ModeDir | 0o755, "160000": fs.ModeDir | 0o755,
}

// tree reads a folder.
func (c *clone) tree(id string) ([]entry, error) {
	c.mu.Lock()
	list, ok := c.trees[id]
	c.mu.Unlock()
	if ok {
		return list, nil
	}
	_, data, err := c.object(id, "tree")
	if err != nil {
		return nil, err
	}
	for rest := data; len(rest) > 0; {
		head, after, ok := bytes.Cut(rest, []byte{0})
		mode, name, named := strings.Cut(string(head), " ")
		m, known := modes[mode]
		if !ok || !named || !known || len(after) < len(id)/2 || !fs.ValidPath(name) || name == "." || strings.Contains(name, "/") {
			return nil, fmt.Errorf("read %s: tree %s has an entry that can't be checked out: %q", c.shown, id, head)
		}
		e := entry{name, hex.EncodeToString(after[:len(id)/2]), m}
		if mode == "160000" {
			e.id = "" // a commit of another repository
		}
		list, rest = append(list, e), after[len(id)/2:]
	}
	c.mu.Lock()
	c.trees[id] = list
	c.mu.Unlock()
	return list, nil
}
