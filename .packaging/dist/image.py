"""Two container images as OCI archives: one with only the program, and one for the jobs of CI systems.

GitLab starts a shell in a job's container. GitHub also runs actions in it, with its own node, which is linked with
glibc and libstdc++. So the second image also has busybox, glibc and libstdc++ from Debian. umoci writes the images.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import time
from pathlib import Path

import packages
from debian import Apt
from files import pack_tar, run, write
from identity import HOME, IMAGE, SUMMARY
from program import Program
from release import Release

# In the order in which they are unpacked: base-files has the links that the other packages expect. The licences of GCC's
# libraries are in another package, whose name has GCC's version.
SHELL_PACKAGES = ["base-files", "libc6", "libgcc-s1", "libstdc++6", "busybox-static"]


def build(release: Release) -> list[Path]:
  programs = [each for each in release.programs if each.is_linux and each.is_static]
  if not programs:
    return []
  own = {each: program_layer(release, each) for each in programs}
  # Set no label for the licence, because Debian's packages have their licences in usr/share/doc. Set no entry point,
  # because GitLab passes its script to the command.
  path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
  return [
    image(release, "", {each: ([own[each]], [
      "--config.entrypoint=/usr/bin/alertsound", "--config.env=PATH=/usr/bin",
      f"--config.label=org.opencontainers.image.licenses={release.notices(each).licence}"]) for each in programs}),
    image(release, "-ci", {each: ([shell_layer(release, each), own[each]], ["--config.cmd=/bin/sh", f"--config.env={path}"])
      for each in programs}),
  ]


def image(release: Release, suffix: str, variants: dict[Program, tuple[list[Path], list[str]]]) -> Path:
  """Writes the archive of an image, from the layers and settings for each processor."""
  layout = release.scratch("image") / "layout"
  created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(release.epoch))
  run("umoci", "init", "--layout", layout)
  for program, (layers, settings) in variants.items():
    name = f"{layout}:{program.debian}"
    run("umoci", "new", "--image", name)
    for layer in layers:
      run("umoci", "raw", "add-layer", "--image", name, f"--history.created={created}", "--history.created_by=alertsound", layer)
    labels = {"title": "alertsound", "description": SUMMARY, "version": release.version, "source": HOME}
    run("umoci", "config", "--no-history", "--image", name, f"--created={created}", f"--architecture={program.debian}", "--os=linux",
      "--config.workingdir=/work", *settings,
      *(f"--config.label=org.opencontainers.image.{key}={value}" for key, value in labels.items()))
  run("umoci", "gc", "--layout", layout)
  index = json.loads((layout / "index.json").read_text())
  for entry in index["manifests"]:
    entry["platform"] = {"architecture": entry.pop("annotations")["org.opencontainers.image.ref.name"], "os": "linux"}
  if len(variants) > 1:
    # One image for all processors needs a list. With one processor there is no list, because old tools don't read it.
    index["mediaType"] = "application/vnd.oci.image.index.v1+json"
    data = json.dumps(index, sort_keys=True).encode()
    digest = hashlib.sha256(data).hexdigest()
    (layout / "blobs/sha256" / digest).write_bytes(data)
    index = {"schemaVersion": 2, "manifests": [{"mediaType": index["mediaType"], "digest": f"sha256:{digest}", "size": len(data)}]}
  name = f"{release.version}{suffix}"
  index["manifests"][0]["annotations"] = {
    "org.opencontainers.image.ref.name": name, "io.containerd.image.name": f"{IMAGE}:{name}"}
  (layout / "index.json").write_text(json.dumps(index, sort_keys=True))
  return pack_tar(layout, release.output / f"alertsound-{release.version}-image{suffix}.tar", release.epoch)


def layer(release: Release, folder: Path) -> Path:
  return pack_tar(folder, folder.with_suffix(".tar"), release.epoch)


def program_layer(release: Release, program: Program) -> Path:
  folder = release.scratch("layer")
  write(folder / "usr", {
    **packages.commands(program, "bin"),
    **{f"share/doc/alertsound/{name}": content for name, content in packages.legal(release, program).items()}})
  (folder / "work").mkdir()
  (folder / "tmp").mkdir()
  (folder / "tmp").chmod(0o1777)
  return layer(release, folder)


def shell_layer(release: Release, program: Program) -> Path:
  """Returns Debian's files, and the packages' descriptions, from which scanners learn what is installed."""
  apt = Apt(release.packages, program.debian)
  debs = apt.packages(SHELL_PACKAGES)
  debs.insert(3, *apt.packages(re.findall(r"gcc-\d+-base", run("dpkg-deb", "--field", debs[2], "Depends"))))
  folder = release.scratch("shell")
  for path in debs:
    run("dpkg-deb", "--extract", path, folder)
    name = run("dpkg-deb", "--field", path, "Package").strip()
    write(folder / "var/lib/dpkg/status.d", {name: run("dpkg-deb", "--field", path).encode()})
  # Remove files that no program in the image reads.
  for name in ("usr/share/man", "usr/share/lintian", "usr/share/locale", *folder.glob("usr/lib/*/gconv")):
    shutil.rmtree(folder / name, ignore_errors=True)
  # busybox lists its commands when it runs. Debian configures busybox in the same way for all architectures, so this
  # machine's busybox has the same commands.
  (here,) = Apt(release.packages, run("dpkg", "--print-architecture").strip()).packages(["busybox-static"])
  tools = release.scratch("busybox")
  run("dpkg-deb", "--extract", here, tools)
  busybox = next(path for path in tools.rglob("busybox") if path.parent.name == "bin")
  for applet in run(busybox, "--list").split():
    if not any((folder / place / applet).is_symlink() or (folder / place / applet).exists() for place in ("bin", "sbin", "usr/bin", "usr/sbin")):
      (folder / "bin" / applet).symlink_to("/bin/busybox")
  write(folder / "etc", {"passwd": b"root:x:0:0:root:/root:/bin/sh\n", "group": b"root:x:0:\n"})
  return layer(release, folder)
