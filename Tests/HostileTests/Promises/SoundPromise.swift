import SoundFormat
import TestSupport

@testable import AlertSound
@testable import afinfo

/// A file that claims to be a sound. If it is accepted, it is described, judged, measured and
/// converted, and every reader decodes the results to equal sounds.
enum SoundPromise {
  /// - Parameter isNew: Returns whether the sound must be converted: false if its file differs from an
  ///   earlier file only in bytes that no reader uses.
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
    try PacketPromise.keep(for: sound, in: bytes)
    guard isNew(HeardSound(sound, in: bytes)) else { return }
    let source = SoundSource(sound, in: bytes)
    let rules = AlertRules.iOS
    _ = rules.verdict(on: source).reasons.map(\.fact)
    var report = SoundReport(of: source)
    _ = try? report.countFrames(of: source)
    try ReportPromise.keep(for: report)
    guard !sound.isExpanded else {
      try checkMeasurement(of: source, sound)
      return
    }
    guard let samples = try Decoding(of: sound, in: bytes) else {
      // Expect an error about damage. A decodable sound gets here only if packets are damaged or missing.
      if sound.isDecodable { try checkDamage(of: source, sound) }
      return
    }
    // The decoder of MP3 gives silence or noise for a damaged packet, but most packets must be decoded.
    if sound.variableCodec != nil, (try? source.scanned()) == nil {
      return try checkDamage(of: source, sound)
    }
    try checkMeasurement(of: source, sound)
    try Agreement(source, sound, samples).check()
    guard sound.variableCodec == nil || sound.duration < 10, !sound.hasUncountedFrames else {
      return
    }
    try RequestPromise.keep(for: source)
    try ArrangementPromise.keep(for: source)
  }

  private static func checkMeasurement(of source: SoundSource, _ sound: SoundFile) throws {
    guard let measurement = try? SoundMeasurement(of: source) else { return }
    try expect(
      measurement.levels.frameCount == sound.frameCount || sound.hasUncountedFrames,
      "heard another number of frames")
    _ = AlertRules.iOS.verdict(on: source, levels: measurement.levels)
  }

  /// If a sound can't be decoded to its end, it isn't converted, and the error says why.
  private static func checkDamage(of source: SoundSource, _ sound: SoundFile) throws {
    let target = ConversionTarget(container: .caf, dataFormat: .linearPCM(PCMEncoding(.int16)))
    do throws(SoundError) {
      if sound.frameCount > sound.decodedFrameCount,
        sound.frameCount > 1 << 16 || sound.container != .flac
      {
        // Only measure, because a conversion would reserve memory for all frames that the file states.
        _ = try SoundMeasurement(of: source)
      } else {
        _ = try Conversion(of: source, to: target).inMemory().bytes
      }
    } catch {
      return try expect(!error.reason.isEmpty, "rejected without a message")
    }
    throw BrokenPromise("damaged, but converted")
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

extension SoundFile {
  /// Whether this is a sound with many frames in packets that vary in size. The frames may take few bytes in the file,
  /// so converting them may need more memory than a small multiple of the file's size.
  fileprivate var isExpanded: Bool {
    if container == .flac { return frameCount > 1 << 16 / format.channelCount }
    return variableCodec != nil && decodedFrameCount > 1 << 16 / format.channelCount
  }
}

/// The data that a reader takes from a file. Files with equal data have equal conversions.
struct HeardSound: Hashable {
  private let container: Container
  private let format: StreamFormat
  private let audio: [ArraySlice<UInt8>]
  private let magicCookie: [UInt8]
  private let missingByteCount: Int
  private let packetTable: PacketTable?
  private let packetSizes: PacketSizes?
  private let statedFrameCount: Int?
  private let layout: ChannelLayout?
  private let metadata: SoundMetadata

  init(_ sound: SoundFile, in bytes: [UInt8]) {
    container = sound.container
    format = sound.format
    audio = sound.audioRuns.ranges.map { bytes[$0] }
    magicCookie = sound.magicCookie
    missingByteCount = sound.missingByteCount
    packetTable = sound.packetTable
    packetSizes = sound.packetSizes
    statedFrameCount = sound.statedFrameCount
    layout = sound.layout
    metadata = sound.metadata
  }
}

/// All frames of a sound, decoded at once.
struct Decoding {
  let block: SampleBlock
  let channelCount: Int

  var frameCount: Int { block.sampleCount / channelCount }

  /// The samples in a lossless format, for comparison.
  var bytes: [UInt8] {
    LinearPCM.encode(block, as: PCMEncoding(block.sampleType))
  }

  /// Nil if the library can't decode the codec, or if the packets are damaged.
  init?(of sound: SoundFile, in bytes: [UInt8]) throws {
    channelCount = sound.format.channelCount
    if case .flac(let configuration) = sound.variableCodec, sound.container == .flac {
      guard let block = try Self.flac(sound, configuration, in: bytes) else { return nil }
      self.block = block
    } else if let codec = sound.variableCodec {
      guard let block = try Self.packets(sound, codec, in: bytes) else { return nil }
      self.block = block
    } else {
      guard var decoder = try? FrameDecoder(for: sound) else { return nil }
      block = decoder.decode(sound.audioRuns.ranges.flatMap { bytes[$0] })
      // Allow two samples per byte: ima4 decodes 34 bytes to 64 samples, and no codec expands more.
      try expect(block.sampleCount <= 2 * bytes.count, "\(block.sampleCount) samples")
    }
    try expect(
      block.sampleCount == sound.frameCount * channelCount || sound.hasUncountedFrames,
      "\(block.sampleCount) samples of \(sound.frameCount) frames, \(channelCount) channels")
  }

  /// Decodes a FLAC file. Nil if packets are damaged or have another number of frames than the file says, or if another
  /// file follows.
  private static func flac(
    _ sound: SoundFile, _ configuration: FLACConfiguration, in bytes: [UInt8]
  ) throws -> SampleBlock? {
    let audio = Array(bytes[sound.audioBytes])
    var decoder = FLACDecoder(configuration)
    var (short, long): ([Int16], [Int32]) = ([], [])
    var block = SampleBlock.int16([])
    var offset = 0
    let sampleCount =
      sound.hasUncountedFrames ? .max : sound.frameCount * configuration.channelCount
    while short.count + long.count < sampleCount, sampleCount < .max || offset < audio.count {
      guard let byteCount = try? decoder.decode(audio, from: offset, into: &block) else {
        return nil
      }
      offset += byteCount
      switch block {
      case .int16(let samples): short += samples
      case .int32(let samples): long += samples
      default: throw BrokenPromise("FLAC gives floats")
      }
    }
    let isLonger =
      short.count + long.count > sampleCount || audio[offset...].starts(with: "fLaC".utf8)
      || (try? decoder.decode(audio, from: offset, into: &block)) != nil
    guard sampleCount == .max || !isLonger else { return nil }
    return configuration.decodedType == .int16 ? .int16(short) : .int32(long)
  }

  /// Decodes packets that vary in size. Nil if packets are damaged or have fewer frames than the file says.
  private static func packets(
    _ sound: SoundFile, _ codec: VariableCodec, in bytes: [UInt8]
  ) throws -> SampleBlock? {
    var cursor = PacketCursor(sound)
    guard var decoder = try? VariablePacketDecoder(codec) else { return nil }
    let channelCount = sound.format.channelCount
    var (short, long, floats): ([Int16], [Int32], [Float]) = ([], [], [])
    var block = SampleBlock.int16([])
    var dropped = (sound.packetTable?.primingFrameCount ?? 0) + sound.decoderDelay
    var remaining = sound.frameCount
    while remaining > 0 {
      do throws(SoundFileError) {
        guard let packet = try cursor.next(in: AnyByteSource(bytes)),
          packet.count <= codec.packetByteLimit
        else { return nil }
        _ = try decoder.decode(Array(bytes[packet]), into: &block)
      } catch {
        return nil
      }
      let frameCount = block.sampleCount / channelCount
      try expect(
        frameCount <= sound.format.framesPerPacket, "\(frameCount) frames in a packet")
      let first = min(dropped, frameCount)
      let kept = min(frameCount - first, remaining)
      switch block.samples(in: first * channelCount..<(first + kept) * channelCount) {
      case .int16(let samples): short += samples
      case .int32(let samples): long += samples
      case .float32(let samples):
        try expect(samples.allSatisfy { $0.isFinite }, "a sample isn't finite")
        floats += samples
      case .float64: throw BrokenPromise("a codec gives wide floats")
      }
      dropped -= first
      remaining -= kept
    }
    switch codec.decodedSampleType {
    case .int16: return .int16(short)
    case .int32: return .int32(long)
    default: return .float32(floats)
    }
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
