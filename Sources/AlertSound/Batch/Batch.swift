internal import Platform
internal import SoundFormat
package import SystemPackage

/// Converts many sounds into a folder, in parallel. Converts only what changed, and writes each output atomically.
///
/// ```swift
/// let batch = try Batch(
///   of: ["Sounds"], into: "App/Sounds", by: AlertConverter(limit: LengthLimit(.trim)))
/// let results = try await batch.run(jobs: 4) { fraction in
///   print(Int(fraction * 100), "%")
/// } finished: { result in
///   print(result.item.output, result.action)
/// }
/// for result in results.sounds {
///   if let failure = result.failure { print(failure) }
/// }
/// ```
///
/// Outputs are recorded in a small file in the folder. An input is converted again only if its bytes, the options, the
/// default sound or the library's version differ from the record, or if the output is missing or was altered. Runs may
/// be killed at any moment and may overlap: an output is recorded only after it is in place. The records are untrusted:
/// if they are damaged or contain a path outside the folder, all of them are rejected.
public struct Batch: Sendable {
  /// The inputs and their outputs, in the order given.
  package private(set) var items: [BatchItem]
  /// The collisions of outputs' names. If outputs collide, their inputs fail. All other inputs are converted.
  package private(set) var collisions: [BatchCollision] = []
  /// The output folder. It is created when needed.
  package private(set) var folder: FilePath
  /// How the sounds are converted.
  package private(set) var converter: AlertConverter
  /// Whether ``forAndroid(_:)`` made the batch.
  package var isForAndroid: Bool { androidFormat != nil }
  /// The format for Android; nil unless ``forAndroid(_:)`` made the batch.
  private(set) var androidFormat: AndroidOutput.Format?
  /// Whether outputs are recorded. Without records, every run converts everything.
  public var keepsRecords = true
  /// Whether to convert every input, changed or not, and to let an output replace an input.
  public var forces = false
  /// Whether to remove outputs that no longer belong to an input.
  ///
  /// A file is removed only if it is a regular file with the recorded bytes, and its path inside the folder contains
  /// no symbolic link. If an input is in the folder too, the file must also have the recorded size and time. All
  /// other files are kept.
  public var prunes = false
  /// Whether to write nothing. Results then say what would be done.
  public var isDryRun = false
  /// The listing that found the items. The run reuses the listing's open folders and records. Set a listing only for a
  /// batch that runs once: every run changes the records.
  package var listing: BatchListing?
  /// For each item that collides, by the item's index in `items`: the index of the collision in `collisions`.
  private var collisionPlaces: [Int: Int] = [:]
  /// For each input that is a pipe or a socket: its contents, or the error of reading it, for the Android batch.
  private let streams = Locked<[FilePath: Result<InputFile, SoundError>]>([:])

  /// Plans a batch of files, and of the sounds in folders.
  ///
  /// An output has its input's name with the container's extension. Inputs found in a folder keep their relative paths.
  /// Outputs of earlier runs, names that begin with a dot, and links to folders are skipped.
  ///
  /// - Parameters:
  ///   - inputs: Folders to search, and files. A file needn't exist: a missing file fails when the batch runs.
  ///   - folder: The output folder.
  ///   - converter: How the sounds are converted.
  ///   - exclusions: Files and folders to leave out.
  /// - Throws: `SoundError` for the first folder that can't be searched or contains no sound.
  public init(
    of inputs: [any PathConvertible], into folder: any PathConvertible,
    by converter: AlertConverter = AlertConverter(), excluding exclusions: [PathPattern] = []
  ) throws(SoundError) {
    let folder = folder.filePath
    let listing = BatchListing(
      of: inputs.map { $0.filePath }, into: folder, container: converter.target.container,
      exclusions: exclusions)
    if let failure = listing.failures.first { throw failure }
    try self.init(listing.items, into: folder, by: converter)
  }

  /// Plans a batch of inputs with outputs of any names.
  ///
  /// - Parameters:
  ///   - items: The inputs and their outputs. Duplicates count once.
  ///   - folder: The output folder.
  ///   - converter: How the sounds are converted.
  /// - Throws: `SoundError` if an output is outside the folder, or has the name of the folder's records. Outputs
  ///   that collide cause no error here. Their inputs fail when the batch runs.
  public init(
    _ items: [BatchItem], into folder: any PathConvertible,
    by converter: AlertConverter = AlertConverter()
  ) throws(SoundError) {
    let folder = folder.filePath
    self.folder = folder
    self.converter = converter
    if let invalid = items.first(where: { !$0.output.bytes[...].isOutputName }) {
      throw SoundError(
        .creatingOutput, folder.pushing(invalid.output),
        .unsupported("this is not a valid output name"), advice: "rename the input")
    }
    self.items = items.distinct
    findCollisions()
  }

  private mutating func findCollisions() {
    collisions = BatchCollision.all(among: items, in: folder, isForAndroid: androidFormat != nil)
    collisionPlaces = [:]
    for (place, collision) in collisions.enumerated() {
      for index in collision.indices { collisionPlaces[index] = place }
    }
  }

  /// Returns a batch that converts this batch's sounds for an Android app. The new batch has its own folder and
  /// records.
  ///
  /// An output gets the nearest name that Android's build accepts. `res/raw` has no folders, so only the last
  /// component of a path counts.
  ///
  /// If an input, such as a pipe, can be read only once, run the original batch first. That batch keeps the contents.
  public func forAndroid(_ output: AndroidOutput) -> Batch {
    var batch = self
    batch.folder = output.folder
    batch.androidFormat = output.format
    batch.converter.target = converter.target.forAndroid(output.format)
    batch.items =
      items.map { BatchItem(input: $0.input, output: output.path(for: $0.output)) }.distinct
    batch.findCollisions()
    return batch
  }

  /// Opens an input. Keeps the contents of a pipe or a socket for the Android batch: such an input can't be read twice.
  func open(_ input: FilePath) throws(SoundError) -> InputFile {
    if isForAndroid, let stream = streams.withLock({ $0.removeValue(forKey: input) }) {
      return try stream.get()
    }
    let file = Result { () throws(SoundError) in
      try InputFile(
        path: input, opening: listing?.searchedFolders[input]?.open(input, followsLink: true),
        waitingForPipes: true, byteLimit: converter.inputPolicy.byteLimit)
    }
    if !isForAndroid, let type = try? input.stat().type, type == .fifo || type == .socket {
      streams.withLock { $0[input] = file }
    }
    return try file.get()
  }

  /// Returns the collision of an item; nil if the item doesn't collide.
  func collision(ofItem index: Int) -> BatchCollision? {
    collisionPlaces[index].map { collisions[$0] }
  }

  package var recordsPath: FilePath { BatchRecords.path(in: folder) }
}

extension Batch {
  /// Converts the inputs.
  ///
  /// - Parameters:
  ///   - jobs: The largest number of concurrent conversions. This number doesn't affect the outputs.
  ///   - progress: Called on any thread, one call at a time, with the fraction done: from 0 to 1.
  ///   - finished: Called on any thread, one call at a time, with the result for each input that is finished.
  /// - Returns: The results for all inputs. An input that fails doesn't end the batch.
  /// - Throws: `CancellationError` if the task is cancelled: outputs that are finished stay and are recorded.
  ///   `SoundError` if an output would be written through a symbolic link inside the folder, or would replace an
  ///   input: then nothing is converted.
  public func run(
    jobs: Int = 1, progress: @escaping @Sendable (Double) -> Void = { _ in },
    finished: @escaping @Sendable (BatchResult) -> Void = { _ in }
  ) async throws -> BatchResults {
    try await Monitor(progress: progress).detached { monitor in
      try BatchRun(self, monitor: monitor).results(jobs: jobs) { event in
        if case .finished(_, let result) = event { finished(result) }
      }
    }
  }
}

extension Batch {
  /// Returns the digest of everything that determines an output, except the input: the converter's settings, Android's
  /// format, the default sound's bytes, and this library's version. If libsamplerate or the encoder of Ogg Vorbis is
  /// used, the digest includes the version of that library too.
  func recipeDigest(
    version: String = Toolkit.version,
    libsamplerate: () -> String? = { SampleRateLibrary.installed?.version }
  ) -> UInt64 {
    var digest = ContentDigest()
    digest.update(Array("version \(version)".utf8))
    if case .libsamplerate = converter.target.resamplingMethod, converter.target.sampleRate != nil {
      // Add no version if the library is missing: the conversions then fail and aren't recorded.
      digest.update(Array("\n\(libsamplerate() ?? "")".utf8))
    }
    if let androidFormat {
      digest.update(Array("\n\(androidFormat.rawValue)".utf8))
      if androidFormat == .ogg { digest.update(Array(VorbisEncoder.version.utf8)) }
    }
    digest.update(storedPropertiesOf: converter)
    return digest.value
  }
}

extension ContentDigest {
  /// Adds a value with all its stored properties to the digest. Reflection finds the properties, so that an option
  /// that is added to the library later is included too.
  fileprivate mutating func update(storedPropertiesOf value: Any) {
    if let sound = value as? SoundSource {
      update(contentOf: sound)
      return
    }
    let mirror = Mirror(reflecting: value)
    update(Array("\n\(type(of: value))".utf8))
    if mirror.children.isEmpty { update(Array(" \(value)".utf8)) }
    for child in mirror.children {
      // Skip every use except `systemSound`: the other uses differ only in messages and verdicts.
      if let use = child.value as? SoundUse, !use.includesLimit { continue }
      update(Array("\n\(child.label ?? "")".utf8))
      update(storedPropertiesOf: child.value)
    }
  }

  /// Adds the digest of a sound's bytes, up to the first read error.
  private mutating func update(contentOf sound: SoundSource) {
    var content = ContentDigest()
    var offset = 0
    while let block = try? sound.bytes.bytes(at: offset, count: 1 << 20), !block.isEmpty {
      content.update(block)
      offset += block.count
    }
    update(Array("\n\(content.value)".utf8))
  }
}

extension [BatchItem] {
  /// The items without duplicates. For example, a file that is given in addition to its folder is a duplicate.
  fileprivate var distinct: [BatchItem] {
    let repeated = Set(repeatedIn: map(\.output.hashValue))
    guard !repeated.isEmpty else { return self }
    var seen: Set<BatchItem> = []
    return filter {
      !repeated.contains($0.output.hashValue)
        || seen.insert(BatchItem(input: $0.input.absolute, output: $0.output)).inserted
    }
  }
}

extension Set {
  /// Creates the set of the elements that occur more than once in a sequence.
  package init(repeatedIn elements: some Sequence<Element>) {
    var seen: Set<Element> = []
    self = Set(elements.lazy.filter { !seen.insert($0).inserted })
  }
}
