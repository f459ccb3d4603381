"""The formula for a Homebrew tap: archives of this release, by their checksums."""

from __future__ import annotations

import hashlib
from pathlib import Path

import archive
from identity import HOME, LICENCE, SUMMARY, download
from release import Release

SYSTEMS = [("macos", "macos"), ("linux", "linux")]
CPUS = [("aarch64", "arm"), ("x86_64", "intel")]


def build(release: Release) -> list[Path]:
  archives = {}
  for program in release.programs:
    path = release.output / f"{archive.name(release, program)}.tar.gz"
    archives[program.platform] = (path.name, hashlib.sha256(path.read_bytes()).hexdigest())

  # The project's licence alone: a formula has one for all systems. NOTICES, which it installs, has the libraries'.
  lines = [
    "class Alertsound < Formula",
    f'  desc "{SUMMARY}"',
    f'  homepage "{HOME}"',
    f'  version "{release.version}"',
    f'  license "{LICENCE}"',
    "",
  ]
  systems = {platform.split("-")[0] for platform in archives}
  # Homebrew then says so itself, instead of failing on a formula without a URL.
  if systems == {"linux"}:
    lines += ["  depends_on :linux", ""]
  elif systems == {"macos"}:
    lines += ["  depends_on :macos", ""]
  for system, system_block in SYSTEMS:
    given = [cpu for cpu, _ in CPUS if f"{system}-{cpu}" in archives]
    if not given:
      continue
    lines.append(f"  on_{system_block} do")
    if len(given) == 1:
      lines.append(f"    depends_on arch: :{'arm64' if given[0] == 'aarch64' else given[0]}")
    for cpu, cpu_block in CPUS:
      if cpu in given:
        name, digest = archives[f"{system}-{cpu}"]
        url = download(release.version, name)
        lines += [
          f"    on_{cpu_block} do",
          f'      url "{url}"',
          f'      sha256 "{digest}"',
          "    end",
        ]
    lines += ["  end", ""]
  lines += INSTALL.splitlines()
  path = release.output / "alertsound.rb"
  path.write_text("\n".join(lines) + "\n")
  return [path]


# On a Mac, the archive contains alertsound only. The links to it stay links.
INSTALL = """\
  def install
    bin.install Dir["bin/*"]
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/alertsound"
    zsh_completion.install "share/zsh/site-functions/_alertsound"
    fish_completion.install "share/fish/vendor_completions.d/alertsound.fish"
    doc.install "NOTICES", "licences"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/alertsound --version")
    system bin/"alertsound", "default-sound", "-o", "chime.caf"
    system bin/"alertsound", "check", "chime.caf"
  end
end
"""
