internal import CSndFile
internal import SoundFormat

/// What libsndfile reports on a sound that this library doesn't decode itself.
struct ImportedSound: Equatable, Sendable {
  /// Frames per second, in Hz.
  var sampleRate: Double
  var channelCount: Int
  /// How many frames the file states; 0 if unknown. Only decoding gives the actual number.
  var statedFrameCount: Int
  /// How many frames the container's packets hold; nil if only libsndfile knows.
  var containedFrameCount: Int?
  /// The human-readable names of the container and the codec, such as `AU (Sun/NeXT), U-Law`.
  var name: String
  /// The container's four-character code in Core Audio, or `????` if Core Audio has none.
  var fileType: FourCharCode
  /// The codec's four-character code in Core Audio.
  var formatID: FourCharCode
  /// The endianness of linear PCM in the file.
  var byteOrder: ByteOrder
  /// The type of the samples that a lossless codec encoded; nil for a lossy codec.
  var losslessSampleType: PCMEncoding.SampleType?
  /// Texts about the sound, such as the title, the artist and comments.
  var texts: [InformationEntry]
  /// Whether the file states its length exactly. libsndfile estimates the length of MPEG audio from the first frames.
  var statesExactLength: Bool { ![".mp1", ".mp2", ".mp3"].contains(formatID) }
  var decodedSampleType: PCMEncoding.SampleType
  /// The sound's range in the source.
  var byteRange: Range<Int>
  /// The range of the audio in the file; nil if unknown. The range of MPEG audio leaves out the tags around the audio.
  var audioBytes: Range<Int>?
  /// For each channel, in the order in which libsndfile decodes the channels: its loudspeaker; nil if unknown.
  var speakers: [Speaker]?
}

extension ImportedSound {
  /// Core Audio's description of the codec, completed with facts that follow from the codec alone.
  var codec: CodecDescription {
    switch formatID {
    case _ where Codec(formatID: formatID) != nil:
      StreamFormat(
        sampleRate: sampleRate, channelCount: channelCount,
        dataFormat: DataFormat(CodecDescription(formatID: formatID))
      ).coreAudioDescription
    case "alac":
      CodecDescription(
        formatID: formatID,
        formatFlags: CodecDescription.losslessBitDepths.first {
          $0.value == losslessSampleType?.bitDepth
        }?.key ?? 0, framesPerPacket: 4096)
    case ".mp1": CodecDescription(formatID: formatID, framesPerPacket: 384)
    case ".mp2": CodecDescription(formatID: formatID, framesPerPacket: 1152)
    // A stream below 32 kHz is MPEG-2. A packet has half as many frames as in MPEG-1. Source: ISO/IEC 13818-3, 2.4.2.
    case ".mp3":
      CodecDescription(formatID: formatID, framesPerPacket: sampleRate < 32_000 ? 576 : 1152)
    default: CodecDescription(formatID: formatID)
    }
  }

  /// The smallest number of frames that decoding must produce; 0 if the file doesn't state a reliable number.
  var leastFrameCount: Int { statesExactLength ? statedFrameCount : 0 }

  /// The average bit rate of the audio, in bits per second; nil if unknown.
  var bitRate: Int? {
    guard statedFrameCount > 0 else { return nil }
    let bitCount = Double((audioBytes ?? byteRange).count) * 8
    return Int(saturating: bitCount * sampleRate / Double(statedFrameCount))
  }

  /// The layout of the channels after ``channelMap`` has sorted them.
  var layout: ChannelLayout? {
    speakers.flatMap { ChannelLayout(speakerMask: $0.reduce(0) { $0 | $1.rawValue }) }
  }

  /// The map that sorts channels by their loudspeakers' bits in a WAVE channel mask; nil if `speakers` is nil.
  var channelMap: ChannelMap? {
    speakers.map { speakers in
      ChannelMap(
        speakers.indices.sorted { speakers[$0].rawValue < speakers[$1].rawValue },
        sourceChannelCount: channelCount)
    }
  }

  /// Returns the loudspeakers of an Ogg file with three to eight channels; nil for any other file, and for Opus whose
  /// channels have no defined order. Sources: Vorbis I specification, 4.3.9; RFC 7845, 5.1.1.
  static func oggSpeakers(
    of source: AnyByteSource, in range: Range<Int>, channelCount: Int
  ) throws(SoundFileError) -> [Speaker]? {
    let packet = try source.bytes(at: range.lowerBound + 28, count: 19)
    let isOrdered =
      packet.starts(with: "\u{1}vorbis".utf8)
      || packet.starts(with: "OpusHead".utf8) && packet.last == 1
    let surround: [Speaker] = [.leftSurround, .rightSurround]
    let sides: [Speaker] = [.leftSurroundDirect, .rightSurroundDirect]
    let front: [Speaker] = [.left, .center, .right]
    let orders = [
      front, [.left, .right] + surround, front + surround, front + surround + [.lowFrequency],
      front + sides + [.centerSurround, .lowFrequency], front + sides + surround + [.lowFrequency],
    ]
    return isOrdered && 3...8 ~= channelCount ? orders[channelCount - 3] : nil
  }

  /// The texts by which libsndfile identifies files. A question mark stands for any byte. Source: `guess_file_type` in
  /// libsndfile 1.2.2.
  private static let signatures = [
    "RIFF????WAVE", "RIFX????WAVE", "RF64????WAVE", "FORM????AIFF", "FORM????AIFC", "FORM????8SVX",
    "FORM????16SV", "caff????desc", "riff", ".snd", "dns.", "OggS", "fLaC", "fap ", " paf", "NIST",
    "Creative", "MATLAB 5", "PVF1", "Extended Ins", "ALawSoundFil", "2BIT",
  ]

  /// For each further beginning that libsndfile identifies: the mask for a file's first bytes, and the masked bytes.
  private static let markers: [(mask: [UInt8], bytes: [UInt8])] = [
    ([0xFF, 0xFF, 0xF8, 0xFF], [0x64, 0xA3, 0, 0]),
    ([0xFF, 0xF8, 0xFF, 0xFF], [0, 0, 0xA3, 0x64]),
    ([], [0, 0, 3, 0xE8, 0, 0, 0, 1, 0, 0, 0, 1]), ([], [0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]),
    ([0xFF, 0xFF, 0x80, 0xFF], [0xF0, 0x7E, 0, 1]), ([], [1, 4]),
  ]

  /// Returns the corrections that let libsndfile identify a sound by the first bytes; nil if libsndfile can't identify
  /// it. For MPEG audio without a tag, and for unidentified bytes, libsndfile looks for the resource fork `._NAME`. The
  /// sound has no name here, so libsndfile would take any file `._` in the working directory for the sound. An ID3 tag
  /// of ten zeros prevents this search.
  ///
  /// - Parameter range: The sound, after its tags.
  static func signature(
    in range: Range<Int>, of source: AnyByteSource
  ) throws(SoundFileError) -> [SourceCorrection]? {
    let start = range.lowerBound
    let beginning = try source.bytes(at: start, count: 12)
    guard beginning.count >= 3 else { return nil }
    if beginning[0] == 0xFF, beginning[1] & 0xE0 == 0xE0, beginning[1] & 0x18 != 0x08,
      beginning[1] & 0x06 != 0, beginning[2] & 0xF0 != 0xF0, beginning[2] & 0x0C != 0x0C
    {
      let tag = "ID3\u{3}\0\0\0\0\0\n\0\0\0\0\0\0\0\0\0\0"
      return [SourceCorrection(range: start..<start, replacement: Array(tag.utf8))]
    }
    let isKnown =
      signatures.contains { signature in
        signature.utf8.count <= beginning.count
          && zip(signature.utf8, beginning).allSatisfy { [$1, UInt8(ascii: "?")].contains($0) }
      }
      || markers.contains { marker in
        let masked = beginning.indices.map {
          marker.mask.indices.contains($0) ? beginning[$0] & marker.mask[$0] : beginning[$0]
        }
        return masked.starts(with: marker.bytes)
      }
    // HTK has no signature. Check the size and the type of the samples, and that their number fits the file's size.
    let number = beginning.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let isHTK =
      beginning.dropFirst(8).elementsEqual([0, 2, 0, 0]) && 2 * number + 12 == range.count
    return isKnown || isHTK ? [] : nil
  }

  /// Returns Core Audio's code for the container that one of libsndfile's format numbers states. Source: AudioFile.h.
  static func fileType(_ format: Int) -> FourCharCode {
    switch (format & SF_FORMAT_TYPEMASK, format & SF_FORMAT_SUBMASK) {
    case (SF_FORMAT_WAV, _), (SF_FORMAT_WAVEX, _): Container.wave.fileType
    case (SF_FORMAT_RF64, _): Container.rf64.fileType
    case (SF_FORMAT_W64, _): "W64f"
    case (SF_FORMAT_AIFF, _): Container.aifc.fileType
    case (SF_FORMAT_CAF, _): Container.caf.fileType
    case (SF_FORMAT_AU, _): "NeXT"
    case (SF_FORMAT_SD2, _): "Sd2f"
    case (SF_FORMAT_OGG, _): "Oggf"
    case (SF_FORMAT_MPEG, SF_FORMAT_MPEG_LAYER_I): "MPG1"
    case (SF_FORMAT_MPEG, SF_FORMAT_MPEG_LAYER_II): "MPG2"
    case (SF_FORMAT_MPEG, _): "MPG3"
    default: "????"
    }
  }

  /// Returns the endianness that libsndfile reports; if libsndfile reports none, the container's default endianness.
  static func byteOrder(_ format: Int) -> ByteOrder {
    switch format & SF_FORMAT_ENDMASK {
    case SF_ENDIAN_BIG: .big
    case SF_ENDIAN_LITTLE: .little
    default:
      [SF_FORMAT_AU, SF_FORMAT_AIFF, SF_FORMAT_SVX, SF_FORMAT_SD2].contains(
        format & SF_FORMAT_TYPEMASK) ? .big : .little
    }
  }

  /// Returns Core Audio's code for a subformat of libsndfile, the sample type if the subformat is lossless, and the
  /// type of the decoded samples.
  ///
  /// MPEG, Vorbis and Opus decode to floats, because their peaks may exceed full scale. Other lossy codecs decode to 16
  /// bits.
  static func codec(
    _ subformat: Int
  ) -> (formatID: FourCharCode, lossless: PCMEncoding.SampleType?, decoded: PCMEncoding.SampleType)
  {
    switch subformat {
    case SF_FORMAT_PCM_S8, SF_FORMAT_DPCM_8: (LinearPCM.formatID, .int8, .int16)
    case SF_FORMAT_PCM_U8: (LinearPCM.formatID, .uint8, .int16)
    case SF_FORMAT_PCM_16, SF_FORMAT_DPCM_16: (LinearPCM.formatID, .int16, .int16)
    case SF_FORMAT_PCM_24: (LinearPCM.formatID, .int24, .int32)
    case SF_FORMAT_PCM_32: (LinearPCM.formatID, .int32, .int32)
    case SF_FORMAT_FLOAT: (LinearPCM.formatID, .float32, .float32)
    case SF_FORMAT_DOUBLE: (LinearPCM.formatID, .float64, .float64)
    case SF_FORMAT_ALAC_16: ("alac", .int16, .int16)
    case SF_FORMAT_ALAC_20, SF_FORMAT_ALAC_24: ("alac", .int24, .int32)
    case SF_FORMAT_ALAC_32: ("alac", .int32, .int32)
    case SF_FORMAT_ULAW: (Codec.muLaw.formatID, nil, .int16)
    case SF_FORMAT_ALAW: (Codec.aLaw.formatID, nil, .int16)
    case SF_FORMAT_IMA_ADPCM: (.microsoft(WAVETag.imaADPCM), nil, .int16)
    case SF_FORMAT_MS_ADPCM: (.microsoft(WAVETag.adpcm), nil, .int16)
    case SF_FORMAT_GSM610: (.microsoft(WAVETag.gsm610), nil, .int16)
    case SF_FORMAT_MPEG_LAYER_I: (".mp1", nil, .float32)
    case SF_FORMAT_MPEG_LAYER_II: (".mp2", nil, .float32)
    case SF_FORMAT_MPEG_LAYER_III: (".mp3", nil, .float32)
    case SF_FORMAT_VORBIS: ("vorb", nil, .float32)
    case SF_FORMAT_OPUS: ("opus", nil, .float32)
    default: ("????", nil, .int32)
    }
  }
}
