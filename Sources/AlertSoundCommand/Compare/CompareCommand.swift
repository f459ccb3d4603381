import AlertSound
import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

/// `alertsound compare`: measures how much a sound differs from its original, or would differ in other formats.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Measure how much a sound differs from its original, or would in each data format.",
    usage: "alertsound compare [<options>] <original> [<copy>]",
    discussion: """
        alertsound compare ring.wav ring.caf
        alertsound compare ring.wav --formats

      Aligns two sounds and measures their difference: the noise relative to what the original \
      masks, the signal-to-noise ratio, also of the worst 20 ms, and the largest error. A copy at \
      another rate is resampled first. A copy may begin up to 5000 frames later or earlier; if no \
      such delay aligns the two, or if one is longer, the report says so. With one sound and \
      --formats: the size and quality in each data format, and the smallest whose noise is masked. \
      --keep also writes each of these files.
      """)

  @Argument(help: "The original.")
  var original: CommandArgument

  @Argument(help: "The sound that was made from it.")
  var copy: CommandArgument?

  @Flag(help: "Show the size and quality of the sound in each data format.")
  var formats = false

  @Option(
    help: ArgumentHelp(
      "With --formats: also write the sound in each data format as a CAF file, to listen to.",
      valueName: "folder"))
  var keep: CommandArgument?

  @Flag(help: "Don't detect and compensate a delay of the copy.")
  var noAlign = false

  @OptionGroup
  var reading: InputOptions

  @Flag(help: "Print JSON, for programs.")
  var json = false

  func validate() throws {
    guard formats == (copy == nil) else {
      throw ValidationError("Give either two sounds, or one and --formats.")
    }
    guard formats || keep == nil else {
      throw ValidationError("--keep works only with --formats.")
    }
    if let keep, keep.outputPath != keep.path {
      throw ValidationError("--keep takes a folder, and can't write to standard output.")
    }
    guard !formats || !noAlign else {
      throw ValidationError("--no-align works only with two sounds.")
    }
  }

  func run() throws {
    Interruption.listen()
    try Results.show(formats ? candidateLines() : comparisonLines())
  }

  private func open(_ file: CommandArgument) throws(SoundError) -> SoundSource {
    let sound = try SoundSource(input: file.inputPath, policy: reading.policy)
    for warning in sound.warnings {
      printError(Diagnostic(.warning, sound.path, warning.fact).line())
    }
    return sound
  }

  private func comparisonLines() throws(SoundError) -> [String] {
    let (sound, copied) = (try open(original), try open(copy ?? original))
    let comparison = try SoundComparison(
      of: copied, to: sound, aligns: !noAlign, monitor: .untilInterrupted)
    if json { return [JSON(comparison, of: copied, to: sound).text] }
    return comparison.lines(
      original: original.inputPath, copy: copied.path ?? original.inputPath,
      sampleRate: sound.format.sampleRate)
  }

  private func candidateLines() throws(SoundError) -> [String] {
    let sound = try open(original)
    let files = try keep.map { folder throws(SoundError) in
      try CandidateFiles(of: sound, in: folder.path)
    }
    let candidates = try candidates(for: sound, writing: files)
    return json
      ? [JSON(candidates, of: sound, files: files).text] : candidates.lines(files: files)
  }

  /// Measures the candidate formats and writes their files. Shows a progress bar on a terminal.
  private func candidates(
    for sound: SoundSource, writing files: CandidateFiles?
  ) throws(SoundError) -> [FormatCandidate] {
    let line = ProgressLine()
    defer { line.clear() }
    let monitor = Monitor.untilInterrupted(showing: line)
    // Give measuring and writing half of the bar each. Both encode each candidate, which takes nearly all of the time.
    let candidates = try FormatCandidate.all(
      for: sound, monitor: monitor.part(0...(files == nil ? 1 : 0.5)))
    try files?.write(candidates, monitor: monitor.part(0.5...1))
    return candidates
  }
}

/// The CAF files that `alertsound compare --formats --keep` writes, one for each candidate format.
struct CandidateFiles {
  private let sound: SoundSource
  private let folder: FilePath
  private let baseName: String

  /// Chooses the files' names.
  ///
  /// - Throws: `SoundError` if `folder` exists but isn't a folder.
  init(of sound: SoundSource, in folder: FilePath) throws(SoundError) {
    self.sound = sound
    self.folder = folder
    var name = FilePath(root: nil, (sound.path?.components.suffix(1)).map(Array.init) ?? [])
    name.extension = nil
    baseName = name.string
    if let type = try? folder.stat().type, type != .directory {
      throw SoundError(wrapping: Errno.notDirectory, .creatingOutput, folder)
    }
  }

  /// Returns the path of a candidate's file, such as `ring-ima4-q63.caf`.
  func path(of candidate: FormatCandidate) -> FilePath {
    folder.appending("\(baseName)-\(candidate.name.replacing(" -q ", with: "-q")).caf")
  }

  /// Writes the candidates' files atomically, and replaces existing files.
  ///
  /// - Throws: `SoundError`. If a file would replace the sound, throws before writing anything.
  func write(_ candidates: [FormatCandidate], monitor: Monitor) throws(SoundError) {
    let original = sound.path.flatMap { FileIdentity(of: $0) }
    for path in candidates.map(path(of:)) where original != nil {
      guard FileIdentity(of: path) != original else {
        throw SoundError(
          .creatingOutput, path,
          .sound(.unsupported, reason: "--keep would replace the sound"),
          advice: "name another folder")
      }
    }
    let folder = OutputFolder(folder)
    for (index, candidate) in candidates.enumerated() {
      let part = Double(index) / Double(candidates.count)
      try Conversion(of: sound, to: candidate.target).stage(
        for: path(of: candidate), in: folder,
        monitor.part(part...(part + 1 / Double(candidates.count)))
      ).commit()
    }
  }
}
