import AlertSound
import ArgumentParser
import CommandSupport
import Platform
import SoundFormat
import SystemPackage

/// The conversions that a command line of `convert` asks for.
struct ConversionPlan {
  let batch: Batch
  /// The same sounds as a batch for Android, and that batch's folder and format; nil without `--android`.
  let android: (batch: Batch, output: AndroidOutput)?
  /// The folders that were searched for inputs. If a sound is added to such a folder, the next run converts the sound.
  let searchedFolders: [FilePath]
  /// The errors for folders that couldn't be searched, or that contain no sound.
  let failures: [SoundError]
  /// The output file; nil if `-o` is a folder. Only folders have records, so every run writes a named output again.
  let namedOutput: FilePath?
  let defaultSound: FilePath?
  let optionsFiles: [FilePath]
  /// Whether IMA4 is encoded without a search, because the program is a debug build and `-q` isn't given.
  let leavesOutSearch: Bool
  /// For each report (manifest or depfile), by the report's path: the open folder that will contain the report.
  private(set) var reportFolders: [FilePath: OutputFolder] = [:]

  init(_ command: ConvertCommand) throws {
    let inputs = command.inputs.flatMap(\.paths).map(\.inputPath)
    let output = command.output.path
    namedOutput = command.namedOutput
    if namedOutput == nil { try Self.checkFolder(output, command.output.namesFolder) }
    let options = command.options
    let request = try options.length.request(for: options.use.use)
    defaultSound = request.defaultSound
    optionsFiles = command.build.options.map(\.path)
    if namedOutput != nil { try Self.checkSingle(command.build) }
    let target = try command.target()
    leavesOutSearch = options.format.quality == nil && ConversionTarget.alert.ima4Quality == 0
    let converter = try options.converter(to: target, request)
    let android = command.android.output
    if command.build.declaredOutputs { try Self.checkCompleteness(converter.limit, command) }
    if let android { try Self.check(android) }
    let items: [BatchItem]
    let folder: FilePath
    var listing: BatchListing?
    if let namedOutput, let name = namedOutput.lastComponent {
      folder = namedOutput.removingLastComponent()
      items = [BatchItem(input: inputs[0], output: FilePath(root: nil, [name]))]
      (searchedFolders, failures) = ([], [])
    } else {
      folder = output
      if let type = try? output.stat().type, type != .directory {
        throw SoundError(wrapping: Errno.notDirectory, .creatingOutput, output)
      }
      let found = BatchListing(
        of: inputs, into: output, container: target.container, isFlat: command.build.flatten,
        exclusions: command.build.batch.exclusions, android: android?.folder,
        monitor: .untilInterrupted)
      Interruption.dieIfRequested()
      items = found.items
      (searchedFolders, failures) = (found.folders, found.failures)
      listing = found
    }
    var batch = try Batch(
      items, into: folder.isEmpty ? "." : folder, by: converter)
    batch.listing = listing
    batch.keepsRecords = namedOutput == nil
    batch.forces = command.build.force
    batch.prunes = command.build.prune
    batch.isDryRun = command.build.dryRun
    if let android { try Self.check(android, besides: batch, isSearchedBy: searchedFolders) }
    self.batch = batch
    self.android = android.map { (batch.forAndroid($0), $0) }
    // Check Android's outputs before anything is written for iOS.
    try self.android?.batch.checkKeepsInputs()
    reportFolders = try ReportFiles(self, command.build).folders()
  }
}

extension ConversionPlan {
  /// Refuses a new folder that is named like a sound, because the user has probably meant a file.
  private static func checkFolder(_ output: FilePath, _ namesFolder: Bool) throws {
    guard let pathExtension = output.extension, !namesFolder, (try? output.stat()) == nil,
      SoundFile.pathExtensions.contains(pathExtension.lowercased())
    else { return }
    throw ValidationError(
      "-o \(output) names a file, but there are several sounds; for a folder, write \(output)/")
  }

  /// Refuses, once for all sounds, a path for Android that isn't a folder, and a format that can't be encoded.
  private static func check(_ android: AndroidOutput) throws(SoundError) {
    if let type = try? android.folder.stat().type, type != .directory {
      throw SoundError(wrapping: Errno.notDirectory, .creatingOutput, android.folder)
    }
    try android.checkEncoder()
  }

  /// Refuses an Android folder that also gets outputs for iOS, or that is searched for sounds. In a searched folder,
  /// the next run would convert the outputs of this run.
  private static func check(
    _ android: AndroidOutput, besides batch: Batch, isSearchedBy folders: [FilePath]
  ) throws(SoundError) {
    let folder = NamedFile(android.folder)
    func refusal(_ reason: String, advice: Remedy) -> SoundError {
      SoundError(
        .creatingOutput, android.folder, .unsupported(reason), advice: advice)
    }
    let outputFolders = Set(batch.items.map { $0.output.removingLastComponent() }).union([""])
    for name in outputFolders
    where folder.hasName(name.isEmpty ? batch.folder : batch.folder.pushing(name)) {
      throw refusal(
        name.isEmpty
          ? "-o and --android name the same folder" : "outputs of -o also go into this folder",
        advice: "name another folder with one of them")
    }
    guard let identity = FileIdentity(of: android.folder),
      folders.contains(where: { FileIdentity(of: $0) == identity })
    else { return }
    throw refusal(
      "this folder for Android is also searched for sounds to convert",
      advice: "keep the originals in another folder")
  }

  /// Refuses options that don't apply to a single output.
  private static func checkSingle(_ build: BuildOptions) throws {
    for (isGiven, option) in [
      (build.prune, "--prune"), (build.flatten, "--flatten"),
      (!build.batch.exclude.isEmpty, "--exclude"),
    ] where isGiven {
      throw ValidationError("\(option) needs an output folder, and -o names a file")
    }
  }

  /// Refuses options that write more or fewer outputs than the build declares.
  private static func checkCompleteness(
    _ limit: LengthLimit, _ command: ConvertCommand
  ) throws(SoundError) {
    let build = command.build
    func refusal(_ reason: String, advice: Remedy) -> SoundError {
      SoundError(
        .creatingOutput, build.options.last.map { SoundPath($0.path) },
        .unsupported(reason), advice: advice)
    }
    if command.android.folder != nil {
      throw refusal(
        "--android writes files that the build doesn't declare, which a build plugin mustn't",
        advice: "remove that option, and convert for Android on the command line")
    }
    let option = limit.policy == .omit ? "--over-limit omit" : build.dryRun ? "--dry-run" : nil
    if let option {
      throw refusal(
        "\(option) skips sounds, but the build expects every output", advice: "remove that option")
    }
  }
}
