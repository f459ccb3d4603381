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

  init(_ command: ConvertCommand) throws {
    let inputs = command.inputs.map(\.inputPath)
    let output = command.output.path
    let isFile = Self.isFile(output, command.output.namesFolder, inputs)
    namedOutput = isFile ? output : nil
    defaultSound = command.length.defaultSoundPath
    var target = try command.format.target(output: namedOutput)
    target.ima4Quality = command.format.quality ?? IMA4SearchEncoder.defaultQuality
    let limit = try command.length.lengthLimit()
    let items: [BatchItem]
    let folder: FilePath
    if let namedOutput, let name = namedOutput.lastComponent {
      folder = namedOutput.removingLastComponent()
      items = [BatchItem(input: inputs[0], output: FilePath(root: nil, [name]))]
      (searchedFolders, failures) = ([], [])
    } else {
      folder = output
      let listing = BatchListing(
        of: inputs, into: output, container: target.container, isFlat: command.build.flatten)
      items = listing.items
      (searchedFolders, failures) = (listing.folders, listing.failures)
    }
    var batch = try Batch(
      items, into: folder.isEmpty ? "." : folder, to: target, limit: limit)
    batch.keepsRecords = namedOutput == nil
    batch.remakesEverything = command.build.force
    batch.removesOrphans = command.build.prune
    batch.isDryRun = command.build.dryRun
    batch.importsForeignFormats = command.build.import
    self.batch = batch
  }

  /// Whether the output is a file's name: only one input can have one, and it has an extension.
  private static func isFile(_ output: FilePath, _ namesFolder: Bool, _ inputs: [FilePath]) -> Bool
  {
    inputs.count == 1 && !inputs[0].isFolder && !namesFolder && !output.isFolder
      && output.extension != nil
  }
}

extension FilePath {
  fileprivate var isFolder: Bool { (try? stat().type) == .directory }
}
