#!/bin/sh
# Converts samples with Apple's afconvert and with ours, and compares the files byte for byte. Needs a Mac.
#
#     compare-with-apple.sh OURS FOLDER
#
# OURS is our afconvert. Both tools' files stay in FOLDER, below `apple` and `ours`. The exit status is 0 if
# there were files to compare and all pairs are the same. If Apple's tool refuses a conversion, there is
# nothing to compare.
set -u
ours=$1
folder=$2
apple=${APPLE:-/usr/bin/afconvert}
sounds='Bell.caf Chime.wav Knock.wav Marimba.caf MislabelledCAF.wav Pluck.aifc Sonar.aiff'
mkdir -p "$folder/apple" "$folder/ours"
same=0
different=0

# Each line is a container, the data formats to try in it, and the extension.
while read -r container extension formats; do
  for format in $formats; do
    for sound in $sounds; do
      name=${sound%.*}-$format.$extension
      "$apple" "Samples/$sound" "$folder/apple/$name" -f "$container" -d "$format" \
        >"$folder/apple/$name.log" 2>&1 || {
        echo "skipped: Apple's afconvert refuses $name"
        continue
      }
      "$ours" "Samples/$sound" "$folder/ours/$name" -f "$container" -d "$format" \
        >"$folder/ours/$name.log" 2>&1
      if difference=$(cmp "$folder/apple/$name" "$folder/ours/$name" 2>&1); then
        same=$((same + 1))
      else
        different=$((different + 1))
        echo "different: $difference"
      fi
    done
  done
done <<'END'
caff caf ima4 LEI16 BEI16 LEI24 I8 ulaw alaw
AIFC aifc ima4 BEI16 ulaw alaw
AIFF aiff BEI16 BEI24 I8
WAVE wav LEI16 LEI24 UI8 ulaw alaw
END
find "$folder" -name '*.log' -size 0 -exec rm {} +
echo "$same the same, $different different"
[ $same -gt 0 ] && [ $different -eq 0 ]
