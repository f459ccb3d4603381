import AlertSound
import ArgumentParser
import CommandSupport
import Platform
import SoundFormat
import SystemPackage

/// `alertsound info`: shows the contents of sounds, and whether iOS plays them.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show what sounds contain: format, levels, waveform, and whether iOS plays them.",
    usage: "alertsound info [<options>] <files> ...",
    discussion: """
        alertsound info ring.caf --plot ring.svg
        alertsound info Sounds

      Several files, or a folder, give a table with a line for each sound. A file that isn't a \
      usable sound has a verdict, too. The exit status is 0 unless a file can't be opened or, in a \
      table, can't be decoded.
      """)

  @Argument(help: "The files, or folders of sounds.")
  var files: [PathsArgument]

  @Flag(help: "Print JSON, for programs.")
  var json = false

  @Flag(help: "List the chunks of one file.")
  var chunks = false

  @Flag(help: "Read headers only: no levels, no waveform.")
  var headersOnly = false

  @OptionGroup
  var reading: InputOptions

  @Option(
    help: ArgumentHelp("Write the waveform of one file as an SVG picture.", valueName: "file.svg"))
  var plot: CommandArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The length in seconds that a sound must stay under.", valueName: "seconds"))
  var limit = SecondsArgument(seconds: AlertRules.iOS.lengthLimit)

  private var inputs: [FilePath] { files.flatMap(\.paths).map(\.inputPath) }

  /// Whether the command line asks for a table, with a line for each sound.
  private var listsSounds: Bool {
    inputs.count > 1 || inputs.contains { (try? $0.stat().type) == .directory }
  }

  func validate() throws {
    if chunks, !json, listsSounds { throw ValidationError("--chunks takes one file at a time.") }
    guard let plot else { return }
    guard plot.path.extension?.lowercased() == "svg" else {
      throw ValidationError("--plot writes SVG: name a file that ends in .svg.")
    }
    if listsSounds {
      throw ValidationError("--plot takes one file at a time.")
    }
    if headersOnly {
      throw ValidationError("--plot must decode the sound: leave --headers-only out.")
    }
  }

  func run() throws {
    Interruption.listen()
    StandardStreams.silenceLibraries()
    let rules = AlertRules(for: .notification, lengthLimit: limit.seconds)
    // Pass no output folder: the command writes no sounds, so the search has no folder to skip.
    let listing = BatchListing(of: inputs, into: "", container: .caf, monitor: .untilInterrupted)
    Interruption.dieIfRequested()
    let (sounds, lists) = (listing.items.map(\.input), listsSounds)
    var (table, reports, names) = (InfoTable(), [JSON](), AdvisedNames())
    for failure in listing.failures { table.add(failure) }
    let line = ProgressLine()
    for (index, file) in sounds.enumerated() {
      let (start, end) = (Double(index), Double(index + 1))
      let inspection: SoundInspection
      do throws(SoundError) {
        inspection = try SoundInspection(
          of: file, rules: rules, listens: !headersOnly, policy: reading.policy,
          monitor: .untilInterrupted(showing: line)
            .part(start / Double(sounds.count)...end / Double(sounds.count)))
        try writePlot(of: inspection, rules)
      } catch {
        line.clear()
        Interruption.dieIfRequested()
        table.add(error)
        continue
      }
      line.clear()
      if json {
        let files = names.files(for: file, inspection.verdict)
        reports.append(inspection.json(advice: inspection.verdict.advice(with: files)))
      } else if lists {
        table.add(inspection)
      } else {
        let page = InfoPage(
          inspection: inspection, advisedFiles: names.files(for: file, inspection.verdict),
          listsChunks: chunks)
        try Results.show(page.lines)
      }
    }
    try table.show()
    if sounds.isEmpty, table.status == .success, !json { try Results.show(["no sounds found"]) }
    if json { try Results.show(["schema": "alertsound.info/3", "files": reports.json]) }
    guard table.status == .success else { throw ExitCode(table.status) }
  }

  private func writePlot(
    of inspection: SoundInspection, _ rules: AlertRules
  ) throws(SoundError) {
    guard let plot else { return }
    let replaced = FileIdentity(of: plot.path)
    guard replaced == nil || replaced != inspection.path.flatMap(FileIdentity.init(of:)) else {
      throw SoundError(
        .creatingOutput, plot.path, .unsupported("--plot would replace the sound"),
        advice: "name another file")
    }
    guard let picture = inspection.plot(rules: rules) else {
      throw SoundError(
        .reading, inspection.path.map { SoundPath($0) },
        .unsupported("there is no waveform: " + (inspection.unheardReason ?? "it wasn't decoded")))
    }
    try WholeFile.write(Array(picture.svg.utf8), to: plot.path)
  }
}
