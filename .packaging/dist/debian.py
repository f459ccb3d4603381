"""Downloads sources of this machine's Debian or Ubuntu, for any architecture, checked by apt.

apt's state is in a folder of ours, so nothing on the machine changes, and other architectures need not be set up.
Downloaded files are kept, so that a release can be built again from the same sources.
"""

from __future__ import annotations

from pathlib import Path

from files import DistError, run

# apt doesn't report the key by which it trusts a repository, so all of these are used.
KEYRINGS = Path("/usr/share/keyrings")


class Apt:
  def __init__(self, folder: Path, architecture: str) -> None:
    self.folder = folder.resolve() / architecture
    self.architecture = architecture

  def source(self, name: str, version: str) -> list[Path]:
    """Downloads a source package, and returns its files."""
    command = ["source", "--download-only", "--only-source", f"{name}={version}"]
    folder = self.folder / "sources"
    self.one(folder, f"{name}-{version}", "*.dsc", command)
    return sorted(path for path in (folder / f"{name}-{version}").iterdir() if path.is_file())

  def one(self, folder: Path, key: str, pattern: str, command: list[str]) -> Path:
    place = folder / key
    found = sorted(place.glob(pattern))
    if len(found) != 1:
      self.update()
      partial = folder / f"{key}.partial"
      run("rm", "-rf", partial, place)
      partial.mkdir(parents=True)
      run("apt-get", *self.options(), "-qq", *command, cwd=partial)
      partial.rename(place)
      found = sorted(place.glob(pattern))
    if len(found) != 1:
      raise DistError(f"{place}: {len(found)} files {pattern} instead of one; remove the folder and try again")
    return found[0]

  def update(self) -> None:
    if (self.folder / "updated").exists():
      return
    for name in ["state/lists/partial", "cache/archives/partial", "etc/parts"]:
      (self.folder / name).mkdir(parents=True, exist_ok=True)
    (self.folder / "state/status").touch()
    (self.folder / "etc/sources.list").write_text(self.lists())
    run("apt-get", *self.options(), "-qq", "update")
    (self.folder / "updated").touch()

  def lists(self) -> str:
    """The lines of sources.list for those of this machine's repositories that are the distribution's own."""
    fields = ["$(ORIGIN)", "$(REPO_URI)", "$(RELEASE)", "$(COMPONENT)"]
    found = run("apt-get", "indextargets", "--format", "\t".join(fields), "Created-By: Packages")
    lines = []
    for line in dict.fromkeys(found.splitlines()):
      origin, uri, suite, component = line.split("\t")
      key = KEYRINGS / f"{origin.lower()}-archive-keyring.gpg"
      if origin in ["Debian", "Ubuntu"]:
        signed = f"[signed-by={key}] " if key.exists() else ""
        lines += [f"{kind} {signed}{uri} {suite} {component}\n" for kind in ["deb", "deb-src"]]
    if not lines:
      raise DistError("apt knows no repository of Debian or Ubuntu; run apt-get update first")
    return "".join(lines)

  def options(self) -> list[str]:
    settings = {
      "APT::Architecture": self.architecture,
      "APT::Architectures": self.architecture,
      # Don't switch to apt's own user, because that user can't enter every folder.
      "APT::Sandbox::User": "",
      "Dir::State": self.folder / "state",
      "Dir::State::status": self.folder / "state/status",
      "Dir::Cache": self.folder / "cache",
      "Dir::Etc::SourceList": self.folder / "etc/sources.list",
      "Dir::Etc::SourceParts": self.folder / "etc/parts",
    }
    return [word for name, value in settings.items() for word in ["-o", f"{name}={value}"]]
