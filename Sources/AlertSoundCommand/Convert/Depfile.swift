import AlertSound
import SystemPackage

/// A dependency file, which tells Make and Ninja when to convert again.
///
/// The target must be a file that the build rule makes. It is the manifest if there is one, otherwise the output file
/// of a single input, otherwise the records beside the outputs.
struct Depfile {
  let target: FilePath
  private let dependencies: [FilePath]
  /// The dependencies that are left out, because Make or Ninja can't read their names.
  let unsayable: [FilePath]

  init(_ plan: ConversionPlan, manifest: FilePath?) {
    let target = manifest ?? plan.namedOutput ?? plan.batch.recordsPath
    self.target = target
    let files =
      plan.batch.items.map(\.input) + (plan.defaultSound.map { [$0] } ?? []) + plan.optionsFiles
    // Add the folders, because a folder's modification time changes with each added file. Leave out a folder that
    // contains outputs, because it would always be newer than its outputs.
    let written = Set(
      ([target] + plan.batch.items.map { plan.batch.folder.pushing($0.output) })
        .map { $0.absolute.removingLastComponent() }
        + (plan.android.map { [$0.output.folder.absolute] } ?? []))
    let folders = plan.searchedFolders.filter { !written.contains($0.absolute) }
    dependencies = (files + folders).filter { Self.isSayable($0) }
    unsayable = (files + folders).filter { !Self.isSayable($0) }
  }

  /// Returns whether bytes begin like a depfile: with a target that has dependencies, or with a target alone.
  static func isBeginning(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return false }
    let line = bytes[..<end]
    return line.suffix(3).elementsEqual(": \\".utf8)
      || line.last == UInt8(ascii: ":") && end == bytes.count - 1
  }

  /// The depfile's bytes: the rule, then an empty rule for each dependency, so that Make doesn't fail if a dependency
  /// no longer exists. Compilers do the same with `-MP`.
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

  /// The bytes for which no escape suits both Make and Ninja. Make parses `;`, `=` and `|` as syntax. Ninja ends a name
  /// at every byte of this set.
  private static let unsayableBytes = Set("*;<=>^`|\u{7F}".utf8).union(0..<0x20)

  /// Returns whether a depfile may contain a name. Tested with Make 4.3 and Ninja 1.11.
  ///
  /// Make and Ninja read such a name correctly. The only exceptions are names with `"`, `&`, `'` and `?` in Ninja
  /// before version 1.12: a build then converts too often, but never too rarely.
  private static func isSayable(_ path: FilePath) -> Bool {
    let bytes = path.bytes
    guard let last = bytes.last, bytes.allSatisfy({ !unsayableBytes.contains($0) }) else {
      return false
    }
    // Refuse these characters at the end of a name, where they have a special meaning.
    guard !" \\:&".utf8.contains(last) else { return false }
    // Refuse a name with parentheses at the end, which Make reads as `archive(member)`.
    if last == UInt8(ascii: ")"), bytes.contains(UInt8(ascii: "(")) { return false }
    // Refuse backslashes before # and :, because Make halves such backslashes, but Ninja keeps them.
    return !zip(bytes, bytes.dropFirst()).contains { first, second in
      first == UInt8(ascii: "\\") && "#:".utf8.contains(second)
    }
  }

  /// Escapes a name for both Make and Ninja. Of the name's own backslashes, only those before a space are doubled.
  /// Source: `munge`, the function of GCC's libcpp that writes the names for `-MD`.
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
