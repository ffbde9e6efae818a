# Targets of one line of help each: `make help`. All work with -j.
SHELL := /bin/sh
GO    ?= go
OUT   ?= out/$(CLUSTER)
export CGO_ENABLED = 0

.PHONY: help build render test cases race lint oracle bench conformance reproducible golden-diff gen-golden golden-diff-all gen-golden-all need-cluster

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

oracle: build ## compile everything shipped with azogue and with the reference, and compare
	ORACLE=1 ORACLE_PYTHON="$$(./oracle/setup.sh)" $(GO) test -count=1 -v -run Oracle ./jsonnet ./oracle

# Both write to memory where there is such a folder: a disk that is slow to make
# files would be timed with them.
BENCHDIR ?= $(firstword $(wildcard /dev/shm) /tmp)

bench: ## time azogue, alone and against the reference
	$(GO) test -run '^$$' -bench . ./lib/...
	ORACLE_PYTHON="$$(./oracle/setup.sh || true)" TMPDIR="$(BENCHDIR)" $(GO) run ./oracle/bench

conformance: build ## compile the component repositories in CORPUS=<folder> with both, ONLY=<glob> of them
	ORACLE_PYTHON="$$(./oracle/setup.sh)" $(GO) run ./oracle/conformance --corpus "$(CORPUS)" $(if $(ONLY),--only '$(ONLY)') $(if $(REPORT),--json '$(REPORT)')

reproducible: ## build twice and compile each cluster 60 times: always the same bytes
	./oracle/reproducible.sh

golden-diff: need-cluster build ## compare CLUSTER=<id> with golden/<id>
	@bin/azogue golden $(CLUSTER)

gen-golden: need-cluster build ## update golden/<id> of CLUSTER=<id>
	@bin/azogue golden $(CLUSTER) --update

CLUSTERS = $(basename $(notdir $(wildcard clusters/*.yaml)))

golden-diff-all: build ## compare every cluster with its golden files
	@for c in $(CLUSTERS); do bin/azogue golden $$c || exit; done

gen-golden-all: build ## update the golden files of every cluster
	@for c in $(CLUSTERS); do bin/azogue golden $$c --update || exit; done

need-cluster:
	@test -n "$(CLUSTER)" || { echo "name a cluster, as CLUSTER=$(firstword $(CLUSTERS))" >&2; exit 2; }
