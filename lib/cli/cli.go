// Package cli is azogue's command line: verbs, flags, text for people, exit
// codes. It is the only package that prints.
//
// There are two front doors to one pipeline: azogue's own verbs, on a workspace
// of clusters, inventory and components; and Commodore's, with Commodore
// 1.35.1's flags, messages and exit codes (spec F3).
//
// Own verbs exit with 0 when done, 1 for findings or differences, 2 when they
// could not do their work.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/azogue-build/azogue/lib/compiler"
)

// The exit codes.
const (
	exitDone     = 0
	exitFindings = 1
	exitCouldNot = 2
)

// exit is an error that has been told already and only sets the exit code.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// The groups of the help, in its order.
const (
	forClusters   = "clusters"
	forComponents = "components"
	forMore       = "more"
)

var groups = []*cobra.Group{
	{ID: forClusters, Title: "Clusters of a workspace:"},
	{ID: forComponents, Title: "Component libraries:"},
	{ID: forMore, Title: "More:"},
}

// verbs are all commands at the top, in the order of the help.
var verbs = []struct {
	group string
	make  func(*run) *cobra.Command
}{
	{forClusters, compileVerb},
	{forClusters, goldenVerb},
	{forClusters, planVerb},
	{forClusters, paramsVerb},
	{forClusters, inventoryVerb},
	{forClusters, initVerb},
	{forComponents, componentVerb},
	{forComponents, packageVerb},
	{forMore, verifyVerb},
	{forMore, versionVerb},
}

// run is one call of azogue.
type run struct {
	Streams
	workspace string
	format    string
	workers   int
	limits    compiler.Limits
	freeze    bool
	memory    uint64
	deps      dependencies
	verbose   bool
	signals   context.Context // ends when the user wants no more
	writes    bool            // the verb writes files when it is done
	progress  *progress
}

// Run carries out one command line, without the program's name, and gives the
// exit code.
func Run(ctx context.Context, args []string, streams Streams) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	out := &noting{w: streams.Out}
	streams.Out = out
	r := &run{Streams: streams, progress: newProgress(streams)}
	if r.progress.on {
		r.Out, r.Err = wiping{streams.Out, r.progress}, wiping{streams.Err, r.progress}
		defer r.progress.wipe()
	}
	r.signals = ctx
	root := r.root()
	commandsOfCobra(root)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil && out.err != nil { // as of help, which nobody else looks at
		err = out.err
	}
	var code exit
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &code):
		return int(code)
	}
	if !r.interrupted() {
		r.fail(err)
	}
	return exitCouldNot
}

// noting is a stream that notes the first error of writing to it.
type noting struct {
	w   io.Writer
	err error
}

func (n *noting) Write(b []byte) (int, error) {
	count, err := n.w.Write(b)
	if n.err == nil {
		n.err = err
	}
	return count, err
}

// root makes the command of all verbs.
func (r *run) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "azogue",
		Short: "azogue compiles the manifests of Kubernetes fleets, and tests them",
		Long: `azogue compiles the manifests of Kubernetes fleets, and tests them.

A workspace is a folder with clusters/, inventory/ and components/. Compile one
of its clusters, see what would change against its golden files, and keep those
in git for the review:

    azogue compile CLUSTER
    azogue golden CLUSTER
    azogue golden CLUSTER --update

Exit codes: 0 done, 1 differences, 2 could not do it.`,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs,
		RunE:          onlyCommands,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := r.checkFlags(); err != nil {
				return err
			}
			r.tune()
			ctx := r.watch(cmd.Context())
			cmd.SetContext(ctx)
			return r.deps.open(ctx)
		},
	}
	root.SetVersionTemplate("azogue {{.Version}}\n")
	addTemplateFunctions()
	root.SetUsageTemplate(helpTemplate)
	root.SetOut(r.Out)
	root.SetErr(r.Err)
	root.AddGroup(groups...)
	root.SetHelpCommandGroupID(forMore)
	root.SetCompletionCommandGroupID(forMore)
	r.commonFlags(root)
	for _, verb := range verbs {
		cmd := verb.make(r)
		cmd.GroupID = verb.group
		root.AddCommand(cmd)
	}
	elsewhereVerbs(r, root)
	r.complete(root)
	explainUsage(root)
	return root
}

// addTemplateFunctions is once for the process: cobra keeps them in a variable.
var addTemplateFunctions = sync.OnceFunc(func() { cobra.AddTemplateFunc("flagNames", flagNames) })

func (r *run) commonFlags(root *cobra.Command) {
	f := root.PersistentFlags()
	f.StringVarP(&r.workspace, "workspace", "w", ".", "folder with clusters/, inventory/ and components/")
	r.deps.flag(f)
	f.IntVar(&r.workers, "jobs", runtime.GOMAXPROCS(0), "targets to compile at a time")
	f.Lookup("jobs").DefValue = "one for each CPU"
	f.DurationVar(&r.limits.Time, "max-time", time.Minute, "stop an evaluation of Jsonnet that takes longer; 0 never does")
	f.IntVar(&r.limits.Stack, "max-stack", 500, "stop an evaluation of Jsonnet with deeper calls")
	f.BoolVar(&r.freeze, "freeze", false, "have charts give the same values each time where they ask for random ones, certificates or the time")
	r.memory = 4 << 30
	f.Var((*bytesFlag)(&r.memory), "max-memory", "stop when azogue needs more memory, as 512MiB or 8GiB; 0 never does")
	f.BoolVar(&r.verbose, "verbose", false, "show how long each stage and target took")
}

func (r *run) checkFlags() error {
	if r.workers < 1 {
		return fmt.Errorf("--jobs must be at least 1, not %d", r.workers)
	}
	if r.limits.Time < 0 {
		return fmt.Errorf("--max-time can't be negative, as %v is", r.limits.Time)
	}
	if r.limits.Stack < 1 {
		return fmt.Errorf("--max-stack must be at least 1, not %d", r.limits.Stack)
	}
	return nil
}

// firstCollection has the heap collected for the first time when it is 76 MiB,
// which a cluster of ten targets does not reach; one takes 6 % of its CPU.
const firstCollection = 1800

// fewCollections lets the heap grow to four times what is in use before it is
// collected again: a run is short, and most of what it allocates is its result.
const fewCollections = 300

// tune sets the garbage collector for one short run. It collects more eagerly
// from three quarters of the memory limit on, so that what trips the limit is in use.
func (r *run) tune() {
	debug.SetGCPercent(firstCollection)
	runtime.AddCleanup(new([16]byte), func(percent int) { debug.SetGCPercent(percent) }, fewCollections)
	if r.memory > 0 {
		debug.SetMemoryLimit(int64(min(r.memory/4*3, math.MaxInt64)))
	}
}
