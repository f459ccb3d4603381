"""The platforms to check, and how each differs from the host."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Platform:
  name: str
  # The platform's name in a manifest's conditions.
  condition: str
  triple: str
  # The folder and the file name of the standard library's modules.
  folder: str
  module_name: str
  # The Swift module of the C library.
  libc: str
  # The folders of Zig's headers, the most general first.
  headers: tuple
  # Whether only the libraries are checked, because the platform runs no commands.
  libraries_only: bool = False
  # Whether the tests are also checked.
  tests: bool = False

  @property
  def is_apple(self):
    return self.libc == "Darwin"


def linux(name, architecture, libc, specific):
  environment = {"Glibc": "unknown-linux-gnu", "Musl": "swift-linux-musl"}[libc]
  zig = {"Glibc": ("gnu", "generic-glibc"), "Musl": ("musl", "generic-musl")}[libc]
  kernel = {"aarch64": "aarch64-linux-any", "x86_64": "x86-linux-any"}[architecture]
  triple = f"{architecture}-{environment}"
  return Platform(
    name, "linux", triple, {"Glibc": "linux", "Musl": "linux-static"}[libc], triple, libc,
    ("any-linux-any", kernel, zig[1], f"{architecture}-linux-{zig[0]}"))


def platforms(minimum):
  """All platforms. `minimum` has the oldest supported versions, by the manifest's names of the platforms."""
  return [
    Platform(
      f"macOS {minimum['macos']} (arm64)", "macos", f"arm64-apple-macosx{minimum['macos']}",
      "macosx", "arm64-apple-macos", "Darwin", ("any-darwin-any",), tests=True),
    Platform(
      f"iOS {minimum['ios']} (arm64)", "ios", f"arm64-apple-ios{minimum['ios']}",
      "iphoneos", "arm64-apple-ios", "Darwin", ("any-darwin-any",), libraries_only=True),
    linux("Linux (aarch64)", "aarch64", "Glibc", "gnu"),
    linux("musl (x86_64)", "x86_64", "Musl", "musl"),
    linux("musl (aarch64)", "aarch64", "Musl", "musl"),
  ]
