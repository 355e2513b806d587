#!/bin/sh
# Installs the programs that benchmarks compare with, from PyPI, into a virtual environment outside of the repository.
# `sh bench/rivals/setup.sh`; doing it again is harmless. Needs Python 3.11 or newer, one minute and 1 GB.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cache=${PROOFLOAD_BENCH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/proofload-bench}

mkdir -p "$cache"
[ -x "$cache/rivals/bin/python" ] || python3 -m venv "$cache/rivals"
"$cache/rivals/bin/pip" install --disable-pip-version-check --quiet --requirement "$here/requirements.txt"
echo "Rivals are ready in $cache/rivals"
