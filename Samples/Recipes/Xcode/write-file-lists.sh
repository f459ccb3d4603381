#!/bin/sh
# Rewrites the run script phase's file lists. Run it after adding or removing a sound: `sh
# write-file-lists.sh`.
set -eu
cd "$(dirname "$0")"
PATH="$PATH:/usr/local/bin:/opt/homebrew/bin"

# alertsound knows which files are sounds. Each line of its dry run is an input and its output.
sounds=$(alertsound convert Sounds -o Alerts --flatten --dry-run --force --over-limit warn)
printf '%s\n' "$sounds" | sed -n 's|^\(.*\) -> .*|$(SRCROOT)/\1|p' >Sounds.xcfilelist
sed -e 's|.*/||' -e 's|\.[^.]*$|.caf|' \
  -e 's|^|$(TARGET_BUILD_DIR)/$(UNLOCALIZED_RESOURCES_FOLDER_PATH)/|' \
  Sounds.xcfilelist >Alerts.xcfilelist
