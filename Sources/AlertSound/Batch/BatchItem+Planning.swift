public import SoundFormat
public import SystemPackage

extension BatchItem {
  /// Finds the inputs in files and folders and names their outputs.
  ///
  /// An output has its input's name with the container's extension. What is in a folder keeps its place
  /// there. Where outputs go into a folder that is searched, what a batch made there before is not taken
  /// for an input.
  ///
  /// - Parameters:
  ///   - inputs: Files, which are taken whatever they are called, and folders, which are searched.
  ///   - folder: Where the outputs go.
  ///   - container: The outputs' container.
  ///   - isFlat: Whether all outputs go into the folder itself.
  /// - Throws: `ConversionError` of the step `openingInput`.
  public static func items(
    from inputs: [FilePath], into folder: FilePath, container: Container, isFlat: Bool = false
  ) throws(ConversionError) -> [BatchItem] {
    let pathExtension = container.pathExtensions[0]
    let made = Set(
      BatchState(at: folder.appending(BatchState.fileName)).records
        .filter { folder.pushing($0.value.input).absolute != folder.pushing($0.key).absolute }
        .keys.map { folder.pushing($0).absolute })
    var items: [BatchItem] = []
    func add(_ input: FilePath, _ name: FilePath) {
      var output = isFlat ? FilePath(root: nil, name.components.suffix(1)) : name
      output.extension = pathExtension
      items.append(BatchItem(input: input, output: output))
    }
    for input in inputs {
      let status = try status(of: input)
      guard status.type == .directory else {
        add(input, FilePath(root: nil, input.components.suffix(1)))
        continue
      }
      for path in try sounds(in: input, except: folder.absolute) {
        if !made.isEmpty, made.contains(path.absolute) { continue }
        var name = path
        _ = name.removePrefix(input)
        add(path, name)
      }
    }
    return items
  }

  /// Finds the sounds in a folder, all but those in the folder for the outputs.
  private static func sounds(
    in folder: FilePath, except outputs: FilePath
  ) throws(ConversionError) -> [FilePath] {
    var sounds: [FilePath] = []
    var tree = FolderTree(folder).makeIterator()
    while let item = tree.next() {
      let entry = try item.get()
      let path = entry.path
      if path.name.hasPrefix(".") || (entry.kind == .folder && path.absolute == outputs) {
        tree.skipDescendants()
      } else if SoundCheck.isSound(path), entry.kind == .file || path.leadsToFile {
        sounds.append(path)
      }
    }
    return sounds
  }

  private static func status(of input: FilePath) throws(ConversionError) -> Stat {
    do {
      return try input.stat()
    } catch {
      throw ConversionError(wrapping: error, .openingInput, input)
    }
  }
}

extension FilePath {
  fileprivate var leadsToFile: Bool { (try? stat().type) == .regular }
}
