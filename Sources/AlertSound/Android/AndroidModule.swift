internal import SoundFormat
package import SystemPackage

/// The Android module that a folder of resources belongs to, as far as its build files say.
struct AndroidModule {
  /// Whether release builds remove resources that only strings name.
  let shrinksResources: Bool

  /// How far above `res` a build file is looked for: `android/app/src/main/res` has its module's two above it,
  /// and a Flutter app's `pubspec.yaml` four.
  private static let depthLimit = 6
  /// In bytes, far more than anyone types.
  private static let byteLimit = 1 << 20

  /// Reads the build files above a folder. Links to such files aren't followed.
  ///
  /// - Parameter folder: The folder `res`.
  init(ofResources folder: FilePath) {
    var place = folder.real
    var module: String?
    var isFlutterApp = false
    for _ in 0..<Self.depthLimit {
      guard place.removeLastComponent(), let folder = try? AnchoredFolder(place) else { break }
      // The first is the module's; those above are the whole project's.
      module =
        module ?? Self.text(of: "build.gradle", in: folder)
        ?? Self.text(of: "build.gradle.kts", in: folder)
      if let pubspec = Self.text(of: "pubspec.yaml", in: folder) {
        isFlutterApp = pubspec.contains("flutter")
        break
      }
    }
    // Flutter's own Gradle plug-in shrinks release builds unless the module says otherwise.
    shrinksResources = module.flatMap(Self.statedShrinking) ?? isFlutterApp
  }

  private static func text(of name: FilePath, in folder: AnchoredFolder) -> String? {
    guard let file = try? folder.file(at: name), file.byteCount <= byteLimit,
      let bytes = try? file.bytes(at: 0, count: file.byteCount)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The spellings of the property, in Groovy and in Kotlin, and of its setter.
  private static let shrinkingNames: Set = [
    "shrinkResources", "isShrinkResources", "setShrinkResources",
  ]

  /// Returns whether a build file says that resources are shrunk; nil if it says nothing.
  ///
  /// Groovy has `shrinkResources true`, and Kotlin `isShrinkResources = true`. Either may call a function
  /// instead: `shrinkResources(true)`, `isShrinkResources.set(true)`. The value may be a variable that the script sets,
  /// as in React Native's template. One build type that shrinks is enough.
  static func statedShrinking(in script: String) -> Bool? {
    var stated: Bool?
    var variables: [String: Bool] = [:]
    var previous = (name: "", before: "")
    var tokens = BuildScriptTokens(of: script)
    while let name = tokens.next() {
      if name == "true" || name == "false", previous.name == "=" {
        variables[previous.before] = name == "true"
      }
      previous = (name, previous.name)
      guard shrinkingNames.contains(name) else { continue }
      // A copy looks ahead.
      var rest = tokens
      var value = rest.next()
      if value == ".", rest.next() == "set" { value = rest.next() }
      if value == "=" || value == "(" { value = rest.next() }
      if value == "true" || value.flatMap({ variables[$0] }) == true { return true }
      if value == "false" || value.flatMap({ variables[$0] }) == false { stated = false }
    }
    return stated
  }
}

/// The words of a Gradle script, and its other characters one by one. Comments and spaces are left out, and so
/// is what strings contain: `"**/*.kt"` begins no comment, and a message sets nothing.
private struct BuildScriptTokens: IteratorProtocol {
  private var rest: Substring.UTF8View

  /// In bytes.
  private static let wordLimit = 100

  init(of script: String) { rest = script[...].utf8 }

  mutating func next() -> String? {
    while let byte = rest.first {
      if rest.starts(with: "//".utf8) {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      } else if rest.starts(with: "/*".utf8) {
        skipComment()
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        skipString(byte)
        // A string is no space: it isn't before a value.
        return "\""
      } else if Self.isInWords(byte) {
        let word = rest.prefix(while: Self.isInWords)
        rest = rest[word.endIndex...]
        // Comparing a long run of combining characters takes long, and no word that counts is long.
        return word.count <= Self.wordLimit ? String(Substring(word)) : "?"
      } else {
        rest.removeFirst()
        if byte > UInt8(ascii: " ") { return String(UnicodeScalar(byte)) }
      }
    }
    return nil
  }

  private mutating func skipComment() {
    rest.removeFirst(2)
    while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest.removeFirst() }
    rest = rest.dropFirst(2)
  }

  private mutating func skipString(_ quote: UInt8) {
    let longQuote = [quote, quote, quote]
    let isLong = rest.starts(with: longQuote)
    rest.removeFirst(isLong ? 3 : 1)
    while let byte = rest.first {
      if isLong ? rest.starts(with: longQuote) : byte == quote {
        rest.removeFirst(isLong ? 3 : 1)
        return
      }
      // A quote without a second one in its line is part of a regular expression: `~/it's/`.
      if !isLong, byte == UInt8(ascii: "\n") { return }
      rest.removeFirst()
      if byte == UInt8(ascii: "\\") { rest = rest.dropFirst() }
    }
  }

  private static func isInWords(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}

extension AndroidOutput {
  /// What is needed so that resource shrinking keeps sounds.
  package struct Keeping: Hashable, Sendable {
    /// The XML file to write or to extend.
    package let file: FilePath
    /// Whether the file exists, with other resources in its list.
    package let exists: Bool
    /// The value of the attribute `tools:keep`, or what it lacks.
    package let list: String

    /// The content of a new file.
    package var content: String {
      "<resources xmlns:tools=\"http://schemas.android.com/tools\" tools:keep=\"\(list)\" />"
    }
  }

  /// More names than these are replaced by a wildcard: the list is for people to copy.
  private static let listedNameLimit = 20

  /// Returns what is needed so that the app's release builds keep sounds; nil if nothing is, or if the folder isn't one
  /// of an Android module.
  ///
  /// - Parameter names: The sounds in the folder.
  package func keeping(_ names: [AndroidSoundName]) -> Keeping? {
    let folder = folder.real
    guard let name = folder.lastComponent?.string, name == "raw" || name.hasPrefix("raw-") else {
      return nil
    }
    let resources = folder.removingLastComponent()
    guard !names.isEmpty, AndroidModule(ofResources: resources).shrinksResources else { return nil }
    let kept = KeptResources(resFolder: resources)
    let missing = Set(names).filter { !kept.keeps($0.name) }.sorted()
    guard !missing.isEmpty else { return nil }
    let list =
      missing.count > Self.listedNameLimit
      ? "@raw/*" : missing.map { "@raw/\($0)" }.joined(separator: ",")
    let file = self.folder.appending("keep.xml")
    return Keeping(file: file, exists: file.exists, list: list)
  }
}
