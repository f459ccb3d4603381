#!/bin/sh
# A run script phase: converts the sounds in Sounds and puts them where iOS looks, at the top of the app.
#
# In the target's Build Phases add a Run Script Phase, before Copy Bundle Resources:
#   script              "$SRCROOT/convert-sounds.sh"
#   input file lists    $(SRCROOT)/Sounds.xcfilelist
#   output file lists   $(SRCROOT)/Alerts.xcfilelist
# Keep the sounds themselves out of Copy Bundle Resources. With the lists, Xcode skips the phase if
# nothing changed. write-file-lists.sh creates the lists. Set ENABLE_USER_SCRIPT_SANDBOXING to NO,
# because alertsound writes outputs under a temporary name, and Xcode's sandbox allows only names in
# the list.
set -eu
PATH="$PATH:/usr/local/bin:/opt/homebrew/bin"

alerts="$DERIVED_FILE_DIR/Alerts"
alertsound convert "$SRCROOT/Sounds" -o "$alerts" --flatten --prune --quiet --diagnostics xcode
# Don't convert directly into the app, because alertsound's records would also be in the app.
# There may be no sounds yet.
[ ! -d "$alerts" ] || find "$alerts" -name '*.caf' \
  -exec cp {} "$TARGET_BUILD_DIR/$UNLOCALIZED_RESOURCES_FOLDER_PATH/" \;
