import AlertSound
import SystemPackage

/// What Make and Ninja read to know when to convert again.
///
/// Ninja wants the file that its rule makes: the manifest where one is written, else the named output,
/// else the records beside the outputs.
struct Depfile {
  let target: FilePath
  private let dependencies: [FilePath]
  /// The inputs whose names can't be said.
  let unsayable: [FilePath]

  init(_ plan: ConversionPlan, manifest: FilePath?) {
    let target = manifest ?? plan.namedOutput ?? plan.batch.recordsPath
    self.target = target
    let files =
      plan.batch.items.map(\.input) + (plan.defaultSound.map { [$0] } ?? []) + plan.optionsFiles
    // A folder's time changes with each file that is put into it: one with outputs in it would always be
    // younger than they are.
    let written = Set(
      ([target] + plan.batch.items.map { plan.batch.folder.pushing($0.output) }).map {
        $0.absolute.removingLastComponent()
      })
    let folders = plan.searchedFolders.filter { !written.contains($0.absolute) }
    dependencies = (files + folders).filter { Self.isSayable($0) }
    unsayable = (files + folders).filter { !Self.isSayable($0) }
  }

  /// Whether a file's first bytes are a target and its first dependency, or a target without one.
  static func isBeginning(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return false }
    let line = bytes[..<end]
    return line.suffix(3).elementsEqual(": \\".utf8)
      || line.last == UInt8(ascii: ":") && end == bytes.count - 1
  }

  /// The file's bytes: a rule, and one without a recipe for each dependency, so that Make doesn't miss one
  /// that is gone. Compilers do so, too, with `-MP`.
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

  /// Writes the file.
  func write(to path: FilePath) throws {
    try WholeFile.write(bytes, to: path)
  }

  /// What one of the programs takes for something else, and the other one knows no way to say: Make reads
  /// `;`, `=` and `|` as parts of a rule, and a name ends for Ninja where one of these comes.
  private static let unsayableBytes = Set("*;<=>^`|\u{7F}".utf8).union(0..<0x20)

  /// Whether both programs can be told of a name. Tried with Make 4.3 and Ninja 1.11.
  ///
  /// `"`, `&`, `'` and `?` are names' characters to Ninja from version 1.12 on; earlier ones convert too
  /// often, but never too rarely.
  private static func isSayable(_ path: FilePath) -> Bool {
    let bytes = path.bytes
    guard let last = bytes.last, bytes.allSatisfy({ !unsayableBytes.contains($0) }) else {
      return false
    }
    // Before the end of a name they mean something, whatever stands before them.
    guard !" \\:&".utf8.contains(last) else { return false }
    // To Make this is a member of an archive.
    if last == UInt8(ascii: ")"), bytes.contains(UInt8(ascii: "(")) { return false }
    // Make halves the backslashes, and Ninja keeps them.
    return !zip(bytes, bytes.dropFirst()).contains { first, second in
      first == UInt8(ascii: "\\") && "#:".utf8.contains(second)
    }
  }

  /// A name as both programs read it. Source: what GCC writes with `-MD` (libcpp's `munge`); backslashes
  /// count only before a space.
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
