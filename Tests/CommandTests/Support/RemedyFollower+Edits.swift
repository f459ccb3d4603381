import Foundation
import SoundFormat
import TestSupport

/// Files.
extension RemedyFollower {
  func files() throws -> [String] {
    try folder.files().filter { $0.hasPrefix("p/") }.map { String($0.dropFirst(2)) }
  }

  /// A path as in a report, without the dot before it.
  func relative(_ path: String) -> String {
    path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }

  /// The file that the advice means: one that the report names, or else the only one with the name.
  func sound(_ meant: String?, _ name: String?) throws -> String {
    let own = relative(remedy.file)
    guard let name else { return meant ?? own }
    if let meant, self.name(of: meant) == name { return meant }
    let named = try files().filter { self.name(of: $0) == name }
    guard let path = named.first(where: fact.contains) ?? named.first else {
      throw NotUnderstood(description: "there is no \(name)")
    }
    return path
  }

  func name(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }

  func stem(of path: String) -> String { String(name(of: path).prefix { $0 != "." }) }

  func parent(of path: String) -> String { String(path.dropLast(name(of: path).count)) }

  func url(_ path: String) -> URL { folder.directory.url.appending(path: "p/" + path) }

  func move(_ path: String, to other: String) throws {
    guard !FileManager.default.fileExists(atPath: folder.directory.path("p/" + other)) else {
      throw NotUnderstood(description: "\(other) exists")
    }
    try FileManager.default.moveItem(at: url(path), to: url(other))
  }

  func copy(_ path: String, to other: String) throws {
    try folder.write(folder.read("p/" + path), to: "p/" + other)
  }

  func rename(_ path: String, to name: String) throws -> String {
    try move(path, to: parent(of: path) + name)
    return parent(of: path) + name
  }

  func remove(_ path: String, fromLists: Bool = true) throws {
    try FileManager.default.removeItem(at: url(path))
    if fromLists { try XcodeEdit(folder, nil) { $0.removeFile(name(of: path), at: path) } }
  }

  func convert(_ path: String, to name: String) throws -> String {
    let output = parent(of: path) + name
    try convert(path, into: output)
    return output
  }

  func convert(_ path: String, into output: String) throws {
    let format = output.hasSuffix("wav") ? "-d LEI16" : "-q 0"
    let outcome = try folder.run("cd p && alertsound convert \(format) '\(path)' -o '\(output)'")
    guard outcome.ending == .exit(0) else { throw NotUnderstood(description: outcome.errors) }
  }

  /// Writes a sound that plays, in the format that its name says.
  func supply(_ path: String) throws {
    let bell = PlainSound(.bell, frameCount: 6400)
    let bytes: [UInt8] =
      switch path.split(separator: ".").last {
      case "caf": try soundFile(.caf, .ima4, frameCount: 6400)
      case "wav": try bell.file(.wave)
      case "aiff": try bell.file(.aiff)
      case "mp3": try bell.file(libsndfile: Libsndfile.mp3)
      default: throw NotUnderstood(description: "no sound can be made for \(path)")
      }
    try folder.write(bytes, to: "p/" + path)
  }

  /// The folder `res/raw` of the project's Android module, with a slash.
  func rawFolder() throws -> String {
    let files = try files()
    if let path = files.first(where: { $0.contains("/res/raw/") && $0.contains("main") }) {
      return path[..<path.range(of: "/res/raw/")!.upperBound].description
    }
    let build = files.filter { name(of: $0).hasPrefix("build.gradle") }
    let app = try build.first { try folder.text("p/" + $0).contains("com.android.application") }
    return parent(of: app ?? build.first ?? "android/app/build.gradle") + "src/main/res/raw/"
  }
}

/// Texts.
extension RemedyFollower {
  private static let lists = ["app.json", "app.config.js", "config.xml", "pubspec.yaml"]

  func texts() throws -> [String] {
    let extensions = [
      "swift", "m", "dart", "js", "jsx", "ts", "tsx", "kt", "java", "cs", "py", "php", "json",
      "xml",
      "yaml", "csproj", "pbxproj", "vue",
    ]
    return try files().filter { extensions.contains(String($0.split(separator: ".").last ?? "")) }
  }

  func edit(_ path: String, _ change: (String) -> String) throws {
    let path = "p/" + relative(path)
    try folder.write(change(folder.text(path)), to: path)
  }

  func isList(_ path: String) -> Bool {
    Self.lists.contains(name(of: path)) || path.hasSuffix(".csproj") || path.hasSuffix(".pbxproj")
  }

  /// Replaces a file's name in code, and its base name where it is a whole literal.
  func replaceInCode(_ old: String, by new: String) throws {
    for path in try texts() where !isList(path) {
      try edit(path) { text in
        var text = text.replacingOccurrences(of: old, with: new)
        for quote in ["'", "\""] {
          text = text.replacingOccurrences(
            of: quote + stem(of: old) + quote, with: quote + stem(of: new) + quote)
        }
        return text
      }
    }
  }

  func replaceInLists(_ old: String, by new: String) throws {
    for path in try texts() where isList(path) {
      try edit(path) { $0.replacingOccurrences(of: old, with: new) }
    }
  }

  /// Replaces a resource's name in code, however code writes it.
  func replaceResource(_ old: String, by new: String) throws {
    for path in try texts() where !isList(path) {
      try edit(path) { text in
        var text = text
        for old in [old, stem(of: old)] {
          for before in ["'", "\"", "raw/", "R.raw."] {
            let pattern = (before + old).map { $0.isLetter || $0.isNumber ? "\($0)" : "[\($0)]" }
            let resource = try! Regex(pattern.joined() + "(?![\\w.])")
            text = text.replacing(resource, with: before + new)
          }
        }
        return text
      }
    }
  }

  func ask(for name: String) throws {
    var isChanged = false
    let old = remedy.name ?? ""
    for place in remedy.places {
      try edit(place.file) { text in
        var lines = text.components(separatedBy: "\n")
        var line = lines[place.line - 1]
        // A package may make the name from the literal, such as `resource://raw/ring`.
        let literals = line.matches(of: /(['"])((?:(?!\1).)*)\1/).map { String($0.output.2) }
        let near =
          literals.first { $0 == old }
          ?? literals.first { self.name(of: $0) == self.name(of: old) }
          ?? literals.first { stem(of: $0) == stem(of: old) }
        if let near {
          for quote in ["'", "\""] {
            line = line.replacingOccurrences(of: quote + near + quote, with: quote + name + quote)
          }
          isChanged = isChanged || line != lines[place.line - 1]
        }
        lines[place.line - 1] = line
        return lines.joined(separator: "\n")
      }
    }
    // The literal may be a constant's.
    if !isChanged {
      for path in try texts() where !isList(path) {
        try edit(path) {
          $0.replacingOccurrences(of: "'\(old)'", with: "'\(name)'")
            .replacingOccurrences(of: "\"\(old)\"", with: "\"\(name)\"")
        }
      }
    }
  }

  func listForExpo(_ path: String, in list: String) throws {
    let item = "\"./\(path)\""
    // Where the list begins, or what it has to be in.
    let places: [(pattern: String, before: String, after: String)] = [
      (#"(['"])expo-notifications\1,\s*\{[^}]*?"?sounds"?: ?\["#, "", ","),
      (#"(['"])expo-notifications\1,\s*\{"#, "\"sounds\":[", "],"),
      (#"\[\s*(['"])expo-notifications\1(?=\s*\]\s*[,\]])"#, ",{\"sounds\":[", "]}"),
      (#"(['"])expo-notifications\1"#, "", ""),
      (#""?plugins"?: ?\["#, "[\"expo-notifications\",{\"sounds\":[", "]}],"),
      (#""?expo"?: ?\{"#, "\"plugins\":[[\"expo-notifications\",{\"sounds\":[", "]}]],"),
    ]
    try edit(list) { text in
      for place in places {
        guard let match = text.firstMatch(of: try! Regex(place.pattern)) else { continue }
        let head = String(text[..<match.range.lowerBound])
        let tail = String(text[match.range.upperBound...])
        let found = String(text[match.range])
        if place.before.isEmpty, place.after.isEmpty {
          return head + "[\(found),{\"sounds\":[\(item)]}]" + tail
        }
        return head + found + place.before + item + place.after + tail
      }
      return text
    }
  }
}
