#!/bin/sh
# Converts the sounds in sounds into ios/Runner/Sounds: `sh tool/convert_sounds.sh`, before
# `flutter build ios`.
#
# iOS looks for sounds at the top level of the app, not among Flutter's assets, so pubspec.yaml stays as it
# is. In Xcode, add ios/Runner/Sounds to the target Runner once. Add it as a group, not as a folder
# reference, which would become a folder in the app. Name the sound `ring.caf` in the notification.
#
# Android needs no conversion of WAV, MP3 and Ogg: copy them to android/app/src/main/res/raw, and name them
# without the extension, `ring`. File names there may contain only a-z, 0-9 and _, so use such names in sounds.
set -eu
cd "$(dirname "$0")/.."

alertsound convert sounds -o ios/Runner/Sounds --flatten --prune --quiet
alertsound check ios/Runner/Sounds
