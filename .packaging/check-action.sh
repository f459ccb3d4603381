#!/bin/sh
# Runs the steps of the GitHub action as a runner would, with a release over loopback: check-action.sh FOLDER, which
# contains SHA256SUMS and an archive for this machine. Validates action.yml and what uses it, too.
set -eu
release=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
venv=.build-action/venv
[ -x $venv/bin/python ] || python3 -m venv $venv
$venv/bin/python -m pip install -q check-jsonschema==0.39.0 zizmor==1.32.0
$venv/bin/check-jsonschema -q --builtin-schema vendor.github-actions .packaging/action/action.yml
$venv/bin/check-jsonschema -q --builtin-schema vendor.github-workflows \
  Samples/Recipes/GitHubActions/sounds.yml .github/workflows/*.yml
$venv/bin/zizmor --offline -q .packaging/action/action.yml .github/workflows/*.yml
$venv/bin/python -B .packaging/action/check.py "$release"
