import AlertSound
import ArgumentParser
import CommandSupport
import SystemPackage

/// `alertsound compare`: how far a sound is from its original, or would be.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Measure how far a sound is from its original, or would be in each data format.",
    discussion: """
      Two sounds are laid over each other, then compared: the noise under the sound, also in its worst \
      20 ms, and the largest error. One sound and --formats: what each of our data formats would take \
      and keep, and the smallest that is good enough.
      """)

  @Argument(help: "The original.")
  var original: PathArgument

  @Argument(help: "The sound that was made of it.")
  var copy: PathArgument?

  @Flag(help: "Show what each data format would take and keep.")
  var formats = false

  @Option(
    name: .customLong("above"),
    help: ArgumentHelp(
      "What is good enough, in decibels of signal to noise.", valueName: "decibels"))
  var threshold = 30.0

  @Flag(inversion: .prefixedNo, help: "Find out by how much the copy is delayed.")
  var align = true

  @Flag(help: "Print JSON, for programs.")
  var json = false

  func validate() throws {
    guard formats == (copy == nil) else {
      throw ValidationError("Give either two sounds, or one and --formats.")
    }
  }

  func run() throws {
    Interruption.listen()
    do throws(ConversionError) {
      let document = formats ? try candidates() : try comparison()
      if json {
        print(document.json)
      } else {
        for line in document.lines { print(line) }
      }
    } catch {
      Interruption.obey()
      printError(Diagnostic(error).line())
      throw ExitCode.failure
    }
  }

  private struct Document {
    let lines: [String]
    let json: String
  }

  private func comparison() throws(ConversionError) -> Document {
    let (sound, copied) = (
      try SoundSource(path: original.inputPath),
      try SoundSource(path: copy?.inputPath ?? original.inputPath)
    )
    let comparison = try SoundComparison(
      of: copied, to: sound, aligns: align, isCancelled: { Interruption.isRequested })
    return Document(
      lines: comparison.lines(
        original: original.inputPath, copy: copied.path ?? original.inputPath),
      json: try ComparisonDocument(comparison, of: copied, to: sound).text())
  }

  private func candidates() throws(ConversionError) -> Document {
    let sound = try SoundSource(path: original.inputPath)
    let candidates = try FormatCandidate.all(
      for: sound, isCancelled: { Interruption.isRequested })
    let choice = candidates.recommended(above: threshold)
    return Document(
      lines: candidates.lines(recommending: choice, above: threshold),
      json: try ComparisonDocument(
        candidates, of: sound, recommending: choice, above: threshold
      ).text())
  }
}
