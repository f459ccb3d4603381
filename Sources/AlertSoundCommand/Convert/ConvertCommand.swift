import AlertSound
import ArgumentParser
import CommandSupport
import SystemPackage

/// `alertsound convert`: converts files and folders to alerts.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert sounds to ones that iOS plays as alerts.",
    discussion: """
      Folders are searched for sounds, and keep their structure. Only what changed is converted: \
      the inputs' bytes and the options decide, and a small file beside the outputs remembers. A single \
      file whose output is named is converted each time.
      """)

  @Argument(help: "The sounds, and folders of sounds.")
  var inputs: [PathsArgument]

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The folder for the outputs, or the file to make of a single input.", valueName: "path"))
  var output: CommandArgument

  @OptionGroup(title: "Format Options")
  var format: FormatOptions

  @OptionGroup(title: "Length Options")
  var length: LimitOptions

  @OptionGroup(title: "Input Options")
  var reading: InputOptions

  @OptionGroup(title: "Build Options")
  var build: BuildOptions

  func validate() throws {
    if output.outputPath != output.path {
      throw ValidationError("-o takes a folder or a file; afconvert writes to standard output.")
    }
  }

  func run() throws {
    Interruption.listen()
    StandardStreams.silenceLibraries()
    let style = build.diagnostics
    do {
      let plan = try ConversionPlan(self)
      let status = try ConversionRun(plan, build).convertAndReport()
      guard status == .success else { throw ExitCode(status) }
    } catch let error as ConversionError {
      printError(Diagnostic(error).line(style))
      throw ExitCode(error.exitStatus)
    }
  }
}

/// The options for how a batch runs and what it reports.
struct BuildOptions: ParsableArguments {
  @Flag(help: "Put all outputs into one folder. Inputs whose outputs would collide are refused.")
  var flatten = false

  @Option(
    help: ArgumentHelp(
      "Leave out files and folders of this name or path; * also stands for slashes.",
      valueName: "pattern"),
    completion: .default)
  var exclude: [CommandArgument] = []

  @Option(
    help: ArgumentHelp(
      "How many sounds are converted at once; left out, as many as there are processors.",
      valueName: "count"))
  var jobs: Int?

  @Flag(help: "Convert everything, changed or not.")
  var force = false

  @Flag(help: "Remove outputs made earlier whose inputs are gone or have another output now.")
  var prune = false

  @Flag(help: "Say what would be done, and do nothing.")
  var dryRun = false

  @Flag(help: "Refuse options that leave out an output, since a build tool waits for each.")
  var declaredOutputs = false

  @Option(
    help: ArgumentHelp(
      "Take options from a file, too; a path in it is one beside it.", valueName: "file"))
  var options: [CommandArgument] = []

  @Option(
    help: ArgumentHelp(
      "Write a JSON file that maps every input to its output; - is standard output, and other lines go"
        + " to standard error then.",
      valueName: "file"))
  var manifest: CommandArgument?

  @Option(
    help: ArgumentHelp(
      "Write a file of dependencies for Make or Ninja; what they wait for looks old after a failure.",
      valueName: "file"))
  var depfile: CommandArgument?

  @Option(
    help: ArgumentHelp(
      "The form of warnings and errors:"
        + " \(Diagnostic.Style.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "style"))
  var diagnostics = Diagnostic.Style.plain

  @Flag(help: "Print warnings and errors only.")
  var quiet = false

  /// The file for the manifest; nil if there is none or it goes to standard output.
  var manifestPath: FilePath? { showsManifest ? nil : manifest?.path }

  /// Whether the manifest goes to standard output.
  var showsManifest: Bool { manifest.map { $0.outputPath != $0.path } ?? false }

  func validate() throws {
    if let depfile, depfile.outputPath != depfile.path {
      throw ValidationError("--depfile takes a file's name: standard output can't be written here")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes 1 or more, not \(jobs)") }
  }
}
