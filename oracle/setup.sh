#!/bin/sh
# Installs the reference, Commodore, from PyPI into a folder of the user's
# cache, once for each version, and prints the path of its Python.
# PYTHON names the Python to build on (default: the first suitable one).
set -eu

version=1.35.1
folder=${XDG_CACHE_HOME:-$HOME/.cache}/azogue/oracle-$version
python=$folder/bin/python

# pip writes this record last, so a broken-off install has none.
installed() { [ -x "$python" ] && ls "$folder"/lib/python3*/site-packages/syn_commodore-$version.dist-info/RECORD >/dev/null 2>&1; }

# Commodore pins kapitan, reclass-rs and gojsonnet; output depends on these too.
download() {
	"$python" -m pip install --quiet --disable-pip-version-check \
		"syn-commodore==$version" PyYAML==6.0.4 Jinja2==3.1.6 jsonschema==4.26.0 >&2
}

suitable() {
	for p in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
		if "$p" -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' 2>/dev/null; then
			echo "$p"
			return
		fi
	done
	echo "the reference needs Python 3.11 to 3.14 with venv; set PYTHON to one" >&2
	return 1
}

if ! installed; then
	base=$(suitable)
	mkdir -p "$folder"
	"$base" -m venv --clear "$folder" >&2
	download || { echo "download again" >&2; sleep 5; download; }
	installed || { echo "pip left no syn-commodore $version in $folder" >&2; exit 1; }
fi
echo "$python"
