#!/bin/sh
# Converts all sounds in Sounds and its folders into Resources, and fails when iOS would not play one.
# For a job of any CI: `sh convert-sounds.sh`. Keep Resources between jobs, and only what changed is
# converted.
set -eu

alertsound convert Sounds -o Resources --prune --over-limit fail --manifest alerts.json
alertsound check Resources
