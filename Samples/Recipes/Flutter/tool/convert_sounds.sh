#!/bin/sh
# Converts the sounds in sounds into ios/Runner/Sounds: `sh tool/convert_sounds.sh`, before
# `flutter build ios`.
#
# iOS looks at the top of the app, where Flutter's assets aren't: pubspec.yaml stays as it is. Add
# ios/Runner/Sounds to the target Runner once, in Xcode, as a group (not as a folder reference, which
# would be a folder in the app, too), and name the sound `ring.caf` in the notification.
set -eu
cd "$(dirname "$0")/.."

alertsound convert sounds -o ios/Runner/Sounds --flatten --prune --quiet
alertsound check ios/Runner/Sounds
