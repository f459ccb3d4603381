"""What a program was built for, read from the program itself."""

from __future__ import annotations

import hashlib
import platform
import re
import struct
import sys
from dataclasses import dataclass
from pathlib import Path

from errors import DistError

ELF_CPUS = {62: "x86_64", 183: "aarch64"}
MACH_CPUS = {0x0100_0007: "x86_64", 0x0100_000C: "aarch64"}
PT_INTERP = 3
LC_BUILD_VERSION = 0x32


@dataclass(frozen=True)
class Program:
  path: Path
  data: bytes
  system: str
  cpu: str
  # A static program needs nothing of the system that runs it.
  is_static: bool
  # The oldest version of macOS, or of glibc if the program is linked with it dynamically.
  oldest: tuple[int, int] | None

  @property
  def platform(self) -> str:
    """As in the names of archives: linux-x86_64."""
    return f"{self.system}-{self.cpu}"

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
  try:
    if data[:4] == b"\x7fELF" and data[4:6] == b"\x02\x01":
      return read_elf(path, data)
    if data[:4] == b"\xcf\xfa\xed\xfe":
      return read_mach(path, data)
  except (struct.error, KeyError):
    pass
  raise DistError(f"{path}: not a program for Linux or macOS on x86-64 or arm64")


def read_elf(path: Path, data: bytes) -> Program:
  (machine,) = struct.unpack_from("<H", data, 18)
  (offset,) = struct.unpack_from("<Q", data, 32)
  size, count = struct.unpack_from("<HH", data, 54)
  kinds = [struct.unpack_from("<I", data, offset + index * size)[0] for index in range(count)]
  is_static = PT_INTERP not in kinds
  data = without_build_marks(data)
  needed = [(int(a), int(b)) for a, b in re.findall(rb"\0GLIBC_(\d+)\.(\d+)(?=[.\d]*\0)", data)]
  oldest = None if is_static else max(needed, default=None)
  return Program(path, data, "linux", ELF_CPUS[machine], is_static, oldest)


def without_build_marks(data: bytes) -> bytes:
  """Clears what differs between two builds of the same source: hashes of Swift's modules, which only the compiler
  reads, and the build's number. The number becomes one of what remains."""
  changed = bytearray(data)
  (offset,) = struct.unpack_from("<Q", data, 40)
  size, count, names_index = struct.unpack_from("<HHH", data, 58)
  headers = [struct.unpack_from("<IIQQQQ", data, offset + index * size) for index in range(count)]
  if not headers:
    return data
  names = headers[names_index][4]
  build_id = None
  for name, _, _, _, start, length in headers:
    end = data.index(b"\0", names + name)
    section = data[names + name : end]
    if section == b".swift_modhash":
      changed[start : start + length] = bytes(length)
    elif section == b".note.gnu.build-id":
      # After a header of three sizes and the name "GNU".
      build_id = slice(start + 16, start + length)
      changed[build_id] = bytes(length - 16)
  if build_id is not None:
    digest = hashlib.sha512(changed).digest()
    changed[build_id] = digest[: build_id.stop - build_id.start]
  return bytes(changed)


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
