#!/bin/sh
# Builds sounds with Bazel, here and on a remote execution service of this machine: check-bazel.sh PROGRAM FOLDER
# COUNT is the number of sounds that are converted remotely.
set -eu
program=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
cd "$(dirname "$0")/.."

# BuildGrid keeps its queue in PostgreSQL.
if ! { command -v bazel && command -v pg_ctlcluster && python3 -c 'import ensurepip, venv'; } >/dev/null 2>&1; then
  sudo=''
  if [ "$(id -u)" != 0 ]; then
    sudo=$(command -v sudo) || {
      echo "check-bazel: bazel, PostgreSQL or Python's venv is missing; run this as root or with sudo to install them" >&2
      exit 1
    }
  fi
  $sudo apt-get update -q
  # shellcheck disable=SC2086
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
    bazel-bootstrap postgresql python3-venv
fi

venv=$folder/venv
if ! [ -e "$venv/ready" ]; then
  python3 -m venv "$venv"
  # 0.4.4 is the last version for the Python of Debian 12. With SQLAlchemy 2.1 it would choose a driver for
  # PostgreSQL that it can't wait with.
  "$venv/bin/pip" install -q 'buildgrid[database]==0.4.4' 'SQLAlchemy<2.1'
  touch "$venv/ready"
fi
exec "$venv/bin/python" -B .packaging/scale/check_bazel.py "$program" "$folder" "${COUNT:-100}"
