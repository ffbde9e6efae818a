# Targets of one line of help each: `make help`. All work with -j.
SHELL := /bin/sh
GO    ?= go
OUT   ?= out/$(CLUSTER)
export CGO_ENABLED = 0

.PHONY: help build render test cases race lint oracle fuzz fuzz-go bench bench-jrsonnet conformance charts verify-cluster reproducible golden-diff gen-golden golden-diff-all gen-golden-all docs need-cluster

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST)

build: ## build bin/azogue, one static binary
	@$(GO) build -trimpath -buildvcs=false -ldflags=-s -o bin/azogue ./cmd/azogue

render: need-cluster build ## compile CLUSTER=<id> into out/<id>
	@bin/azogue compile $(CLUSTER) -o $(OUT)

test: ## run all tests; needs neither network nor the reference
	$(GO) test ./...

cases: ## run the case files of AZOGUE_CASES=<folder>
	$(GO) test ./... -count=1 -run Cases

race: ## run all tests under the race detector (needs a C compiler)
	CGO_ENABLED=1 $(GO) test -race ./...

lint: ## gofmt, go vet, staticcheck, layers
	@test -z "$$(gofmt -s -l cmd lib jsonnet components oracle)" || { gofmt -s -l cmd lib jsonnet components oracle; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) test ./lib -run 'TestLayers|TestGoroutines'

oracle: build ## compare everything shipped, and each package with recorded answers, with the reference
	ORACLE=1 ORACLE_PYTHON="$$(./oracle/setup.sh)" $(GO) test -count=1 -timeout 30m -v -run Oracle ./...

FUZZED = reclass pyyaml jsonnetvm postprocess

fuzz: ## compare random inputs with the reference, FOR=20m each, SEED=<number>, ONLY=inventory, text, dump, load, natives or filters
	ORACLE=1 ORACLE_PYTHON="$$(./oracle/setup.sh)" $(GO) test -count=1 -v -timeout 0 -run '(?i)^TestOracleRandom$(ONLY)' \
		$(addprefix ./lib/internal/,$(FUZZED)) -for $(or $(FOR),1m) -seed $(or $(SEED),1)

fuzz-go: ## try random inputs on every parser and printer, FOR=1m each
	@set -e; grep -ro --include=*_test.go 'func Fuzz[A-Za-z]*' lib | sort | while IFS=: read -r file name; do \
		$(GO) test -run '^$$' -fuzz "^$${name#func }\$$" -fuzztime $(or $(FOR),1m) -fuzzminimizetime 1s "./$${file%/*}"; done

# Both write to memory where there is such a folder: a disk that is slow to make
# files would be timed with them.
BENCHDIR ?= $(firstword $(wildcard /dev/shm) /tmp)

bench: ## time azogue, alone and against the reference
	$(GO) test -run '^$$' -bench . ./lib/...
	ORACLE_PYTHON="$$(./oracle/setup.sh || true)" TMPDIR="$(BENCHDIR)" $(GO) run ./oracle/bench

bench-jrsonnet: build ## time the Jsonnet of component repositories in CORPUS=<folder>, ONLY=<glob> of them, against jrsonnet
	ORACLE_PYTHON="$$(./oracle/setup.sh)" $(GO) run ./oracle/conformance --jrsonnet --runs $(or $(RUNS),5) --corpus "$(CORPUS)" $(if $(ONLY),--only '$(ONLY)')

conformance: build ## compile the component repositories in CORPUS=<folder> with both, ONLY=<glob> of them
	ORACLE_PYTHON="$$(./oracle/setup.sh)" $(GO) run ./oracle/conformance --corpus "$(CORPUS)" $(if $(ONLY),--only '$(ONLY)') $(if $(REPORT),--json '$(REPORT)')

charts: ## compare public charts in CHARTS=<folder>, as <name>-<version>, with the helm on PATH
	ORACLE=1 ORACLE_PYTHON="$$(./oracle/setup.sh)" CHARTS="$(abspath $(CHARTS))" $(GO) test -count=1 -v -run OracleCharts ./lib/internal/helm

verify-cluster: build ## have azogue verify what the reference compiles for a cluster of the components in CORPUS=<folder>
	@"$$(./oracle/setup.sh)" oracle/cluster.py --corpus "$(CORPUS)" --azogue bin/azogue

reproducible: ## build twice and compile each cluster 60 times: always the same bytes
	./oracle/reproducible.sh

golden-diff: need-cluster build ## compare CLUSTER=<id> with golden/<id>; several in quotes
	@bin/azogue golden $(CLUSTER)

gen-golden: need-cluster build ## update golden/<id> of CLUSTER=<id>
	@bin/azogue golden $(CLUSTER) --update

COMPONENTS = $(patsubst %/class,%,$(wildcard components/*/class))

golden-diff-all: build ## compare every cluster and component instance with its golden files
	@code=0; bin/azogue golden --all || code=$$?; bin/azogue component test $(COMPONENTS) || code=$$?; exit $$code

gen-golden-all: build ## update the golden files of every cluster and component instance
	@code=0; bin/azogue golden --all --update || code=$$?; bin/azogue component test $(COMPONENTS) --update || code=$$?; exit $$code

docs: ## write the pages that are made from tables
	$(GO) test ./lib/cli ./lib/internal/jsonnetvm -run '^TestDocs$$' -update

# With -j, what writes is done before what reads, and times are taken alone.
goals = $(filter $(MAKECMDGOALS),$(1))
golden-diff golden-diff-all test race cases oracle: | $(call goals,gen-golden gen-golden-all docs)
bench: | $(filter-out bench,$(MAKECMDGOALS))

need-cluster:
	@test -n "$(CLUSTER)" || { echo "name a cluster, as CLUSTER=$(basename $(notdir $(firstword $(wildcard clusters/*))))" >&2; exit 2; }
