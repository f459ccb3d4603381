import AlertSound
import SystemPackage

/// A dependency file, which tells Make and Ninja when to convert again.
///
/// Ninja expects the file that its rule makes as the target: the manifest if one is written, else the named
/// output, else the records beside the outputs.
struct Depfile {
  let target: FilePath
  private let dependencies: [FilePath]
  /// The dependencies that are left out, since Make or Ninja can't read their names.
  let unsayable: [FilePath]

  init(_ plan: ConversionPlan, manifest: FilePath?) {
    let target = manifest ?? plan.namedOutput ?? plan.batch.recordsPath
    self.target = target
    let files =
      plan.batch.items.map(\.input) + (plan.defaultSound.map { [$0] } ?? []) + plan.optionsFiles
    // A folder's modification time changes with each file that is added. A folder that contains outputs
    // would always be newer than they are, so it is left out.
    let written = Set(
      ([target] + plan.batch.items.map { plan.batch.folder.pushing($0.output) })
        .map { $0.absolute.removingLastComponent() }
        + (plan.android.map { [$0.output.folder.absolute] } ?? []))
    let folders = plan.searchedFolders.filter { !written.contains($0.absolute) }
    dependencies = (files + folders).filter { Self.isSayable($0) }
    unsayable = (files + folders).filter { !Self.isSayable($0) }
  }

  /// Whether a file begins like a depfile: with a target and its first dependency, or with only a target.
  static func isBeginning(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return false }
    let line = bytes[..<end]
    return line.suffix(3).elementsEqual(": \\".utf8)
      || line.last == UInt8(ascii: ":") && end == bytes.count - 1
  }

  /// The file's bytes: the rule, then an empty rule for each dependency, so that Make doesn't fail if one
  /// is gone. Compilers do the same with `-MP`.
  var bytes: [UInt8] {
    let names = dependencies.map(Self.escaped)
    var bytes = Self.escaped(target) + ":".utf8
    for name in names { bytes += Array(" \\\n  ".utf8) + name }
    bytes += "\n".utf8
    for name in names where !name.contains(UInt8(ascii: "%")) {
      bytes += name + ":\n".utf8
    }
    return bytes
  }

  /// Bytes that one program treats specially and the other can't escape. Make parses `;`, `=` and `|` as
  /// syntax, and Ninja ends a name at any of these bytes.
  private static let unsayableBytes = Set("*;<=>^`|\u{7F}".utf8).union(0..<0x20)

  /// Whether a name can be written so that both programs read it correctly. Tested with Make 4.3 and Ninja
  /// 1.11.
  ///
  /// Ninja reads `"`, `&`, `'` and `?` as part of a name since version 1.12. Earlier versions convert too
  /// often, but never too rarely.
  private static func isSayable(_ path: FilePath) -> Bool {
    let bytes = path.bytes
    guard let last = bytes.last, bytes.allSatisfy({ !unsayableBytes.contains($0) }) else {
      return false
    }
    // These have a special meaning at the end of a name, whatever precedes them.
    guard !" \\:&".utf8.contains(last) else { return false }
    // Make reads this as `archive(member)`.
    if last == UInt8(ascii: ")"), bytes.contains(UInt8(ascii: "(")) { return false }
    // Make halves backslashes before these characters, and Ninja keeps them.
    return !zip(bytes, bytes.dropFirst()).contains { first, second in
      first == UInt8(ascii: "\\") && "#:".utf8.contains(second)
    }
  }

  /// Escapes a name for both programs. Backslashes are special only before a space. Source: what GCC writes
  /// with `-MD` (libcpp's `munge`).
  private static func escaped(_ path: FilePath) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in path.bytes {
      switch byte {
      case UInt8(ascii: " "):
        let slashes = bytes.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        bytes += repeatElement(UInt8(ascii: "\\"), count: slashes + 1)
      case UInt8(ascii: "#"), UInt8(ascii: ":"): bytes.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "$"): bytes.append(byte)
      default: break
      }
      bytes.append(byte)
    }
    return bytes
  }
}
