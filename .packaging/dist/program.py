"""Reads a program's system and processor from the program itself."""

from __future__ import annotations

import hashlib
import platform
import re
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

from files import DistError, run

ELF_CPUS = {"Advanced Micro Devices X86-64": "x86_64", "AArch64": "aarch64"}
MACH_CPUS = {0x0100_0007: "x86_64", 0x0100_000C: "aarch64"}
LC_BUILD_VERSION = 0x32


@dataclass(frozen=True)
class Program:
  path: Path
  data: bytes
  system: str
  cpu: str
  # A static program needs no libraries of the system that runs it.
  is_static: bool
  # The oldest version of macOS, or of glibc if the program links it dynamically.
  oldest: tuple[int, int] | None

  @property
  def platform(self) -> str:
    """The system and the processor as in the names of archives, such as linux-x86_64."""
    return f"{self.system}-{self.cpu}"

  @property
  def debian(self) -> str:
    """The processor as Debian names it."""
    return {"x86_64": "amd64", "aarch64": "arm64"}[self.cpu]

  @property
  def is_linux(self) -> bool:
    return self.system == "linux"

  @property
  def runs_here(self) -> bool:
    here = {"arm64": "aarch64", "amd64": "x86_64"}.get(platform.machine(), platform.machine())
    system = {"darwin": "macos"}.get(sys.platform, sys.platform)
    return (self.system, self.cpu) == (system, here)

  @property
  def names(self) -> list[str]:
    """The commands to install. A Mac has Apple's own afconvert and afinfo."""
    return ["alertsound", "afconvert", "afinfo"] if self.is_linux else ["alertsound"]


def read(path: Path) -> Program:
  try:
    data = path.read_bytes()
  except OSError as error:
    raise DistError(f"{path}: {error.strerror}; build the program first: make release CODECS=1")
  # Only the page has `null` there, and not the code that replaces it.
  if b'id="preview">null</script>' not in data:
    raise DistError(f"{path}: this program lacks the page of `alertsound preview`; build it with make release")
  try:
    if data[:4] == b"\x7fELF" and data[4:6] == b"\x02\x01":
      return read_elf(path, data)
    if data[:4] == b"\xcf\xfa\xed\xfe":
      return read_mach(path, data)
  except (struct.error, KeyError):
    pass
  raise DistError(f"{path}: not a program for Linux or macOS on x86-64 or arm64")


def read_elf(path: Path, data: bytes) -> Program:
  headers = run("readelf", "-hlSW", path)
  machine = re.search(r"Machine: +(.*)", headers)
  cpu = ELF_CPUS[machine.group(1) if machine else ""]
  is_static = "program interpreter" not in headers
  sections = {
    name: slice(int(start, 16), int(start, 16) + int(size, 16))
    for name, start, size in re.findall(r"\] (\.\S+) +\S+ +[0-9a-f]{16} ([0-9a-f]+) ([0-9a-f]+) ", headers)}
  # Two builds of the same source differ in the hashes of Swift's modules, which only the compiler reads, and in the
  # build's number, which follows a header of 16 bytes. Clear both, and then compute the number from the remaining bytes.
  changed = bytearray(data)
  if hashes := sections.get(".swift_modhash"):
    changed[hashes] = bytes(hashes.stop - hashes.start)
  if note := sections.get(".note.gnu.build-id"):
    number = slice(note.start + 16, note.stop)
    changed[number] = bytes(number.stop - number.start)
    changed[number] = hashlib.sha512(changed).digest()[: number.stop - number.start]
  needed = [(int(a), int(b)) for a, b in re.findall(rb"\0GLIBC_(\d+)\.(\d+)(?=[.\d]*\0)", data)]
  return Program(path, bytes(changed), "linux", cpu, is_static, None if is_static else max(needed, default=None))


def read_mach(path: Path, data: bytes) -> Program:
  (cpu,) = struct.unpack_from("<I", data, 4)
  (count,) = struct.unpack_from("<I", data, 16)
  offset = 32
  for _ in range(count):
    command, size = struct.unpack_from("<II", data, offset)
    if command == LC_BUILD_VERSION:
      (version,) = struct.unpack_from("<I", data, offset + 12)
      oldest = (version >> 16, version >> 8 & 0xFF)
      return Program(path, data, "macos", MACH_CPUS[cpu], False, oldest)
    offset += size
  raise KeyError("no oldest version of macOS")
