import AlertSound
import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

/// The plan for a command line of `convert`: a batch, or a single output that is always converted.
struct ConversionPlan {
  let batch: Batch
  /// The folders that were searched. A sound that is added to one becomes an input.
  let searchedFolders: [FilePath]
  /// The folders that couldn't be searched.
  let failures: [SoundError]
  /// The output if it is a single, named file.
  let namedOutput: FilePath?
  let defaultSound: FilePath?
  let optionsFiles: [FilePath]

  init(_ command: ConvertCommand) throws {
    let inputs = command.inputs.flatMap(\.paths).map(\.inputPath)
    let output = command.output.path
    let isFile = Self.isFile(output, command.output.namesFolder, inputs)
    namedOutput = isFile ? output : nil
    let request = try command.length.request(for: command.use.use)
    defaultSound = request.defaultSound
    optionsFiles = command.build.options.map(\.path)
    if let namedOutput {
      _ = try command.format.container(forOutput: namedOutput, mayBeFolder: true)
      try Self.checkSingle(command.build)
    }
    var target = try command.format.target(output: namedOutput)
    target.levels = command.preparation.levels
    try Self.check(target, suits: command.use.use)
    if !isFile { try Self.check(target) }
    let policy = command.reading.policy
    let limit = try request.lengthLimit { path throws(SoundError) in
      try SoundSource(path: path, policy: policy)
    }
    let android = command.android.output
    if command.build.declaredOutputs { try Self.checkCompleteness(limit, command) }
    if let android {
      try Self.check(android, besides: isFile ? output.removingLastComponent() : output)
    }
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
        exclusions: command.build.exclude.map { PathPattern($0.path) },
        usesFiller: target.usesFiller, android: android, monitor: .untilInterrupted)
      Interruption.dieIfRequested()
      items = found.items
      (searchedFolders, failures) = (found.folders, found.failures)
      listing = found
    }
    var batch = try Batch(
      items, into: folder.isEmpty ? "." : folder, to: target, limit: limit,
      shard: command.build.shard?.shard)
    if let listing { batch.reuseRecords(of: listing) }
    batch.keepsRecords = namedOutput == nil
    batch.remakesEverything = command.build.force
    batch.removesOrphans = command.build.prune
    batch.isDryRun = command.build.dryRun
    batch.inputPolicy = policy
    batch.arrangement = command.preparation.arrangement
    batch.android = android
    if let android { try Self.check(android, isSearchedBy: searchedFolders) }
    self.batch = batch
    try ReportFiles(self, command.build).check()
  }

  /// Whether the output names a file. Only a single input that isn't a folder can have one, and the name
  /// needs an extension.
  private static func isFile(_ output: FilePath, _ namesFolder: Bool, _ inputs: [FilePath]) -> Bool
  {
    inputs.count == 1 && !inputs[0].isFolder && !namesFolder && !output.isFolder
      && output.extension != nil
  }
}

extension ConversionPlan {
  /// Refuses a data format that isn't one of system sounds. For other uses, verdicts say what is known.
  static func check(_ target: ConversionTarget, suits use: SoundUse) throws {
    guard use == .systemSound, let format = target.dataFormat,
      !AlertRules(for: use).formatIDs.contains(format.formatID)
    else { return }
    throw ValidationError(
      "a system sound is linear PCM or IMA4, not \(format.formatID); use -d ima4 or -d LEI16")
  }

  /// Refuses a container and a data format that don't go together. Otherwise every sound would report it.
  static func check(_ target: ConversionTarget) throws(SoundError) {
    var target = target
    // The possible sample rates depend on the sound.
    target.sampleRate = nil
    do throws(SoundError) {
      _ = try Conversion(of: DefaultSound.source, to: target)
    } catch {
      throw SoundError(error.step, nil, error.cause, advice: error.advice)
    }
  }

  /// Refuses an Android folder that is the output folder or no folder, and a format that can't be written.
  /// Otherwise every sound would report it.
  private static func check(
    _ android: AndroidOutput, besides folder: FilePath
  ) throws(SoundError) {
    if let type = try? android.folder.stat().type, type != .directory {
      throw SoundError(wrapping: Errno.notDirectory, .creatingOutput, android.folder)
    }
    guard !NamedFolder(android.folder).hasName(folder.isEmpty ? "." : folder) else {
      throw SoundError(
        .creatingOutput, android.folder,
        .sound(.unsupported, reason: "-o and --android name the same folder"),
        advice: "name another folder with one of them")
    }
    try android.checkEncoder()
  }

  /// Refuses an Android folder that is searched for sounds: the next run would convert what this one writes.
  private static func check(
    _ android: AndroidOutput, isSearchedBy folders: [FilePath]
  ) throws(SoundError) {
    guard let identity = FileIdentity(of: android.folder),
      folders.contains(where: { FileIdentity(of: $0) == identity })
    else { return }
    throw SoundError(
      .creatingOutput, android.folder,
      .sound(
        .unsupported, reason: "this folder for Android is also searched for sounds to convert"),
      advice: "keep the originals in another folder")
  }

  /// Refuses options that don't apply to a single output.
  private static func checkSingle(_ build: BuildOptions) throws {
    for (isGiven, option) in [
      (build.prune, "--prune"), (build.flatten, "--flatten"),
      (!build.exclude.isEmpty, "--exclude"), (build.shard != nil, "--shard"),
    ] where isGiven {
      throw ValidationError("\(option) needs an output folder, and -o names a file")
    }
  }

  /// Refuses options that would leave out an output that the build waits for.
  private static func checkCompleteness(
    _ limit: LengthLimit, _ command: ConvertCommand
  ) throws(SoundError) {
    let build = command.build
    guard command.android.folder == nil else {
      throw SoundError(
        .creatingOutput, build.options.last.map { SoundPath($0.path) },
        .sound(
          .unsupported,
          reason:
            "--android writes files that the build doesn't declare, which a build plugin mustn't"),
        advice: "remove that option, and convert for Android on the command line")
    }
    let option =
      limit.policy == .omit
      ? "--over-limit omit" : build.dryRun ? "--dry-run" : build.shard != nil ? "--shard" : nil
    guard let option else { return }
    throw SoundError(
      .creatingOutput, build.options.last.map { SoundPath($0.path) },
      .sound(.unsupported, reason: "\(option) skips sounds, but the build expects every output"),
      advice: "remove that option")
  }
}

extension FilePath {
  fileprivate var isFolder: Bool { (try? stat().type) == .directory }
}
