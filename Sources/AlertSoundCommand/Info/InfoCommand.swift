import AlertSound
import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

/// `alertsound info`: shows the contents of sounds, and whether iOS plays them.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show what sounds contain: format, levels, waveform, and whether iOS plays them.",
    usage: "alertsound info [<options>] <files> ...",
    discussion: """
        alertsound info ring.caf
        alertsound info ring.caf --plot ring.svg

      A file that isn't a usable sound has a verdict, too. The exit status is 0 unless a file can't \
      be opened.
      """)

  @Argument(help: "The files.")
  var files: [PathsArgument]

  @Flag(help: "Print JSON, for programs.")
  var json = false

  @Flag(help: "List the files' chunks.")
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

  func validate() throws {
    guard let plot else { return }
    guard plot.path.extension?.lowercased() == "svg" else {
      throw ValidationError("--plot writes SVG: name a file that ends in .svg.")
    }
    if files.flatMap(\.paths).count > 1 {
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
    var reports: [JSON] = []
    var status = ExitStatus.success
    var hasShown = false
    var names = AdvisedNames()
    for file in files.flatMap(\.paths) {
      let inspection: SoundInspection
      do throws(SoundError) {
        inspection = try SoundInspection(
          of: file.inputPath, rules: rules, listens: !headersOnly,
          policy: reading.policy, monitor: .untilInterrupted)
        try writePlot(of: inspection, rules)
      } catch {
        Interruption.dieIfRequested()
        printError(Diagnostic(error).line())
        status = max(status, error.exitStatus)
        continue
      }
      let advised = names.files(for: file.inputPath, inspection.verdict)
      if json {
        reports.append(inspection.json(advisedFiles: advised))
      } else {
        let page = InfoPage(inspection, advisedFiles: advised, listsChunks: chunks)
        try Results.show((hasShown ? [""] : []) + page.lines)
        hasShown = true
      }
    }
    if json { try Results.show(["schema": "alertsound.info/3", "files": reports.json]) }
    guard status == .success else { throw ExitCode(status) }
  }

  private func writePlot(
    of inspection: SoundInspection, _ rules: AlertRules
  ) throws(SoundError) {
    guard let plot else { return }
    let replaced = FileIdentity(of: plot.path)
    guard replaced == nil || replaced != inspection.path.flatMap(FileIdentity.init(of:)) else {
      throw SoundError(
        .creatingOutput, plot.path,
        .sound(.unsupported, reason: "--plot would replace the sound"),
        advice: "name another file")
    }
    guard let picture = inspection.plot(rules: rules) else {
      throw SoundError(
        .reading, inspection.path.map { SoundPath($0) },
        .sound(
          .unsupported,
          reason: "there is no waveform: " + (inspection.unheardReason ?? "it wasn't decoded")))
    }
    try WholeFile.write(Array(picture.svg.utf8), to: plot.path)
  }
}
