#!/bin/sh
# A run script phase: converts the sounds in Sounds and puts them where iOS looks, at the top of the app.
#
# In the target's Build Phases add a Run Script Phase, before Copy Bundle Resources:
#   script              "$SRCROOT/convert-sounds.sh"
#   input file lists    $(SRCROOT)/Sounds.xcfilelist
#   output file lists   $(SRCROOT)/Alerts.xcfilelist
# and keep the sounds themselves out of Copy Bundle Resources. The lists let Xcode leave the phase out
# when nothing changed; write-file-lists.sh makes them. Set ENABLE_USER_SCRIPT_SANDBOXING to NO: an output
# has another name until it is whole, and Xcode's sandbox knows the names in the list only.
set -eu
PATH="$PATH:/usr/local/bin:/opt/homebrew/bin"

alerts="$DERIVED_FILE_DIR/Alerts"
alertsound convert "$SRCROOT/Sounds" -o "$alerts" --flatten --prune --quiet --diagnostics xcode
# Not straight into the app, which would then have the record of what was converted, too.
# There may be no sounds yet.
[ ! -d "$alerts" ] || find "$alerts" -name '*.caf' \
  -exec cp {} "$TARGET_BUILD_DIR/$UNLOCALIZED_RESOURCES_FOLDER_PATH/" \;
