public import SoundFormat

/// Synthesises a sound and writes it to a file with this package.
///
/// - Parameters:
///   - channels: The signal of each channel.
///   - layout: The layout that the file states. Nil omits it.
public func soundFile(
  _ container: Container, _ dataFormat: DataFormat, channels: [Signal] = [.bell],
  frameCount: Int = 1000, sampleRate: Double = 44_100, layout: ChannelLayout? = nil,
  usesFiller: Bool = true
) throws -> [UInt8] {
  let samples = interleaved(
    channels.map { $0.int16(frameCount: frameCount, sampleRate: sampleRate) })
  return try soundFile(
    container, dataFormat, .int16(samples), channelCount: channels.count, sampleRate: sampleRate,
    layout: layout, usesFiller: usesFiller)
}

/// Returns a sound file with interleaved samples.
public func soundFile(
  _ container: Container, _ dataFormat: DataFormat, _ samples: SampleBlock, channelCount: Int = 1,
  sampleRate: Double = 44_100, layout: ChannelLayout? = nil, usesFiller: Bool = true
) throws -> [UInt8] {
  try soundFile(
    SoundHeader(
      container: container,
      format: StreamFormat(
        sampleRate: sampleRate, channelCount: channelCount, dataFormat: dataFormat),
      frameCount: samples.sampleCount / channelCount, layout: layout, usesFiller: usesFiller),
    samples)
}

/// Writes a sound file with the given header.
package func soundFile(_ header: SoundHeader, _ samples: SampleBlock) throws -> [UInt8] {
  var encoder = try FrameEncoder(for: header.format)
  return try header.headerBytes() + encoder.encode(samples) + encoder.finish()
    + header.trailerBytes
}

/// Decodes all frames of a sound file at once.
public func frames(of file: [UInt8]) throws -> SampleBlock {
  let sound = try SoundFile(parsing: file)
  var decoder = try FrameDecoder(for: sound)
  return decoder.decode(sound.audioRuns.ranges.flatMap { file[$0] })
}

extension DataFormat {
  /// Linear PCM by its sample type and byte order.
  public static func pcm(
    _ type: PCMEncoding.SampleType, _ order: ByteOrder = .little
  ) -> DataFormat {
    .linearPCM(PCMEncoding(type, order))
  }

  /// Every data format that this package writes.
  public static let allWritable: [DataFormat] =
    PCMEncoding.SampleType.allCases.flatMap { type in
      type.bitDepth == 8 ? [pcm(type)] : [pcm(type, .big), pcm(type, .little)]
    } + [.ima4, .muLaw, .aLaw]
}

// These functions allocate their results, while the library's functions reuse the caller's memory.

extension LinearPCM {
  package static func decode(_ bytes: RawSpan, as encoding: PCMEncoding) -> SampleBlock {
    var block = SampleBlock.int16([])
    decode(bytes, as: encoding, into: &block)
    return block
  }

  package static func encode(_ block: SampleBlock, as encoding: PCMEncoding) -> [UInt8] {
    var (packets, memory) = ([UInt8](), ConversionMemory())
    encode(block, as: encoding, into: &packets, &memory)
    return packets
  }
}

extension G711 {
  package static func encode(_ samples: [Int16]) -> [UInt8] {
    var codes: [UInt8] = []
    store(samples, into: &codes)
    return codes
  }

  package static func decode(_ bytes: RawSpan) -> [Int16] {
    var samples: [Int16] = []
    load(bytes, into: &samples)
    return samples
  }
}

extension IMA4Decoder {
  package mutating func decode(_ packets: RawSpan) -> [Int16] {
    var frames: [Int16] = []
    decode(packets, into: &frames)
    return frames
  }
}

extension SampleBlock {
  /// All samples as doubles, with a full scale of 1. Every sample type converts exactly.
  package var doubles: [Double] {
    switch self {
    case .int16(let samples): samples.map { Double($0) / 32_768 }
    case .int32(let samples): samples.map { Double($0) / 2_147_483_648 }
    case .float32(let samples): samples.map { Double($0) }
    case .float64(let samples): samples
    }
  }

  package func mapped(by map: ChannelMap) -> SampleBlock {
    var mapped = SampleBlock.int16([])
    remap(by: map, into: &mapped)
    return mapped
  }
}

/// A file that counts its reads and the bytes that are read.
package final class CountedFile: ByteSource, @unchecked Sendable {
  private let bytes: any ByteSource
  package private(set) var readCount = 0
  package private(set) var readByteCount = 0

  package init(_ bytes: some ByteSource) { self.bytes = bytes }

  package var byteCount: Int { bytes.byteCount }

  package func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    let piece = try bytes.bytes(at: offset, count: count)
    readCount += 1
    readByteCount += piece.count
    return piece
  }
}

/// A file with the given beginning, followed by zeros that aren't stored. So a sound of minutes
/// takes no more memory than its header.
package struct SparseFile: ByteSource {
  private let beginning: [UInt8]
  package let byteCount: Int

  package init(_ beginning: [UInt8], byteCount: Int) {
    self.beginning = beginning
    self.byteCount = byteCount
  }

  /// A silent sound with a header that this package writes.
  package init(
    _ container: Container, _ dataFormat: DataFormat, frameCount: Int, sampleRate: Double = 1000,
    channelCount: Int = 1
  ) throws {
    let header = SoundHeader(
      container: container,
      format: StreamFormat(
        sampleRate: sampleRate, channelCount: channelCount, dataFormat: dataFormat),
      frameCount: frameCount)
    let beginning = try header.headerBytes()
    self.init(
      beginning,
      byteCount: beginning.count + header.audioByteCount + header.trailerBytes.count)
  }

  package func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard count > 0, offset >= 0, offset < byteCount else { return [] }
    let part = Array(beginning.dropFirst(offset).prefix(count))
    return part + Array(repeating: 0, count: min(count, byteCount - offset) - part.count)
  }
}
