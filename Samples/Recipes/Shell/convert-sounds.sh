#!/bin/sh
# Converts all sounds in Sounds and its folders into Resources, at one loudness. Fails if iOS would
# not play a sound. Works in any CI: `sh convert-sounds.sh`. Keep Resources between jobs, so that
# only changed sounds are converted.
set -eu

alertsound convert Sounds -o Resources --prune --over-limit fail --loudness -16 --manifest alerts.json
alertsound check Resources
