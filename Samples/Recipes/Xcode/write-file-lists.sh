#!/bin/sh
# Writes the file lists of the run script phase anew, after a sound has come or gone:
# `sh write-file-lists.sh`.
set -eu
cd "$(dirname "$0")"

find Sounds -type f ! -name '.*' | LC_ALL=C sort | sed 's|^|$(SRCROOT)/|' >Sounds.xcfilelist
sed -e 's|.*/||' -e 's|\.[^.]*$|.caf|' \
  -e 's|^|$(TARGET_BUILD_DIR)/$(UNLOCALIZED_RESOURCES_FOLDER_PATH)/|' \
  Sounds.xcfilelist >Alerts.xcfilelist
