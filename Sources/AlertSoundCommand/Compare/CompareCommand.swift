import AlertSound
import ArgumentParser
import CommandSupport
import Platform
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

      Measures the difference of two sounds: the noise relative to what the original masks, the \
      signal-to-noise ratio, also of the worst 20 ms, and the largest error. A copy at another rate \
      is resampled first. Both are compared from their beginnings; if one is longer, the report \
      says so. With one sound and --formats: the size and quality in each data format, and the \
      smallest whose noise is masked.
      """)

  @Argument(help: "The original.")
  var original: CommandArgument

  @Argument(help: "The sound that was made from it.")
  var copy: CommandArgument?

  @Flag(help: "Show the size and quality of the sound in each data format.")
  var formats = false

  @OptionGroup
  var reading: InputOptions

  @Flag(help: "Print JSON, for programs.")
  var json = false

  func validate() throws {
    guard formats == (copy == nil) else {
      throw ValidationError("Give either two sounds, or one and --formats.")
    }
  }

  func run() throws {
    Interruption.listen()
    StandardStreams.silenceLibraries()
    try Results.show(formats ? candidateLines() : comparisonLines())
  }

  private func open(_ file: CommandArgument) throws(SoundError) -> SoundSource {
    let sound = try SoundSource(path: file.inputPath, policy: reading.policy)
    warn(sound.warnings, about: sound)
    return sound
  }

  private func warn(_ warnings: [AlertFinding], about sound: SoundSource) {
    for warning in warnings {
      printError(Diagnostic(.warning, sound.path, warning.fact).line())
    }
  }

  private func comparisonLines() throws(SoundError) -> [String] {
    let (sound, copied) = (try open(original), try open(copy ?? original))
    let comparison = try SoundComparison(original: sound, copy: copied, monitor: .untilInterrupted)
    warn(comparison.originalWarnings.filter { !sound.warnings.contains($0) }, about: sound)
    warn(comparison.copyWarnings.filter { !copied.warnings.contains($0) }, about: copied)
    if json { return [JSON(comparison, of: copied, to: sound).text] }
    return comparison.lines(
      original: original.inputPath, copy: copied.path ?? original.inputPath,
      sampleRate: sound.format.sampleRate)
  }

  private func candidateLines() throws(SoundError) -> [String] {
    let sound = try open(original)
    let line = ProgressLine()
    defer { line.clear() }
    let candidates = try FormatCandidate.all(
      for: sound, monitor: .untilInterrupted(showing: line))
    return json ? [JSON(candidates, of: sound).text] : candidates.lines
  }
}
