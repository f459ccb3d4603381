#!/bin/sh
# Converts the sounds in sounds for iOS and Android: `sh tool/convert_sounds.sh`, before `flutter build`.
#
# iOS looks for sounds at the top level of the app, not among Flutter's assets, so pubspec.yaml
# doesn't change. In Xcode, add ios/Runner/Sounds to the target Runner once. Add it as a group,
# because a folder reference would become a folder in the app. Name the sound `ring.caf` in the
# notification.
#
# On Android, name the sound without its extension, `ring`. Names on Android may contain only a-z,
# 0-9 and _. Other names are changed and printed. Flutter's release builds remove sounds that only
# strings name, so a note shows the keep.xml to write once.
set -eu
cd "$(dirname "$0")/.."

alertsound convert sounds -o ios/Runner/Sounds --android android/app/src/main/res/raw \
  --flatten --prune
alertsound check ios/Runner/Sounds
