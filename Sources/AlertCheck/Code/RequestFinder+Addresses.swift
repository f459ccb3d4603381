internal import SystemPackage

/// Addresses of Android's raw resources.
extension RequestFinder {
  /// Reads `"android.resource://com.example/raw/ring"`, `"/raw/ring"` after a computed beginning, or the path of
  /// `Uri.Builder().scheme(ContentResolver.SCHEME_ANDROID_RESOURCE).path("raw/ring")`.
  mutating func readResourceAddress(at index: Int) {
    guard let api = apis.address,
      tokens.language != .dart || brackets.last?.callee == "UriAndroidNotificationSound"
    else { return }
    let text = tokens.source(at: index, limit: FilePath.lengthLimit + 1)
    guard text.utf8.count <= FilePath.lengthLimit else { return }
    let callee = brackets.last?.callee ?? ""
    if Self.pathFunctions.contains(callee), isAfterScheme(index) {
      if text == "raw", tokens.word(at: index + 3) == "appendPath" {
        return add(api, values.value(at: index + 5), at: index)
      } else if text.hasPrefix("raw/") {
        return add(api, values.interpolation(text.dropFirst(4), at: index), at: index)
      }
    }
    guard let range = text.firstRange(of: "/raw/"), !text.contains("R.raw.") else {
      return readResourceNumber(in: text, at: index)
    }
    // The beginning may be incomplete, because code often computes the package's name.
    let beginning = text[..<range.lowerBound]
    let name = text[range.upperBound...]
    let hasScheme =
      beginning.hasPrefix(Self.scheme) || beginning.contains(Self.schemeInTemplate)
      || isAfterScheme(index)
    let next = tokens.sign(at: index + 1)
    let isWhole = next != "+" && (next != "." || tokens.word(at: index + 2) == "toUri")
    // Without the scheme in this file, `/raw/latest` may be a path on a server.
    guard
      hasScheme
        || beginning.isEmpty && !name.isEmpty && !name.contains("$") && isWhole
          && tokens.isSign("+", at: index - 1)
          && namesScheme
    else { return }
    let count = requests.count
    if name.isEmpty {
      guard next == "+" else { return }
      add(api, values.value(at: index + 2), at: index)
    } else {
      // A name with `%s` is unknown, because `String.format` replaces `%s`.
      let isKnown = isWhole && !name.contains("%")
      add(api, isKnown ? values.interpolation(name, at: index) : .unknown, at: index)
    }
    if beginning.hasSuffix("/res") {
      // Source: Android, ContentResolver.java, `getResourceId`, which refuses more than two path segments.
      silence(count..<requests.count, on: .android, .fault(.addressWithFolder))
    }
    guard hasScheme, !beginning.hasSuffix("/res"), let mark = beginning.firstRange(of: "://"),
      case let package = beginning[mark.upperBound...], !package.isEmpty,
      !package.contains(where: { "$%{".contains($0) })
    else { return }
    for request in count..<requests.count { requests[request].code.package = String(package) }
  }

  private static let scheme = "android.resource://"
  private static let schemeInTemplate = "SCHEME_ANDROID_RESOURCE}://"
  private static let pathFunctions: Set<Substring> = [
    "path", "encodedPath", "appendPath", "appendEncodedPath",
  ]

  /// Whether one of the 32 tokens before a token names the scheme `android.resource`.
  private func isAfterScheme(_ index: Int) -> Bool {
    (max(0, index - 32)..<index).contains {
      tokens.word(at: $0) == "SCHEME_ANDROID_RESOURCE"
        || tokens.tokens[$0].isText
          && tokens.contents(of: tokens.tokens[$0]).starts(with: "android.resource".utf8)
    }
  }

  private mutating func add(_ api: SoundAPI, _ value: SourceValue, at index: Int) {
    let count = requests.count
    add(api, at: index, value)
    if let name = variable(before: index) { requestsOfVariables[name] = count..<requests.count }
  }

  /// Reads `"android.resource://" + packageName + "/" + R.raw.ring` in a file that sets a channel's sound.
  mutating func readResourceNumber(in text: String, at index: Int) {
    guard
      text.isEmpty || text.hasPrefix(Self.scheme) || text.contains(Self.schemeInTemplate)
        || tokens.word(at: index - 2) == "SCHEME_ANDROID_RESOURCE",
      tokens.language != .dart, !decidingWords.isDisjoint(with: ["setSound", "soundUri"])
    else { return }
    var name: Substring?
    if let range = text.firstRange(of: "R.raw.") {
      name = text[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    for next in index + 1..<index + (text.isEmpty ? 32 : 16) where name == nil {
      // In `"/raw/" + getResourceEntryName(R.raw.ring)`, the address ends in the name.
      let isEnd = tokens.text(at: next)?.contains("raw") == true || tokens.word(at: next) == "build"
      if isEnd { return }
      guard tokens.word(at: next) == "R" else { continue }
      guard tokens.word(at: next + 2) == "raw" else { break }
      name = tokens.word(at: next + 4)
    }
    if let name { add(.resourceNumber, values.literal(String(name), at: index), at: index) }
  }
}
