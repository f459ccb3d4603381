import AlertSound
import ArgumentParser
import CommandSupport
import Platform
import SoundFormat
import SystemPackage

/// Converts sounds in memory, and writes one page with all sounds or a page for each sound.
struct PreviewRun {
  /// The limit on a page with all sounds, in bytes, so that the page can be mailed.
  static let pageByteLimit = 20_000_000
  /// The limit on an original in a folder's page, in bytes, because a browser loads the whole page into memory.
  private static let soundByteLimit = 100_000_000

  let page: PreviewPage
  let preview: Preview
  let output: FilePath
  let isFolder: Bool
  private let jobs: Int
  private let failures: [SoundError]

  init(_ command: PreviewCommand, _ page: PreviewPage) throws {
    self.page = page
    output = command.output.path
    isFolder = command.isFolder
    jobs = command.batch.jobCount
    let named = command.inputs.flatMap(\.paths).map(\.inputPath)
    let options = command.options
    let request = try options.length.request(for: options.use.use)
    let target = try options.target(output: nil)
    try ConversionOptions.check(target)
    let converter = try options.converter(to: target, request)
    // Report missing files as mistakes on the command line, not as sounds with problems.
    var inputs: [FilePath] = []
    var missing: [SoundError] = []
    for path in named {
      do {
        _ = try path.stat()
        inputs.append(path)
      } catch {
        missing.append(SoundError(wrapping: error, .openingInput, path))
      }
    }
    let listing = BatchListing(
      of: inputs, into: output, container: target.container,
      exclusions: command.batch.exclusions,
      monitor: .untilInterrupted)
    Interruption.dieIfRequested()
    failures = missing + listing.failures
    preview = Preview(
      listing, of: inputs, by: converter, embeddedByteLimit: Self.soundByteLimit)
  }

  /// Writes the page or the folder of pages, and prints a summary.
  ///
  /// - Returns: Success if all sounds were found and converted.
  func write() throws -> ExitStatus {
    for failure in failures { printError(Diagnostic(failure).line()) }
    guard !preview.inputs.isEmpty else {
      printError(Diagnostic(.error, nil, "no sounds found, so no page is written").line())
      return failures.map(\.exitStatus).max() ?? .failure
    }
    let results = isFolder ? try writeFolder() : try writePage()
    try Results.show([PreviewFolder.title(of: results)])
    return (failures + results.compactMap(\.error)).map(\.exitStatus).max() ?? .success
  }

  private func writePage() throws -> [PreviewedResult] {
    try checkReplacing([output])
    let folder = try WholeFile.check(output)
    // If the originals alone are too large for a page, refuse them before converting.
    let stated = preview.inputs.reduce(page.byteCount) { sum, input in
      guard let status = try? input.path.stat(), status.type == .regular else { return sum }
      return sum + base64Count(Int(status.size))
    }
    try checkSize(stated, isComplete: false)
    try PreviewFolder.checkIsOurs(output, advice: "name another page")
    var sounds: [PreviewedSound?] = preview.inputs.map { _ in nil }
    var byteCount = page.byteCount
    try convert { index, sound in
      sounds[index] = sound
      byteCount += sound.base64ByteCount
      try checkSize(byteCount, isComplete: false)
    }
    let all = sounds.compactMap(\.self)
    tell(all)
    let bytes = page.page(with: all.sortedByStanding, of: preview)
    try checkSize(bytes.count, isComplete: true)
    try WholeFile.write(bytes, to: output, in: folder)
    try Results.show(["\(output): \(sizeText(bytes.count))".onOneLine])
    return all.map(PreviewedResult.init)
  }

  /// Writes a page for each sound, and a page that lists these pages.
  private func writeFolder() throws -> [PreviewedResult] {
    if let type = try? output.stat().type, type != .directory {
      throw SoundError(wrapping: Errno.notDirectory, .creatingOutput, output)
    }
    let names = PreviewFolder.pageNames(of: preview.inputs)
    let index = output.appending(PreviewFolder.indexName)
    let pages = names.map { output.appending($0) } + [index]
    try checkReplacing(pages)
    for page in pages { try PreviewFolder.checkIsOurs(page) }
    let folder = OutputFolder(output)
    var results: [PreviewedResult?] = names.map { _ in nil }
    var byteCount = 0
    try convert { number, sound in
      let bytes = page.page(with: [sound], of: preview, list: PreviewFolder.indexName)
      try WholeFile.write(bytes, to: pages[number], in: folder)
      byteCount += bytes.count
      results[number] = PreviewedResult(sound)
      tell([sound])
    }
    let entries = zip(names, results).compactMap { name, result in
      result.map { PreviewFolder.Entry(page: name, result: $0) }
    }
    let list = PreviewFolder(entries, limit: preview.converter.limit).html
    try WholeFile.write(Array(list.utf8), to: index, in: folder)
    let count = counted(pages.count, "page")
    try Results.show(
      ["\(index): \(count), \(sizeText(byteCount + list.utf8.count))".onOneLine])
    return entries.map(\.result)
  }

  private func convert(_ onSound: (Int, PreviewedSound) throws -> Void) throws {
    let line = ProgressLine()
    defer { line.clear() }
    try preview.run(jobs: jobs, monitor: .untilInterrupted(showing: line)) { index, sound in
      line.clear()
      try onSound(index, sound)
    }
  }

  /// Prints the errors and warnings about sounds, as `convert` does.
  private func tell(_ sounds: [PreviewedSound]) {
    for sound in sounds {
      let path = sound.input.path
      if let error = sound.error {
        printError(Diagnostic(error).line())
        continue
      }
      let warnings =
        (sound.facts?.warnings ?? []).map { $0.sentence(\.commandWords) }
        + [sound.facts?.outcome.warning(under: preview.converter.limit, \.commandWords)]
        .compactMap(\.self)
      for warning in warnings {
        printError(Diagnostic(.warning, path, warning).line())
      }
    }
  }

  /// Refuses to replace an input by a page.
  private func checkReplacing(_ pages: [FilePath]) throws(SoundError) {
    let sounds = Set(preview.inputs.compactMap { FileIdentity(of: $0.path) })
    for page in pages {
      guard let identity = FileIdentity(of: page), sounds.contains(identity) else { continue }
      throw SoundError(
        .creatingOutput, page, .sound(.unsupported, reason: "the page would replace a sound"),
        advice: "name another file")
    }
  }

  private func checkSize(_ byteCount: Int, isComplete: Bool) throws(SoundError) {
    guard byteCount > Self.pageByteLimit else { return }
    let size = (isComplete ? "" : "at least ") + sizeText(byteCount)
    var folder = output
    folder.extension = nil
    throw SoundError(
      .creatingOutput, output,
      .sound(
        .limitExceeded,
        reason: "the page would have \(size), and a page has at most"
          + " \(sizeText(Self.pageByteLimit))"),
      advice: "name a folder, which gets a page for each sound: -o \(folder.string)/")
  }
}

extension PreviewedSound {
  fileprivate var base64ByteCount: Int {
    [bytes.count, frames?.bytes.count ?? 0, converted?.bytes.count ?? 0]
      .reduce(0) { $0 + base64Count($1) }
  }
}

/// The result for a previewed sound, without its bytes.
struct PreviewedResult {
  let input: PreviewInput
  let standing: PreviewedSound.Standing
  let verdict: AlertVerdict?
  let facts: ConversionFacts?
  let error: SoundError?
  /// The converted file's size; nil if there is no converted file.
  let convertedByteCount: Int?
  let byteCount: Int

  init(_ sound: PreviewedSound) {
    input = sound.input
    standing = sound.standing
    verdict = sound.verdict
    facts = sound.facts
    error = sound.error
    convertedByteCount = sound.converted?.bytes.count
    byteCount = sound.bytes.count
  }
}
