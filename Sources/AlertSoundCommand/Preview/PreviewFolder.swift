import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The list of the pages in a folder.
struct PreviewFolder {
  struct Entry {
    /// The page's file name.
    let page: String
    let result: PreviewedResult
  }

  static let indexName = "index.html"

  private let entries: [Entry]
  private let limit: LengthLimit

  init(_ entries: [Entry], limit: LengthLimit) {
    self.entries = entries.sorted { one, other in
      one.result.standing != other.result.standing
        ? one.result.standing < other.result.standing
        : one.result.input.precedes(other.result.input)
    }
    self.limit = limit
  }

  /// The list as a page that needs no script.
  var html: String {
    let summary = PreviewSummary(entries.map(\.result)).line
    let items = entries.map { entry in
      """
      <li class="\(entry.result.standing)">
      <a href="\(Self.reference(to: entry.page))">\(entry.result.input.name.onOneLine.xmlText)</a>
      <strong>\(word(for: entry.result).xmlText)</strong>
      \(sentences(on: entry.result).map { "<p>\($0.onOneLine.xmlText)</p>" }.joined(separator: "\n"))
      </li>
      """
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark">
      <title>Alert sounds</title>
      <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; }
      ul { list-style: none; padding: 0; }
      li { border-top: 1px solid #8888; padding: .75rem 0; }
      a { font-weight: 600; overflow-wrap: anywhere; }
      strong { margin-left: .5rem; padding: 0 .4rem; border: 1px solid; border-radius: .3rem; font-size: .85rem; }
      .problem strong { color: light-dark(#a3001b, #ff9d9d); }
      .undocumented strong { color: light-dark(#7a4b00, #ffc766); }
      p { margin: .25rem 0 0; }
      </style>
      </head>
      <body>
      <main>
      <h1>Alert sounds</h1>
      <p>\(summary.xmlText)</p>
      <ul>
      \(items.joined(separator: "\n"))
      </ul>
      </main>
      </body>
      </html>

      """
  }

  /// The verdict on the original in a word.
  private func word(for result: PreviewedResult) -> String {
    guard let verdict = result.verdict else { return "can't be read" }
    return verdict.outcome == .default ? verdict.use.fallbackWord : verdict.outcome.rawValue
  }

  /// What is known about a sound, and what converting it gives.
  private func sentences(on result: PreviewedResult) -> [String] {
    let findings = result.verdict.map { $0.reasons + $0.advisories } ?? []
    let conversion: String? =
      if let error = result.error {
        "Can't be converted: " + error.sentence
      } else if let fact = result.outcome?.fact(under: limit) {
        "Converting it: " + fact
      } else {
        result.convertedByteCount.map {
          "Converted: \(sizeText(result.byteCount)) to \(sizeText($0))"
        }
      }
    return findings.map(\.fact) + [result.truncation, conversion].compactMap(\.self)
  }
}

extension PreviewFolder {
  /// In bytes; file systems allow 255, and an archive's folders need some.
  private static let nameByteLimit = 120

  /// Returns a file name for each sound's page, none of them twice, also where case is ignored.
  static func pageNames(of inputs: [PreviewInput]) -> [String] {
    var taken: Set = ["index"]
    var stems: [String: Int] = [:]
    for input in inputs { stems[pageStem(of: input.name).lowercased(), default: 0] += 1 }
    return inputs.map { input in
      let short = pageStem(of: input.name)
      // The extension tells a sound from what it was converted to.
      let isOnlyOne = stems[short.lowercased()] == 1
      let stem = isOnlyOne ? short : pageStem(of: input.name, withExtension: true)
      var name = stem
      var number = 1
      while !taken.insert(name.lowercased()).inserted {
        number += 1
        name = "\(stem)-\(number)"
      }
      return name + ".html"
    }
  }

  /// The sound's name, of letters and digits with dashes between them.
  private static func pageStem(of name: String, withExtension: Bool = false) -> String {
    var path = FilePath(name)
    if !withExtension { path.extension = nil }
    var stem = ""
    for scalar in path.string.unicodeScalars where stem.utf8.count < nameByteLimit {
      let properties = scalar.properties
      let isKept = properties.isAlphabetic || properties.numericType != nil || scalar == "_"
      if isKept {
        stem.unicodeScalars.append(scalar)
      } else if !stem.isEmpty, !stem.hasSuffix("-") {
        stem += "-"
      }
    }
    while stem.hasSuffix("-") { stem.removeLast() }
    return stem.isEmpty ? "sound" : stem
  }

  /// The page's name in a link.
  private static func reference(to name: String) -> String {
    name.utf8.reduce(into: "") { text, byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = byte < 0x80 && scalar.properties.isAlphabetic
      if isPlain || "0123456789-_.".unicodeScalars.contains(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
