import AlertSound
import ArgumentParser
import CommandSupport
import SystemPackage

/// `alertsound merge`: puts the parts of a divided batch together.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Put together the parts that 'convert --shard' made.",
    discussion: """
      Copies the outputs of all parts into one folder and joins their records, so that 'convert' \
      continues there: it finds everything unchanged. Merging again copies only what changed. An \
      output that is missing or altered in its part, or that two parts have differently, is not \
      copied; all others are.

      Manifests are merged into the one that 'convert' would have written for all sounds.
      """)

  @Argument(
    help: ArgumentHelp(
      "The output folders of the parts, and the manifests that 'convert --manifest' wrote for them.",
      valueName: "part"))
  var parts: [CommandArgument]

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The folder for the outputs.", valueName: "folder"))
  var output: CommandArgument?

  @Option(
    help: ArgumentHelp(
      "Write the merged manifest; - is standard output, and other messages then go to standard error.",
      valueName: "file"))
  var manifest: CommandArgument?

  @Option(
    help: ArgumentHelp(
      "The form of warnings and errors:"
        + " \(Diagnostic.Style.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "style"))
  var diagnostics = Diagnostic.Style.plain

  @Flag(help: "Print warnings and errors only.")
  var quiet = false

  /// Whether the manifest goes to standard output.
  var showsManifest: Bool { manifest.map { $0.outputPath != $0.path } ?? false }

  func validate() throws {
    if parts.contains(where: { $0.inputPath != $0.path }) {
      throw ValidationError("merge takes folders and files, and can't read standard input")
    }
    if let output, output.outputPath != output.path {
      throw ValidationError("-o takes a folder, and can't write to standard output")
    }
  }

  func run() throws {
    Interruption.listen()
    do {
      let status = try MergeRun(self).mergeAndReport()
      guard status == .success else { throw ExitCode(status) }
    } catch is CancellationError {
      Interruption.dieIfRequested()
      throw CancellationError()
    } catch let error as SoundError {
      printError(Diagnostic(error).line(diagnostics))
      throw ExitCode(error.exitStatus)
    }
  }
}
