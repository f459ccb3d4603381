import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The page that lists the sounds' pages in a folder.
struct PreviewFolder {
  struct Entry {
    let page: String
    let result: PreviewedResult
  }

  static let indexName = "index.html"

  /// The element near the beginning of each page of this command. The command replaces only pages with this mark.
  static let mark = #"<meta name="generator" content="alertsound">"#

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

  /// The list as an HTML page without a script, with the wording and colours of the sounds' pages. A frame shows the
  /// page of the chosen sound.
  var html: String {
    let title = Self.title(of: entries.map(\.result)).xmlText
    let items = entries.map { entry in
      """
      <li>
      <a href="\(entry.page.utf8.percentEncoded)" target="sound">\(entry.result.input.name.onOneLine.xmlText)</a>
      \(Self.verdict(on: entry.result))
      \(paragraphs(on: entry.result).joined(separator: "\n"))
      </li>
      """
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; frame-src 'self' file:">
      <meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark">
      \(Self.mark)
      <title>\(title)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <main>
      <h1>\(title)</h1>
      <p>Choose a sound to see and hear it, as it is and converted. Those that need work come first.</p>
      <ul>
      \(items.joined(separator: "\n"))
      </ul>
      </main>
      <iframe name="sound" title="The chosen sound" src="\(entries.first?.page.utf8.percentEncoded ?? "")"></iframe>
      </body>
      </html>

      """
  }

  private static let style = """
    :root {
      color-scheme: light dark;
      --page: light-dark(#f6f5fa, #121119);
      --card: light-dark(#ffffff, #1b1a24);
      --ink: light-dark(#1c1a26, #ebe9f2);
      --soft: light-dark(#575467, #aba8b8);
      --line: light-dark(#e2e0ea, #33313f);
      --accent: light-dark(#5338c9, #b5a8ff);
      --plays: light-dark(#17653a, #84d6a1);
      --undocumented: light-dark(#875300, #ecbf6a);
      --default: light-dark(#ad1f18, #ffa198);
    }
    body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; background: var(--page); color: var(--ink); display: grid;
      height: 100vh; grid: 1fr / minmax(18rem, 26rem) 1fr; }
    main { overflow: auto; padding: 1.5rem 1rem; }
    iframe { border: 0; border-left: 1px solid var(--line); width: 100%; height: 100%; }
    @media (max-width: 56rem) { body { grid: 1fr 1.4fr / 1fr; } iframe { order: -1; } }
    h1 { line-height: 1.2; letter-spacing: -.02em; margin: 0 0 .5rem; }
    ul { list-style: none; padding: 0; margin: 1.5rem 0; }
    li { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem;
      margin-top: .75rem; }
    a { color: var(--accent); font-weight: 600; overflow-wrap: anywhere; }
    strong { font-weight: 500; font-size: .9rem; margin-left: .5rem; }
    p { margin: .25rem 0 0; color: var(--soft); }
    .plays { color: var(--plays); }
    .undocumented { color: var(--undocumented); }
    .default { color: var(--default); }
    """

  /// Returns a title with the numbers of all sounds and of sounds that need work.
  static func title(of results: [PreviewedResult]) -> String {
    let count = results.count { $0.standing.needsWork }
    let work =
      count == 0
      ? results.count == 1 ? "plays" : "all play"
      : count == 1 ? "1 needs work" : "\(count) need work"
    return counted(results.count, "sound") + ", " + work
  }

  /// Returns the verdict on the original as HTML.
  private static func verdict(on result: PreviewedResult) -> String {
    guard let verdict = result.verdict else {
      return #"<strong class="default">Can’t be read</strong>"#
    }
    let system = verdict.use == .macos ? "macOS" : "iOS"
    let consequence =
      verdict.reasons.first.map { verdict.consequence(of: $0) ?? "" } ?? "\(system) plays it"
    let words =
      consequence.isEmpty
      ? "\(system) may not play it"
      : consequence.hasPrefix(system)
        ? consequence : consequence.prefix(1).uppercased() + consequence.dropFirst()
    return #"<strong class="\#(verdict.outcome.rawValue)">\#(words)</strong>"#
  }

  /// Returns paragraphs with a sound's findings, the advice on them, and the result of converting the sound.
  private func paragraphs(on result: PreviewedResult) -> [String] {
    func paragraph(_ sentences: String?..., style: String? = nil) -> String {
      let text = sentences.compactMap(\.self).map {
        $0.prefix(1).uppercased() + $0.dropFirst() + "."
      }
      return (style.map { #"<p class="\#($0)">"# } ?? "<p>")
        + text.joined(separator: " ").onOneLine.xmlText + "</p>"
    }
    let findings = result.verdict.map { $0.reasons + $0.advisories } ?? []
    // Leave out a finding that the error repeats, because the file can't be read.
    var paragraphs = findings.filter { $0.sentence != result.error?.sentence }
      .map { paragraph($0.fact, $0.advice) }
    paragraphs += (result.facts?.warnings ?? []).map { paragraph($0.fact) }
    if let error = result.error {
      paragraphs.append(
        paragraph("it can’t be converted: \(error.commandSentence)", style: "default"))
    } else if let fact = result.facts?.outcome.fact(under: limit) {
      paragraphs.append(paragraph("converting it: \(fact)", style: "undocumented"))
    } else if let byteCount = result.convertedByteCount {
      paragraphs.append(
        paragraph("converted: \(sizeText(result.byteCount)) to \(sizeText(byteCount))"))
    }
    return paragraphs
  }
}

extension PreviewFolder {
  /// Refuses to replace a regular file that isn't a page of this command.
  static func checkIsOurs(
    _ page: FilePath, advice: String = "name another folder"
  ) throws(SoundError) {
    guard let status = try? page.stat(followTargetSymlink: true), status.type == .regular else {
      return
    }
    let start = try? InputFile(path: page).bytes(at: 0, count: 4096)
    if String(decoding: start ?? [], as: UTF8.self).contains(mark) { return }
    throw SoundError(
      .creatingOutput, page,
      .sound(.unsupported, reason: "this file isn't a page of 'alertsound preview'"),
      advice: advice)
  }

  /// The longest name of a page, in bytes, without a number and the extension. File systems allow 255 bytes in all.
  private static let nameByteLimit = 120

  /// Returns a file name for each sound's page. All names differ, even if case is ignored.
  static func pageNames(of inputs: [PreviewInput]) -> [String] {
    var taken: Set = ["index"]
    var stems: [String: Int] = [:]
    for input in inputs { stems[pageStem(of: input.name).lowercased(), default: 0] += 1 }
    return inputs.map { input in
      let short = pageStem(of: input.name)
      // If a sound and its conversion are both inputs, only their extensions differ, so keep the extensions.
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

  /// Returns a sound's name with a dash in place of all characters but letters, digits and underscores.
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
}
