internal import SoundFormat
internal import SystemPackage

/// A sound and its conversion, as a page shows them.
package struct PreviewedSound: Sendable {
  package struct Converted: Sendable {
    package let name: String
    package let bytes: [UInt8]
    package let preparation: Preparation
  }

  /// The original, and its name on the page.
  package let input: PreviewInput
  /// The original's bytes; none if it can't be read.
  package private(set) var bytes: [UInt8] = []
  /// The original's frames if browsers can't decode it; nil otherwise.
  package private(set) var frames: PreviewFrames?
  /// The verdict on the original; nil if it can't be read.
  package private(set) var verdict: AlertVerdict?
  /// The converted file; nil if the conversion failed or leaves the sound out.
  package private(set) var converted: Converted?
  /// How the limit has changed the sound; nil if the conversion failed.
  package private(set) var outcome: AlertOutcome?
  /// Says how much of a truncated original is missing.
  package private(set) var truncation: String?
  /// Why the sound can't be converted; nil if it can.
  package private(set) var error: SoundError?

  /// Reads and converts a sound.
  ///
  /// - Throws: `SoundError` on cancellation only. All other errors are the sound's own.
  init(
    of input: PreviewInput, to target: ConversionTarget, _ request: Preview, monitor: Monitor
  ) throws(SoundError) {
    self.input = input
    do throws(SoundError) {
      try read(to: target, request, monitor)
    } catch {
      if case .cancelled = error.cause { throw error }
      self.error =
        error.path == nil
        ? SoundError(error.step, SoundPath(input.path), error.cause, remedy: error.remedy) : error
    }
  }

  private mutating func read(
    to target: ConversionTarget, _ request: Preview, _ monitor: Monitor
  ) throws(SoundError) {
    try request.checkPlace(of: input.path)
    let policy = request.inputPolicy
    let file = try InputFile(path: input.path, waitingForPipes: true, byteLimit: policy.byteLimit)
    guard file.byteCount <= request.embeddedByteLimit else {
      throw SoundError(
        .openingInput, input.path,
        .sound(
          .limitExceeded, reason: "the file has \(sizeText(file.byteCount)), too much for a page"),
        advice: "shorten it, or leave it out with --exclude")
    }
    bytes = try Self.bytes(of: file)
    let inspection = try SoundInspection(
      of: file, rules: request.rules, listens: true, policy: policy, monitor: monitor)
    verdict = inspection.verdict
    let source = try SoundSource(bytes: file, of: input.path, policy: policy)
    truncation = source.truncation
    if PreviewFrames.areNeeded(for: file) {
      frames = try PreviewFrames(of: source, byteLimit: request.embeddedByteLimit, monitor)
    }
    let quiet = Monitor(isCancelled: monitor.cancels)
    let (arranged, arrangement) = try source.arranged(by: request.arrangement, monitor: quiet)
    let conversion = try Conversion(
      of: arranged,
      to: target.keepingPackets(of: arranged, limit: request.limit, monitor: quiet),
      limit: request.limit)
    let result = try conversion.inMemory(monitor: monitor)
    outcome = result.outcome
    truncation = result.truncation ?? truncation
    if !result.outcome.isOmitted {
      converted = Converted(
        name: input.convertedName, bytes: result.bytes,
        preparation: Preparation(
          of: arranged, by: request.arrangement, arrangement, to: target, result))
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
  /// How much attention a sound needs, the most first.
  package enum Standing: Int, Comparable, Sendable, CaseIterable {
    /// It can't be converted, or the system plays its default sound in place of it.
    case problem
    /// The system may play it.
    case undocumented
    /// There are notes on it.
    case noted
    case fine

    /// Whether somebody should do something about it.
    package var needsWork: Bool { self < .noted }

    package static func < (left: Standing, right: Standing) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// How much attention the sound needs.
  package var standing: Standing {
    guard error == nil, let verdict, outcome?.sourceLength == nil || isTrimmed else {
      return .problem
    }
    switch verdict.outcome {
    case .default: return .problem
    case .undocumented: return .undocumented
    case .plays:
      return verdict.advisories.isEmpty && truncation == nil && !isTrimmed ? .fine : .noted
    }
  }

  private var isTrimmed: Bool {
    if case .trimmed = outcome { true } else { false }
  }
}

extension [PreviewedSound] {
  /// The sounds with the worst first, and by name within.
  package var sortedByStanding: [PreviewedSound] {
    sorted { one, other in
      one.standing != other.standing
        ? one.standing < other.standing : one.input.precedes(other.input)
    }
  }
}

/// A sound's frames, for a page whose browser can't decode the file.
package struct PreviewFrames: Sendable {
  /// How a sample is written, always little-endian.
  package enum SampleType: String, Sendable {
    case int16, int32, float32
  }

  package let type: SampleType
  package let rate: Double
  package let channelCount: Int
  /// The interleaved samples.
  package private(set) var bytes: [UInt8] = []

  /// Decodes a sound; nil if the samples take more bytes than allowed.
  init?(of source: SoundSource, byteLimit: Int, _ monitor: Monitor) throws(SoundError) {
    var type: SampleType?
    rate = source.format.sampleRate
    channelCount = source.format.channelCount
    let blocks: any BlockReader
    do throws(SoundFileError) {
      blocks = try source.frames()
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

  /// Whether browsers can't decode a file, and the page's own readers can't, either.
  static func areNeeded(for file: InputFile) -> Bool {
    do throws(SoundFileError) {
      let sound = try SoundFile(parsing: file)
      return !sound.isDecodable && !sound.container.isDecodedByBrowsers
    } catch {
      switch error.foreignFormat {
      case .mp3, .mpegAudio, .aac, .flac, .deepFLAC, .ogg, .mpeg4: return false
      default: return true
      }
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

extension Container {
  /// Whether browsers decode compressed sounds in such files.
  fileprivate var isDecodedByBrowsers: Bool {
    switch self {
    case .adts, .m4a, .m4b, .mp4, .quickTime, .threeGPP, .threeGPP2: true
    default: false
    }
  }
}
