import SoundFormat

@testable import AlertSound

/// A file that claims to be a sound: what is accepted is described, judged, measured and converted,
/// and every reader hears the same in the results.
enum SoundPromise {
  /// - Parameter isNew: Whether the sound hasn't been converted before. It may be false for a sound
  ///   whose file differs from an earlier one only in bytes that no reader looks at.
  static func keep(
    for bytes: [UInt8], isNew: (HeardSound) -> Bool = { _ in true }
  ) throws {
    let sound: SoundFile
    do throws(SoundFileError) {
      sound = try SoundFile(parsing: bytes)
    } catch {
      try expect(!error.reason.isEmpty, "rejected without a message")
      _ = AlertRules.iOS.verdict(on: error).reasons.map(\.fact)
      return
    }
    try checkStructure(of: sound, in: bytes)
    guard isNew(HeardSound(sound, in: bytes)) else { return }
    let source = SoundSource(sound, in: bytes)
    let rules = AlertRules.iOS
    _ = rules.verdict(on: source).reasons.map(\.fact)
    var report = SoundReport(of: source)
    _ = try? report.countFrames(of: source)
    try ReportPromise.keep(for: report)
    guard let samples = try Decoding(of: sound, in: bytes) else { return }
    if let measurement = try? SoundMeasurement(of: source) {
      try expect(
        measurement.levels.frameCount == sound.frameCount, "heard another number of frames")
      _ = rules.verdict(on: source, levels: measurement.levels)
    }
    try Agreement(source, sound, samples).check()
    try RequestPromise.keep(for: source)
  }

  private static func checkStructure(of sound: SoundFile, in bytes: [UInt8]) throws {
    let file = 0...bytes.count
    try expect(
      file.contains(sound.audioBytes.lowerBound) && file.contains(sound.audioBytes.upperBound),
      "audio at \(sound.audioBytes) of \(bytes.count) bytes")
    for chunk in sound.chunks {
      try expect(
        file.contains(chunk.bodyOffset) && chunk.byteCount >= 0
          && chunk.byteCount <= bytes.count - chunk.bodyOffset,
        "a chunk outside the file: \(chunk)")
    }
    for count in [sound.missingByteCount, sound.frameCount, sound.packetCount] {
      try expect(count >= 0, "a number is negative: \(sound)")
    }
    try expect(sound.decodedFrameCount >= 0, "a number is negative: \(sound)")
    try expect(sound.duration >= 0 && sound.duration.isFinite, "\(sound.duration) s long")
  }
}

/// What a reader takes from a file. Files for which this is equal are converted alike.
struct HeardSound: Hashable {
  private let container: Container
  private let format: StreamFormat
  private let audio: ArraySlice<UInt8>
  private let missingByteCount: Int
  private let packetTable: PacketTable?
  private let packetSizes: PacketSizes?
  private let statedFrameCount: Int?
  private let layout: ChannelLayout?
  private let sourceTag: SourceTag?
  private let metadata: SoundMetadata

  init(_ sound: SoundFile, in bytes: [UInt8]) {
    container = sound.container
    format = sound.format
    audio = bytes[sound.audioBytes]
    missingByteCount = sound.missingByteCount
    packetTable = sound.packetTable
    packetSizes = sound.packetSizes
    statedFrameCount = sound.statedFrameCount
    layout = sound.layout
    sourceTag = sound.sourceTag
    metadata = sound.metadata
  }
}

/// All frames of a sound, decoded at once.
struct Decoding {
  let block: SampleBlock
  let channelCount: Int

  var frameCount: Int { block.sampleCount / channelCount }

  /// The samples in a lossless form, for comparison.
  var bytes: [UInt8] {
    LinearPCM.encode(block, as: PCMEncoding(block.sampleType))
  }

  /// Nil if the codec can't be decoded.
  init?(of sound: SoundFile, in bytes: [UInt8]) throws {
    guard var decoder = try? FrameDecoder(for: sound) else { return nil }
    channelCount = sound.format.channelCount
    block = decoder.decode(Array(bytes[sound.audioBytes]))
    try expect(
      block.sampleCount == sound.frameCount * channelCount,
      "\(block.sampleCount) samples of \(sound.frameCount) frames, \(channelCount) channels")
    // An ima4 packet's 34 bytes decode to 64 samples; nothing else grows as much.
    try expect(block.sampleCount <= 2 * bytes.count, "\(block.sampleCount) samples")
  }
}

extension SampleBlock {
  var sampleType: PCMEncoding.SampleType {
    switch self {
    case .int16: .int16
    case .int32: .int32
    case .float32: .float32
    case .float64: .float64
    }
  }
}
