public import SoundFormat

/// A valid file, as short as its format allows, for tests to damage.
public struct SmallFile: Sendable, CustomStringConvertible {
  public let description: String
  public let bytes: [UInt8]
  public let audioBytes: Range<Int>

  public var audioOffset: Int { audioBytes.lowerBound }

  /// The offsets of the bytes that describe the audio. Some are after the audio.
  public let headerOffsets: [Int]

  /// Files written by this package, and files made by hand.
  public static let all = written + handmade

  /// Files with every container, data format and chunk that this package writes.
  public static let written: [SmallFile] = [
    SmallFile("CAF LEI16", .caf, .pcm(.int16)),
    SmallFile("CAF I8", .caf, .pcm(.int8), frames: 100, metadata: .full),
    SmallFile("CAF BEI24", .caf, .pcm(.int24, .big), frames: 9),
    SmallFile("CAF LEI32", .caf, .pcm(.int32), frames: 9),
    SmallFile("CAF LEF32", .caf, .pcm(.float32), frames: 9),
    SmallFile("CAF BEF64 stereo", .caf, .pcm(.float64, .big), channels: 2),
    SmallFile("CAF µ-law", .caf, .muLaw, frames: 9),
    SmallFile("CAF A-law stereo", .caf, .aLaw, channels: 2, frames: 9, layout: .stereo),
    SmallFile("CAF ima4", .caf, .ima4, frames: 100, layout: .mono, isDescribed: true),
    SmallFile("CAF ima4 stereo", .caf, .ima4, channels: 2, frames: 3),
    SmallFile("AIFF I8", .aiff, .pcm(.int8), frames: 101, metadata: .full),
    SmallFile("AIFF BEI16", .aiff, .pcm(.int16, .big), frames: 9),
    SmallFile("AIFF BEI24 stereo", .aiff, .pcm(.int24, .big), channels: 2, layout: .stereo),
    SmallFile("AIFF BEI32", .aiff, .pcm(.int32, .big), frames: 9),
    SmallFile("AIFC BEI16", .aifc, .pcm(.int16, .big), frames: 9),
    SmallFile("AIFC ima4", .aifc, .ima4, frames: 65),
    SmallFile("AIFC UI8", .aifc, .pcm(.uint8), frames: 100, metadata: .full),
    SmallFile("AIFC fl32", .aifc, .pcm(.float32, .big), frames: 9),
    SmallFile("AIFC fl64", .aifc, .pcm(.float64, .big), frames: 9),
    SmallFile("AIFC µ-law", .aifc, .muLaw, frames: 9),
    SmallFile("AIFC A-law", .aifc, .aLaw, frames: 9),
    SmallFile("WAVE LEI16", .wave, .pcm(.int16)),
    SmallFile("WAVE UI8", .wave, .pcm(.uint8), frames: 100, metadata: .full),
    SmallFile("WAVE LEI24", .wave, .pcm(.int24), frames: 10),
    SmallFile("WAVE LEI32", .wave, .pcm(.int32), frames: 9),
    SmallFile("WAVE LEF64", .wave, .pcm(.float64), frames: 9),
    SmallFile("WAVE µ-law", .wave, .muLaw, frames: 33),
    SmallFile("WAVE extensible", .wave, .pcm(.float32), channels: 2, layout: .stereo),
    SmallFile("RF64 A-law", .rf64, .aLaw),
    SmallFile("BW64 UI8", .bw64, .pcm(.uint8), frames: 100, metadata: .full),
  ]

  /// Files written by hand, laid out as other programs write them.
  public static let handmade: [SmallFile] = [
    SmallFile(
      "CAF AAC",
      """
      'caff' 0001 0000
      'desc' 0000000000000020 40BF400000000000 'aac ' 00000002 00000000 00000400 00000001 00000000
      'pakt' 000000000000001B 0000000000000002 00000000000005DC 00000840 00000224 8003 04
      'data' 000000000000000B 00000001 01020304050607
      """),
    SmallFile(
      "CAF of unknown length",
      """
      'caff' 0001 0000
      'free' 0000000000000003 000000
      'desc' 0000000000000020 40BF400000000000 'ima4' 00000000 00000022 00000040 00000001 00000000
      'info' 000000000000000C 00000001 'key' 00 'old' 00
      'data' FFFFFFFFFFFFFFFF 00000001
      \(String(repeating: "5A", count: 68))
      """),
    SmallFile(
      "AIFC sowt behind an SSND offset",
      """
      'FORM' 0000004C 'AIFC' 'FVER' 00000004 A2805140
      'COMM' 00000018 0001 00000004 0010 400BFA00000000000000 'sowt' 00 00
      'SSND' 00000014 00000004 00000000 00000000 0102030405060708
      """),
    SmallFile(
      "RIFX",
      """
      'RIFX' 0000002C 'WAVE' 'fmt ' 00000010 0001 0001 00001F40 00003E80 0002 0010
      'data' 00000008 0102030405060708
      """),
    SmallFile(
      "WAVE MS ADPCM",
      """
      'RIFF' 52000000 'WAVE' 'fmt ' 16000000 0200 0100 401F0000 00100000 0800 0400 0400 0400 0000
      'fact' 04000000 08000000 'LIST' 04000000 'INFO'
      'data' 10000000 \(String(repeating: "21", count: 16))
      """),
  ]

  private init(
    _ name: String, _ container: Container, _ format: DataFormat, channels: Int = 1,
    frames: Int = 40, layout: ChannelLayout? = nil, isDescribed: Bool = false,
    metadata: SoundMetadata = SoundMetadata()
  ) {
    let stream = StreamFormat(sampleRate: 8000, channelCount: channels, dataFormat: format)
    let entries = InformationEntry.appleEntries(
      for: stream, frameCount: frames, source: PCMEncoding(.int16))
    let header = SoundHeader(
      container: container, format: stream, frameCount: frames, layout: layout,
      information: isDescribed ? entries : [], metadata: metadata, usesFiller: false)
    do {
      let samples = Signal.noise.int16(frameCount: frames * channels)
      self.init(name, try soundFile(header, .int16(samples)))
    } catch {
      preconditionFailure("\(name): \(error)")
    }
  }

  private init(_ name: String, _ text: String) {
    self.init(name, hex(text))
  }

  init(_ name: String, _ bytes: [UInt8]) {
    description = name
    self.bytes = bytes
    do {
      let sound = try SoundFile(parsing: bytes)
      audioBytes = sound.audioBytes
      // Include the packets of Apple Lossless, FLAC, ADTS and MP3, because they begin with headers.
      let hasHeaders = sound.variableCodec != nil || sound.container == .adts
      let audio = hasHeaders ? [] : sound.audioRuns.ranges
      headerOffsets = bytes.indices.filter { offset in !audio.contains { $0.contains(offset) } }
    } catch {
      preconditionFailure("\(name): \(error)")
    }
  }
}

extension SoundMetadata {
  /// A text in each field that AIFF can hold. Other containers can hold texts in more fields.
  public static let full = SoundMetadata(
    texts: [
      InformationEntry(.title, "T"), InformationEntry(.artist, "Zoë"),
      InformationEntry(.copyright, "me"), InformationEntry(.comments, "one"),
      InformationEntry(.comments, "two"),
    ])
}
