#!/bin/sh
# Runs the Dask recipe on workers of this machine, kills some midway, and checks what came of it:
# check-dask.sh PROGRAM FOLDER. COUNT is the number of sounds.
set -eu
program=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
cd "$(dirname "$0")/.."

venv=$folder/venv
packages=distributed==2026.8.0
if [ "$(cat "$venv/ready" 2>/dev/null)" != "$packages" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q "$packages"
  echo "$packages" >"$venv/ready"
fi
exec "$venv/bin/python" -B .packaging/scale/check_dask.py "$program" "$folder" "${COUNT:-400}"
