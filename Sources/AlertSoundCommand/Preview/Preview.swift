import AlertSound
import Platform
import SoundFormat
import SystemPackage

/// A trial conversion of sounds for an HTML page, which shows and plays the results before anything is written.
struct Preview {
  /// The sounds that a batch would find.
  let inputs: [PreviewInput]
  let converter: AlertConverter
  /// The largest original that is embedded, in bytes.
  let embeddedByteLimit: Int
  /// The files that the user named.
  private let files: Set<FilePath>
  /// The searched folders, by their paths with links resolved.
  private let folders: [(FilePath, SearchedFolder)]

  init(
    _ listing: BatchListing, of inputs: [FilePath], by converter: AlertConverter,
    embeddedByteLimit: Int
  ) {
    var seen: Set<FilePath> = []
    self.inputs = PreviewInput.named(
      listing.items.filter { seen.insert($0.input.absolute).inserted })
    self.converter = converter
    self.embeddedByteLimit = embeddedByteLimit
    let searched = Dictionary(listing.searchedFolders.values.map { ($0.path, $0) }) { $1 }
    files = Set(inputs).subtracting(searched.keys)
    folders = searched.values.map { ($0.path.real, $0) }
  }

  /// The system's rules for the originals. They don't depend on the conversion's limit.
  var rules: AlertRules { AlertRules(for: converter.limit.use) }

  /// Opens a sound. Refuses a link that leads out of a searched folder, because the page embeds the file and may be
  /// sent to anybody.
  func open(_ input: PreviewInput) throws(SoundError) -> InputFile {
    try InputFile(
      path: input.path, opening: files.contains(input.path) ? nil : openFound(input),
      waitingForPipes: true, byteLimit: converter.inputPolicy.byteLimit)
  }

  private func openFound(_ input: PreviewInput) throws -> FileDescriptor {
    let place = input.path.real
    for (path, folder) in folders where place.starts(with: path) {
      return try folder.open(folder.path.pushing(place.inside(path)), followsLink: false)
    }
    throw SoundError(
      .openingInput, input.path,
      .sound(
        .unsupported,
        reason: "this link leads out of the folder, and a page shows only what is inside"),
      advice: "name the file itself")
  }

  /// Reads and converts the sounds, several at once. Calls `onSound` for each sound with its index, in any order,
  /// one call at a time. An error thrown by `onSound` ends the work.
  func run(
    jobs: Int, monitor: Monitor, onSound: (Int, PreviewedSound) throws -> Void
  ) throws {
    struct State {
      var rest: Range<Int>
      var finishedCount = 0
      var failure: (any Error)?
    }
    let state = Locked(State(rest: 0..<inputs.count))
    // Share the closure between threads: only the thread that holds the lock on `state` calls it.
    withoutActuallyEscaping(onSound) { onSound in
      nonisolated(unsafe) let onSound = onSound
      Threads.inParallel(min(jobs, inputs.count, Threads.processorCount)) {
        while !monitor.isCancelled, let index = state.withLock({ $0.rest.popFirst() }) {
          let watching = Monitor(isCancelled: { monitor.isCancelled })
          guard
            let sound = try? PreviewedSound(
              of: inputs[index], self, monitor: watching)
          else { return }
          state.withLock { state in
            guard state.failure == nil else { return }
            do {
              unsafe try onSound(index, sound)
              state.finishedCount += 1
              monitor.progress(Double(state.finishedCount) / Double(inputs.count))
            } catch {
              state.failure = error
              state.rest = inputs.count..<inputs.count
            }
          }
        }
      }
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    guard state.withLock({ $0.finishedCount }) == inputs.count else { throw CancellationError() }
  }
}

/// An original, and its name on a page.
struct PreviewInput {
  let path: FilePath
  /// The original's name, with the folders below the searched folder.
  let name: String
  /// The converted file's name, with the same folders.
  let convertedName: String

  /// Names the sounds of a listing. Sounds with the same name get their paths as names.
  static func named(_ items: [BatchItem]) -> [PreviewInput] {
    let names = items.map { item in
      let name = item.output.removingLastComponent().pushing(item.input.entryName)
      return SoundPath(name).text
    }
    let repeated = Set(repeatedIn: names)
    return zip(items, names).map { item, name in
      PreviewInput(
        path: item.input,
        name: repeated.contains(name) ? SoundPath(item.input).text : name,
        convertedName: SoundPath(item.output).text)
    }
  }

  /// Whether the name comes before another. Case decides only between names that are otherwise the same.
  func precedes(_ other: PreviewInput) -> Bool {
    let (one, two) = (name.lowercased(), other.name.lowercased())
    return (one, name) < (two, other.name)
  }
}

/// A sound and its conversion, as a page shows them.
struct PreviewedSound {
  struct Converted {
    let name: String
    let bytes: [UInt8]
    /// What was done to prepare the sound, in words; nil if nothing was done.
    let preparation: String?
    /// How long the arranged sound is before the length limit cuts it, in seconds; nil if it isn't arranged.
    let arrangedSeconds: Double?
    let levelSetting: LevelSetting?
  }

  /// The original, and its name on the page.
  let input: PreviewInput
  /// The original's bytes; empty if it can't be read.
  private(set) var bytes: [UInt8] = []
  /// The original's frames if browsers can't decode it; nil otherwise.
  private(set) var frames: PreviewFrames?
  /// The verdict on the original; nil if it can't be read.
  private(set) var verdict: AlertVerdict?
  /// The converted file; nil if the conversion failed or leaves the sound out.
  private(set) var converted: Converted?
  /// What the conversion did; nil if it failed.
  private(set) var facts: ConversionFacts?
  /// Why the sound can't be converted; nil if it can.
  private(set) var error: SoundError?

  /// Reads and converts a sound. Throws only on cancellation; other errors are kept in `error`.
  init(
    of input: PreviewInput, _ request: Preview, monitor: Monitor
  ) throws(SoundError) {
    self.input = input
    do throws(SoundError) {
      try read(request, monitor)
    } catch {
      if case .cancelled = error.cause { throw error }
      self.error = error.file == nil ? error.placed(at: SoundPath(input.path)) : error
    }
  }

  private mutating func read(_ request: Preview, _ monitor: Monitor) throws(SoundError) {
    let converter = request.converter
    let policy = converter.inputPolicy
    let file = try request.open(input)
    guard file.byteCount <= request.embeddedByteLimit else {
      throw SoundError(
        .openingInput, input.path,
        .sound(
          .limitExceeded, reason: "the file has \(sizeText(file.byteCount)), too much for a page"),
        advice: "shorten it, or exclude it")
    }
    bytes = try Self.bytes(of: file)
    let inspection = try SoundInspection(
      of: file, at: input.path, rules: request.rules, listens: true, policy: policy,
      monitor: monitor)
    verdict = inspection.verdict
    let source = try SoundSource(bytes: file, of: input.path, policy: policy)
    if PreviewFrames.areNeeded(for: file) {
      frames = try PreviewFrames(of: source, byteLimit: request.embeddedByteLimit, monitor)
    }
    let conversion = try converter.conversion(of: source, monitor: monitor)
    let result = try conversion.inMemory(monitor: monitor)
    facts = result.facts
    if !result.facts.outcome.isOmitted {
      converted = Converted(
        name: input.convertedName, bytes: result.bytes,
        preparation: result.facts.preparation(by: converter),
        arrangedSeconds: conversion.arrangedSeconds, levelSetting: result.levelSetting)
    }
  }

  private static func bytes(of file: InputFile) throws(SoundError) -> [UInt8] {
    do throws(SoundFileError) {
      return try file.bytes(at: 0, count: file.byteCount)
    } catch {
      throw SoundError(.reading, file.path, error)
    }
  }
}

extension PreviewedSound {
  /// How much attention a sound needs. The first case needs the most.
  enum Standing: Int, Comparable, CaseIterable {
    /// The sound can't be converted, or the system plays its default sound instead.
    case problem
    /// The system may play the sound.
    case undocumented
    /// The sound has notes or warnings, or was trimmed.
    case noted
    case fine

    /// Whether the user should change the sound or its conversion.
    var needsWork: Bool { self < .noted }

    static func < (left: Standing, right: Standing) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  var standing: Standing {
    guard error == nil, let verdict, facts?.outcome.sourceLength == nil || isTrimmed else {
      return .problem
    }
    switch verdict.outcome {
    case .default: return .problem
    case .undocumented: return .undocumented
    case .plays:
      return verdict.advisories.isEmpty && facts?.warnings.isEmpty != false && !isTrimmed
        ? .fine : .noted
    }
  }

  private var isTrimmed: Bool {
    if case .trimmed? = facts?.outcome { true } else { false }
  }
}

extension [PreviewedSound] {
  /// The sounds sorted by standing, those that need most attention first, then by name.
  var sortedByStanding: [PreviewedSound] {
    sorted { one, other in
      one.standing != other.standing
        ? one.standing < other.standing : one.input.precedes(other.input)
    }
  }
}

/// A sound's frames, for a page whose browser can't decode the file.
struct PreviewFrames {
  /// A sample's type. Samples are always little-endian.
  enum SampleType: String {
    case int16, int32, float32
  }

  let type: SampleType
  let rate: Double
  let channelCount: Int
  /// The interleaved samples.
  private(set) var bytes: [UInt8] = []

  /// Decodes a sound; nil if the samples take more bytes than allowed.
  init?(of source: SoundSource, byteLimit: Int, _ monitor: Monitor) throws(SoundError) {
    var type: SampleType?
    rate = source.format.sampleRate
    channelCount = source.format.channelCount
    let blocks: FrameReader
    do throws(SoundFileError) {
      blocks = try source.frameReader()
      while let block = try blocks.next() {
        if monitor.isCancelled { throw SoundFileError(.inputOutput, "cancelled") }
        type = Self.append(block, to: &bytes)
        guard bytes.count <= byteLimit else { return nil }
      }
    } catch {
      if monitor.isCancelled { throw SoundError(.reading, source.file, .cancelled) }
      throw SoundError(.reading, source.file, error)
    }
    self.type = type ?? .int16
  }

  /// Whether neither the page itself nor browsers can decode a file that libsndfile reads.
  static func areNeeded(for file: InputFile) -> Bool {
    do throws(SoundFileError) {
      return try !SoundFile(in: file).isDecodable
    } catch {
      return error.foreignFormat != .ogg
    }
  }

  /// Appends the samples of a block. All blocks of a sound have the same type.
  private static func append(_ block: SampleBlock, to bytes: inout [UInt8]) -> SampleType {
    func append(_ samples: [some FixedWidthInteger]) {
      for sample in samples {
        for shift in stride(from: 0, to: sample.bitWidth, by: 8) {
          bytes.append(UInt8(truncatingIfNeeded: sample >> shift))
        }
      }
    }
    switch block {
    case .int16(let samples):
      append(samples)
      return .int16
    case .int32(let samples):
      append(samples)
      return .int32
    case .float32(let samples):
      append(samples.map(\.bitPattern))
      return .float32
    case .float64(let samples):
      append(samples.map { Float($0).bitPattern })
      return .float32
    }
  }
}
