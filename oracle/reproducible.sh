#!/bin/sh
# Builds azogue twice, from two folders and without anything built before, and
# compiles every cluster 20 times with each of GOMAXPROCS=1, 2 and 8. The bytes
# must be the same every time.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export CGO_ENABLED=0

# build FOLDER builds in a copy of the sources, with a build cache of its own.
build() {
	mkdir -p "$dir/$1/src"
	(cd "$root" && cp -R go.mod go.sum Makefile cmd components jsonnet lib "$dir/$1/src")
	(cd "$dir/$1/src" && GOCACHE="$dir/$1/cache" "${MAKE:-make}" -s build)
}

build one
build another
cmp "$dir/one/src/bin/azogue" "$dir/another/src/bin/azogue"
echo "two builds: the same $(wc -c <"$dir/one/src/bin/azogue") bytes"

cd "$root"
for file in clusters/*.yaml; do
	cluster=$(basename "$file" .yaml)
	for procs in 1 2 8; do
		for run in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
			GOMAXPROCS=$procs "$dir/one/src/bin/azogue" compile "$cluster" -o "$dir/$cluster/$procs-$run" >/dev/null
			diff -r "$dir/$cluster/1-1" "$dir/$cluster/$procs-$run"
		done
	done
	echo "$cluster: 20 compiles with each of GOMAXPROCS=1, 2, 8: the same $(find "$dir/$cluster/1-1" -type f | wc -l) files"
done
