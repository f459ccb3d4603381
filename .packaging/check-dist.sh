#!/bin/sh
# Installs every package of a release as its user would: check-dist.sh RELEASE PROGRAMS WORK [OPTION...], as root.
#
# RELEASE is what .packaging/dist made of PROGRAMS, which are paths with spaces between them, with these options. The
# first program is the one for this machine. ONLY="wheel deb" chooses checks.
set -eu
packaging=$(dirname "$0")
release=$1
built=$2
work=$3
shift 3
mkdir -p "$work"
programs=$work/programs
rm -rf "$programs"
mkdir "$programs"
cp "${built%% *}" "$programs/alertsound"
for name in afconvert afinfo; do ln -s alertsound "$programs/$name"; done
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
releases=$(printf '%s\n' bullseye trixie "$codename" | sort -u)

for check in ${ONLY:-archive install wheel npm deb image bundle formula action reproducible}; do
  case $check in
    archive | wheel | image | bundle) "$packaging/check-$check.sh" "$release" "$programs" "$work" ;;
    install | npm | action) "$packaging/check-$check.sh" "$release" ;;
    formula) ruby "$packaging/check-formula.rb" "$release" "$work" ;;
    deb)
      # shellcheck disable=SC2086 # Each release is a word.
      "$packaging/check-deb.sh" "$release"/alertsound_*_"$(dpkg --print-architecture)".deb "$work/debian" "$programs" $releases
      ;;
    reproducible) "$packaging/check-reproducible.sh" "$release" "$work" "$built" "$@" ;;
    *)
      echo "check-dist: there is no check $check" >&2
      exit 1
      ;;
  esac
done
