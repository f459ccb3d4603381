import AlertSound
import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

/// Converts sounds in memory, and writes a page with all of them.
struct PreviewRun {
  /// The limit on a page, in bytes, so that the page can be mailed.
  static let pageByteLimit = 20_000_000

  let page: PreviewPage
  let preview: Preview
  let output: FilePath
  private let jobs: Int
  private let failures: [SoundError]

  init(_ command: PreviewCommand, _ page: PreviewPage) throws {
    self.page = page
    output = command.output.path
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
      listing, of: inputs, by: converter, embeddedByteLimit: Self.pageByteLimit)
  }

  /// Writes the page, and prints a summary.
  ///
  /// - Returns: Success if all sounds were found and converted.
  func write() throws -> ExitStatus {
    for failure in failures { printError(Diagnostic(failure).line()) }
    guard !preview.inputs.isEmpty else {
      printError(Diagnostic(.error, nil, "no sounds found, so no page is written").line())
      return failures.map(\.exitStatus).max() ?? .failure
    }
    try checkReplacing()
    let folder = try WholeFile.check(output)
    // If the originals alone are too large for a page, refuse them before converting.
    let stated = preview.inputs.reduce(page.byteCount) { sum, input in
      guard let status = try? input.path.stat(), status.type == .regular else { return sum }
      return sum + base64Count(Int(status.size))
    }
    try checkSize(stated, isComplete: false)
    var results: [PreviewedSound?] = preview.inputs.map { _ in nil }
    var byteCount = page.byteCount
    try convert { index, sound in
      results[index] = sound
      byteCount += sound.base64ByteCount
      try checkSize(byteCount, isComplete: false)
    }
    let sounds = results.compactMap(\.self)
    tell(sounds)
    let bytes = page.page(with: sounds.sortedByStanding, of: preview)
    try checkSize(bytes.count, isComplete: true)
    try WholeFile.write(bytes, to: output, in: folder)
    try Results.show([
      "\(output): \(sizeText(bytes.count))".onOneLine, Self.summary(of: sounds),
    ])
    return (failures + sounds.compactMap(\.error)).map(\.exitStatus).max() ?? .success
  }

  /// Returns the numbers of all sounds and of sounds that need work, in words.
  private static func summary(of sounds: [PreviewedSound]) -> String {
    let count = sounds.count(where: \.standing.needsWork)
    let work =
      count == 0
      ? sounds.count == 1 ? "plays" : "all play"
      : count == 1 ? "1 needs work" : "\(count) need work"
    return counted(sounds.count, "sound") + ", " + work
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
        (sound.facts?.warnings ?? [])
        + [sound.facts?.outcome.finding(under: preview.converter.limit)].compactMap(\.self)
      for warning in warnings {
        printError(Diagnostic(.warning, path, warning.sentence(\.commandWords)).line())
      }
    }
  }

  /// Refuses to replace an input, or a regular file that isn't a page of this command.
  private func checkReplacing() throws(SoundError) {
    guard let identity = FileIdentity(of: output) else { return }
    let isInput = preview.inputs.contains { FileIdentity(of: $0.path) == identity }
    let isRegular = (try? output.stat().type) == .regular
    guard isInput || isRegular && !PreviewPage.isPage(output) else { return }
    throw SoundError(
      .creatingOutput, output,
      .sound(
        .unsupported,
        reason: isInput
          ? "the page would replace a sound" : "this file isn't a page of 'alertsound preview'"),
      advice: "name another page")
  }

  private func checkSize(_ byteCount: Int, isComplete: Bool) throws(SoundError) {
    guard byteCount > Self.pageByteLimit else { return }
    let size = (isComplete ? "" : "at least ") + sizeText(byteCount)
    throw SoundError(
      .creatingOutput, output,
      .sound(
        .limitExceeded,
        reason: "the page would have \(size), and a page has at most"
          + " \(sizeText(Self.pageByteLimit))"),
      advice: "name fewer sounds, or --exclude the largest")
  }
}

extension PreviewedSound {
  fileprivate var base64ByteCount: Int {
    [bytes.count, frames?.bytes.count ?? 0, converted?.bytes.count ?? 0]
      .reduce(0) { $0 + base64Count($1) }
  }
}
