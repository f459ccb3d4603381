import AlertSound
import ArgumentParser
import CommandSupport
import Platform
import SystemPackage

/// `alertsound convert`: converts files and folders to alerts.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert sounds to formats that iOS plays as alerts.",
    discussion: """
        alertsound convert ring.mp3 -o ring.caf
        alertsound convert Sounds -o App/Sounds --loudness -16

      Folders are searched for sounds and keep their structure. Only what changed is converted: \
      a small file beside the outputs records the options and a digest of each input. A single \
      file whose output is named is converted each time.
      """)

  @Argument(help: "The sounds, and folders of sounds.")
  var inputs: [PathsArgument]

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The folder for the outputs, or the output file of a single input.", valueName: "path"))
  var output: CommandArgument

  @OptionGroup
  var options: ConversionOptions

  @OptionGroup(title: "Android Options")
  var android: AndroidOptions

  @OptionGroup(title: "Build Options")
  var build: BuildOptions

  func validate() throws {
    if output.outputPath != output.path {
      throw ValidationError(
        "-o takes a folder or a file; afconvert writes to standard output: afconvert ring.wav -d ima4 -f caff -"
      )
    }
    _ = try target()
  }

  /// The output file; nil if `-o` is a folder. For a file, there must be a single input that isn't a folder, and the
  /// output's name must have an extension.
  var namedOutput: FilePath? {
    let inputs = inputs.flatMap(\.paths).map(\.inputPath)
    return inputs.count == 1 && !inputs[0].isFolder && !output.namesFolder && !output.path.isFolder
      && output.path.extension != nil ? output.path : nil
  }

  /// Returns the conversion target for all inputs.
  ///
  /// - Throws: `ValidationError` if no sound can have the format.
  func target() throws -> ConversionTarget {
    if let namedOutput {
      _ = try options.format.container(forOutput: namedOutput, mayBeFolder: true)
    }
    let target = try options.target(output: namedOutput)
    if namedOutput == nil || target.dataFormat != nil { try ConversionOptions.check(target) }
    return target
  }

  func run() throws {
    Interruption.listen()
    // The plugins set this variable, so that the command ends when the build is killed.
    if CommandArgument(environment: "ALERTSOUND_ENDS_WITH_PARENT") != nil {
      Interruption.followParent()
    }
    StandardStreams.silenceLibraries()
    let plan = try ConversionPlan(self)
    let status = try ConversionRun(plan: plan, options: build).convertAndReport()
    guard status == .success else { throw ExitCode(status) }
  }
}

extension FilePath {
  fileprivate var isFolder: Bool { (try? stat().type) == .directory }
}

/// The options for the sounds that Android apps play.
struct AndroidOptions: ParsableArguments {
  @Option(
    name: .customLong("android"),
    help: ArgumentHelp(
      "Also write each sound for Android into this folder, such as res/raw, under a name that Android allows.",
      valueName: "folder"))
  var folder: CommandArgument?

  @Option(
    name: .customLong("android-format"),
    help: ArgumentHelp("ogg, the default, needs libsndfile.", valueName: "format"))
  var format: AndroidOutput.Format?

  /// The folder and format for Android; nil without `--android`.
  var output: AndroidOutput? {
    folder.map { AndroidOutput(folder: $0.path, format: format ?? .ogg) }
  }

  func validate() throws {
    if let folder, folder.outputPath != folder.path {
      throw ValidationError("--android takes a folder, and can't write to standard output")
    }
    if format != nil, folder == nil {
      throw ValidationError("--android-format needs --android, which names the folder")
    }
  }
}

/// The options for running a batch and reporting on it.
struct BuildOptions: ParsableArguments {
  @Flag(help: "Put all outputs into one folder.")
  var flatten = false

  @OptionGroup
  var batch: BatchOptions

  @Flag(help: "Convert all, changed or not; let outputs replace inputs.")
  var force = false

  @Flag(help: "Remove earlier outputs that no input has any longer.")
  var prune = false

  @Flag(help: "Print what would be done, and write nothing.")
  var dryRun = false

  @Flag(help: "Refuse options that skip outputs, for build tools.")
  var declaredOutputs = false

  @Option(
    help: ArgumentHelp(
      "Also read options from a file; paths in it are relative to that file.", valueName: "file"))
  var options: [CommandArgument] = []

  @Option(
    help: ArgumentHelp(
      "Write a JSON file that maps every input to its output; - prints it, and everything else on standard error.",
      valueName: "file"))
  var manifest: CommandArgument?

  @Option(
    help: ArgumentHelp(
      "Write a dependency file for Make or Ninja; after a failure, its target looks out of date.",
      valueName: "file"))
  var depfile: CommandArgument?

  @Option(
    help: ArgumentHelp("The form of warnings and errors.", valueName: "style"))
  var diagnostics = Diagnostic.Style.plain

  @Flag(help: "Print warnings and errors only.")
  var quiet = false

  @Flag(
    name: [.customShort("v"), .customLong("verbose")],
    help: "Print a table of what was done to each sound.")
  var verbose = false

  /// The manifest's path; nil if there is no manifest, or if it goes to standard output.
  var manifestPath: FilePath? { showsManifest ? nil : manifest?.path }

  /// Whether the manifest goes to standard output.
  var showsManifest: Bool { manifest.map { $0.outputPath != $0.path } ?? false }

  /// Prints a line for people on standard output; on standard error if the manifest goes to standard output.
  func show(_ line: String) throws {
    if showsManifest { printError(line) } else { try Results.show([line]) }
  }

  func validate() throws {
    if let depfile, depfile.outputPath != depfile.path {
      throw ValidationError("--depfile takes a file name, and can't write to standard output")
    }
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other") }
  }
}
