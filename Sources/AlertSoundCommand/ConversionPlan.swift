import AlertSound
import ArgumentParser
import SoundFormat
import SystemPackage

/// What a command line of `convert` comes to: a batch, or a single file that is always made.
struct ConversionPlan {
  let batch: Batch
  /// The folders that were searched: a sound added there is another input.
  let searchedFolders: [FilePath]
  /// The folders that couldn't be searched.
  let failures: [ConversionError]
  /// The output, where it is one named file.
  let namedOutput: FilePath?
  let defaultSound: FilePath?
  let optionsFiles: [FilePath]

  init(_ command: ConvertCommand) throws {
    let inputs = command.inputs.flatMap(\.paths).map(\.inputPath)
    let output = command.output.path
    let isFile = Self.isFile(output, command.output.namesFolder, inputs)
    namedOutput = isFile ? output : nil
    defaultSound = try command.length.defaultSoundPath()
    optionsFiles = command.build.options.map(\.path)
    if let namedOutput {
      _ = try command.format.container(forOutput: namedOutput, mayBeFolder: true)
      try Self.checkSingle(command.build)
    }
    let target = try command.format.target(output: namedOutput)
    if !isFile { try Self.check(target) }
    let policy = command.reading.policy
    let limit = try command.length.lengthLimit(policy)
    if command.build.declaredOutputs { try Self.checkCompleteness(limit, command.build) }
    let items: [BatchItem]
    let folder: FilePath
    if let namedOutput, let name = namedOutput.lastComponent {
      folder = namedOutput.removingLastComponent()
      items = [BatchItem(input: inputs[0], output: FilePath(root: nil, [name]))]
      (searchedFolders, failures) = ([], [])
    } else {
      folder = output
      let listing = BatchListing(
        of: inputs, into: output, container: target.container, isFlat: command.build.flatten,
        exclusions: command.build.exclude.map { PathPattern($0.path) })
      items = listing.items
      (searchedFolders, failures) = (listing.folders, listing.failures)
    }
    var batch = try Batch(
      items, into: folder.isEmpty ? "." : folder, to: target, limit: limit)
    batch.keepsRecords = namedOutput == nil
    batch.remakesEverything = command.build.force
    batch.removesOrphans = command.build.prune
    batch.isDryRun = command.build.dryRun
    batch.inputPolicy = policy
    batch.inputPolicy.remedyOutputs = Self.remedyOutputs(of: batch, namedOutput, searchedFolders)
    self.batch = batch
    try ReportPlaces(self, command.build).check()
  }

  /// Whether the output is a file's name: only one input can have one, and it has an extension.
  private static func isFile(_ output: FilePath, _ namesFolder: Bool, _ inputs: [FilePath]) -> Bool
  {
    inputs.count == 1 && !inputs[0].isFolder && !namesFolder && !output.isFolder
      && output.extension != nil
  }
}

extension ConversionPlan {
  /// Where advice on errors puts alerts: to the outputs' places, so that the next run finds no further inputs.
  private static func remedyOutputs(
    of batch: Batch, _ namedOutput: FilePath?, _ searchedFolders: [FilePath]
  ) -> RemedyOutputs {
    // In a folder that is searched itself, a sound of the output's name would collide with the input.
    let place = FileIdentity(of: batch.folder)
    let isSearched = place != nil && searchedFolders.contains { FileIdentity(of: $0) == place }
    return RemedyOutputs(
      Dictionary(
        batch.items.map { ($0.input, namedOutput ?? batch.folder.pushing($0.output)) },
        uniquingKeysWith: { $1 }),
      suffix: isSearched ? "-alert" : "")
  }

  /// Refuses a container and a data format that no sound can have together; each sound would say so.
  private static func check(_ target: ConversionTarget) throws(ConversionError) {
    var target = target
    // Which rates there are depends on the sound.
    target.sampleRate = nil
    do throws(ConversionError) {
      _ = try Conversion(of: DefaultSound.source, to: target)
    } catch {
      throw ConversionError(error.step, nil, error.cause, advice: error.advice)
    }
  }

  /// Refuses options that say nothing of a single output.
  private static func checkSingle(_ build: BuildOptions) throws {
    for (isGiven, option) in [
      (build.prune, "--prune"), (build.flatten, "--flatten"),
      (!build.exclude.isEmpty, "--exclude"),
    ] where isGiven {
      throw ValidationError("\(option) is for folders of outputs, and -o names a file")
    }
  }

  /// Refuses what would leave out an output that somebody waits for.
  private static func checkCompleteness(
    _ limit: LengthLimit, _ build: BuildOptions
  ) throws(ConversionError) {
    let option =
      limit.policy == .omit ? "--over-limit omit" : build.dryRun ? "--dry-run" : nil
    guard let option else { return }
    throw ConversionError(
      .creatingOutput, build.options.last?.path,
      .sound(.unsupported, reason: "\(option) leaves sounds out, and the build waits for each"),
      advice: "take it out")
  }
}

extension FilePath {
  fileprivate var isFolder: Bool { (try? stat().type) == .directory }
}
