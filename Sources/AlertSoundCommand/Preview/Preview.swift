import AlertSound
import CommandSupport
import Platform
import SystemPackage

/// What `alertsound preview` shows: sounds, how they are converted, and the command line.
struct Preview {
  struct Sound: Sendable {
    let path: FilePath
    let name: String
    /// The sound's folder inside the searched folder; if two sounds would then look the same, the folder in `path`.
    let folder: String
    /// The sound that was shipped before under the same name; nil if there is none.
    let shipped: FilePath?
  }

  let command: PreviewCommand
  let commandLine: String
  let converter: AlertConverter
  /// The sounds, sorted by folder, then by name.
  private(set) var sounds: [Sound] = []
  /// The errors for folders that couldn't be searched, or that contain no sound.
  private var failures: [SoundError]
  /// For each sound that a search found: the folder that was searched. Sounds that the user named aren't in this table.
  private var searchedFolders: [FilePath: SearchedFolder]

  /// - Parameter words: The words after the program's name.
  init(_ command: PreviewCommand, words: [CommandArgument]) throws {
    self.command = command
    commandLine = (["alertsound"] + words.map(\.bytes.shellWord)).joined(separator: " ")
    let options = command.options
    let target = try options.target(output: nil)
    try ConversionOptions.check(target)
    converter = try options.converter(
      to: target, options.length.request(for: options.use.use))
    let inputs = command.inputs.flatMap(\.paths).map(\.inputPath)
    let found = BatchListing(
      of: inputs, into: "", container: target.container, exclusions: command.batch.exclusions,
      monitor: .untilInterrupted)
    (failures, searchedFolders) = (found.failures, found.searchedFolders)
    for input in inputs { searchedFolders[input] = nil }
    var shipped: [FilePath: FilePath] = [:]
    if let folder = command.against?.path {
      _ = try FolderTree(folder).root.get()
      let old = BatchListing(
        of: [folder], into: "", container: target.container, monitor: .untilInterrupted)
      failures += old.failures.filter { $0.fault != .sound }
      searchedFolders.merge(old.searchedFolders) { $1 }
      // If names of shipped files differ only by extension, prefer the file whose container is that of the new sounds.
      shipped = Dictionary(old.items.map { ($0.output, $0.input) }) { one, other in
        target.container.pathExtensions.contains(other.extension?.lowercased() ?? "") ? other : one
      }
    }
    Interruption.dieIfRequested()
    var seen: Set<FilePath> = []
    let items = found.items.filter { seen.insert($0.input.absolute).inserted }
    let places = items.map { $0.output.removingLastComponent().pushing($0.input.entryName) }
    let repeated = Set(repeatedIn: places)
    sounds = zip(items, places).map { item, place in
      let folder = (repeated.contains(place) ? item.input : place).removingLastComponent()
      return Sound(
        path: item.input, name: item.input.name, folder: folder.string,
        shipped: shipped[item.output])
    }
    sounds.sort { ($0.folder, $0.name) < ($1.folder, $1.name) }
  }

  /// Opens a sound. Refuses a link that leads out of a searched folder, because the page contains the file and may be
  /// sent to anybody.
  func open(_ path: FilePath) throws(SoundError) -> InputFile {
    try InputFile(
      path: path, opening: searchedFolders[path]?.openInside(path), waitingForPipes: true,
      byteLimit: converter.inputPolicy.byteLimit)
  }

  /// Writes the page and prints the table.
  ///
  /// - Parameter page: The template of the page; nil to write no page.
  func show(on page: PreviewPage?) throws -> ExitStatus {
    var errors = failures
    guard !sounds.isEmpty else {
      throw failures.max { $0.exitStatus < $1.exitStatus }
        ?? SoundError(.openingInput, nil, .sound(.empty, reason: "no sounds found"))
    }
    if let page, let path = command.output?.path { errors += try page.write(self, to: path) }
    if command.markdown { errors += try showTable() }
    // Print an error only once, even if both the page and the table have it.
    for line in errors.map({ Diagnostic($0).line() }).distinct { printError(line) }
    return errors.map(\.exitStatus).max() ?? .success
  }
}
