"""Container images as OCI archives: one with nothing but the program, and one for the jobs of CI systems.

A job's container needs more: GitLab starts a shell in it; GitHub also runs actions in it, with a node of its
own that is linked with glibc and libstdc++. So the second image adds these and busybox, from Debian.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import tempfile
import time
from pathlib import Path
from typing import Any

import archive
from archives import Member, compress, tar, with_folders
from debian import Apt, run
from identity import HOME, IMAGE, SUMMARY
from program import Program
from release import Release

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
INDEX = "application/vnd.oci.image.index.v1+json"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
CONFIG = "application/vnd.oci.image.config.v1+json"
LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"

# In the order in which they are unpacked: base-files brings the links that the others expect. The licences of
# GCC's libraries are in another package, whose name has GCC's version.
SHELL_PACKAGES = ["base-files", "libc6", "libgcc-s1", "libstdc++6", "busybox-static"]


class Image:
  """The blobs of an image for one or more architectures."""

  def __init__(self) -> None:
    self.blobs: dict[str, bytes] = {}
    self.manifests: list[dict[str, Any]] = []

  def add(self, kind: str, data: bytes) -> dict[str, Any]:
    digest = hashlib.sha256(data).hexdigest()
    self.blobs[digest] = data
    return {"mediaType": kind, "digest": f"sha256:{digest}", "size": len(data)}

  def add_json(self, kind: str, value: dict[str, Any]) -> dict[str, Any]:
    return self.add(kind, json.dumps(value, sort_keys=True, separators=(",", ":")).encode())

  def add_variant(self, architecture: str, layers: list[bytes], settings: dict[str, Any], release: Release,
    labels: dict[str, str] | None = None) -> None:
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(release.epoch))
    config = self.add_json(CONFIG, {
      "created": created,
      "architecture": architecture,
      "os": "linux",
      "config": {**settings, "Labels": {
        "org.opencontainers.image.title": "alertsound",
        "org.opencontainers.image.description": SUMMARY,
        "org.opencontainers.image.version": release.version,
        "org.opencontainers.image.source": HOME,
        **(labels or {}),
      }},
      "rootfs": {
        "type": "layers",
        "diff_ids": [f"sha256:{hashlib.sha256(layer).hexdigest()}" for layer in layers],
      },
      "history": [{"created": created, "created_by": "alertsound"} for _ in layers],
    })
    manifest = self.add_json(MANIFEST, {
      "schemaVersion": 2,
      "mediaType": MANIFEST,
      "config": config,
      "layers": [self.add(LAYER, compress(layer)) for layer in layers],
    })
    self.manifests.append({**manifest, "platform": {"architecture": architecture, "os": "linux"}})

  def write(self, path: Path, name: str, epoch: int) -> None:
    index = {"schemaVersion": 2, "mediaType": INDEX, "manifests": self.manifests}
    # An image for one architecture needs no list of them, and old tools don't read such a list.
    top = self.manifests[0] if len(self.manifests) == 1 else self.add_json(INDEX, index)
    entry = {**top, "annotations": {
      "org.opencontainers.image.ref.name": name.split(":")[1], "io.containerd.image.name": name}}
    members = [
      Member("oci-layout", b'{"imageLayoutVersion":"1.0.0"}'),
      Member("index.json", json.dumps({**index, "manifests": [entry]}, sort_keys=True).encode()),
    ] + [Member(f"blobs/sha256/{digest}", data) for digest, data in sorted(self.blobs.items())]
    # The layers are compressed already.
    path.write_bytes(tar(with_folders(members), epoch))


def build(release: Release, packages: Path) -> list[Path]:
  programs = [each for each in release.programs if each.is_linux and each.is_static]
  if not programs:
    return []
  scratch, shell = Image(), Image()
  for program in programs:
    architecture = ARCHITECTURES[program.cpu]
    layer = tar(program_layer(release, program), release.epoch)
    scratch.add_variant(architecture, [layer], {
      "Entrypoint": ["/usr/bin/alertsound"], "Env": ["PATH=/usr/bin"], "WorkingDir": "/work"}, release,
      {"org.opencontainers.image.licenses": release.notices(program).licence})
    base = tar(shell_layer(Apt(packages, architecture)), release.epoch)
    # No label for the licence: Debian's packages have theirs in usr/share/doc.
    # No entry point: GitLab passes its script to the image's command.
    shell.add_variant(architecture, [base, layer], {
      "Cmd": ["/bin/sh"], "Env": ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],
      "WorkingDir": "/work"}, release)
  found = []
  for image, suffix in [(scratch, ""), (shell, "-ci")]:
    path = release.output / f"alertsound-{release.version}-image{suffix}.tar"
    image.write(path, f"{IMAGE}:{release.version}{suffix}", release.epoch)
    found.append(path)
  return found


def program_layer(release: Release, program: Program) -> list[Member]:
  members = archive.commands(program, "usr/bin")
  members += archive.legal(release, program, "usr/share/doc/alertsound/")
  return with_folders([Member("tmp/", b"", 0o1777), Member("work/", b"", 0o755), *members])


def shell_layer(apt: Apt) -> list[Member]:
  """Debian's files, and each package's description, by which scanners find what is installed."""
  paths = apt.packages(SHELL_PACKAGES)
  paths.insert(3, *apt.packages(re.findall(r"gcc-\d+-base", field(paths[2], "Depends"))))
  members: dict[str, Member] = {}
  with tempfile.TemporaryDirectory() as folder:
    top = Path(folder) / "root"
    for path in paths:
      run(["dpkg-deb", "--extract", str(path), str(top)])
    members.update((member.path, member) for member in tree(top))
    commands = "usr/bin" if (top / "bin").is_symlink() else "bin"
  for path in paths:
    status = f"var/lib/dpkg/status.d/{field(path, 'Package')}"
    members[status] = Member(status, run(["dpkg-deb", "--field", str(path)]).encode())
  for applet in applets(apt.folder.parent):
    if not any(f"{folder}/{applet}" in members for folder in ["bin", "sbin", "usr/bin", "usr/sbin"]):
      members[f"{commands}/{applet}"] = Member(f"{commands}/{applet}", b"", link="/bin/busybox")
  for name, text in [("passwd", "root:x:0:0:root:/root:/bin/sh\n"), ("group", "root:x:0:\n")]:
    members[f"etc/{name}"] = Member(f"etc/{name}", text.encode())
  return with_folders(members[path] for path in sorted(members))


def applets(packages: Path) -> list[str]:
  """busybox's commands, which it lists when it runs. Debian configures it alike for all architectures."""
  path, = Apt(packages, run(["dpkg", "--print-architecture"]).strip()).packages(["busybox-static"])
  with tempfile.TemporaryDirectory() as folder:
    run(["dpkg-deb", "--extract", str(path), folder])
    found = next(each for each in Path(folder).rglob("busybox") if each.parent.name == "bin")
    return run([str(found), "--list"]).split()


def field(package: Path, name: str) -> str:
  return run(["dpkg-deb", "--field", str(package), name]).strip()


def tree(top: Path) -> list[Member]:
  """A folder's members, without those that a program never reads."""
  found = []
  for folder, folders, files in os.walk(top):
    for name in sorted(folders + files):
      path = Path(folder) / name
      inside = path.relative_to(top).as_posix()
      status = path.lstat()
      if inside.startswith(("usr/share/man/", "usr/share/lintian/", "usr/share/locale/")) or "/gconv/" in inside:
        continue
      if stat.S_ISLNK(status.st_mode):
        found.append(Member(inside, b"", link=os.readlink(path)))
      elif stat.S_ISDIR(status.st_mode):
        found.append(Member(f"{inside}/", b"", stat.S_IMODE(status.st_mode)))
      else:
        found.append(Member(inside, path.read_bytes(), stat.S_IMODE(status.st_mode)))
  return found
