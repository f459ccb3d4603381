#!/bin/sh
# Writes the file lists of the run script phase anew, after a sound has come or gone:
# `sh write-file-lists.sh`.
set -eu
cd "$(dirname "$0")"
PATH="$PATH:/usr/local/bin:/opt/homebrew/bin"

# What is a sound, alertsound knows: each line is a sound and what would become of it.
sounds=$(alertsound convert Sounds -o Alerts --flatten --dry-run --force --over-limit warn)
printf '%s\n' "$sounds" | sed -n 's|^\(.*\) -> .*|$(SRCROOT)/\1|p' >Sounds.xcfilelist
sed -e 's|.*/||' -e 's|\.[^.]*$|.caf|' \
  -e 's|^|$(TARGET_BUILD_DIR)/$(UNLOCALIZED_RESOURCES_FOLDER_PATH)/|' \
  Sounds.xcfilelist >Alerts.xcfilelist
