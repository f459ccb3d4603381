internal import CSndFile
public import SoundFormat

/// What libsndfile says of a sound that this library doesn't decode itself.
public struct ImportedSound: Hashable, Sendable {
  /// Frames per second, in Hz.
  public var sampleRate: Double
  /// How many channels a frame has.
  public var channelCount: Int
  /// How many frames the file says it has, 0 where it doesn't know; decoding decides.
  public var statedFrameCount: Int
  /// The container and the codec for people: `MPEG-1/2 Audio, MPEG Layer III`.
  public var name: String
  /// The codec's four-character code in Core Audio.
  public var formatID: FourCharCode
  /// The integers a lossless codec was given; nil for a lossy one.
  public var losslessSampleType: PCMEncoding.SampleType?
  /// Texts about the sound: title, artist, comments.
  public var texts: [InformationEntry]
  /// Whether the file says its length exactly. MP3s without a header of their own are estimated by
  /// their first frames.
  var statesExactLength: Bool { ![".mp1", ".mp2", ".mp3"].contains(formatID) }
  /// The samples it is decoded to.
  var decodedSampleType: PCMEncoding.SampleType
  /// Where the stream is in the file: MP3 inside a WAVE begins after its header.
  var byteRange: Range<Int>
}

extension ImportedSound {
  /// What each of libsndfile's subformats is to Core Audio, and what it decodes to without loss.
  ///
  /// Lossy codecs decode to floats, whose peaks may exceed full scale; ADPCM and GSM to 16 bits.
  static func codec(
    _ subformat: Int
  ) -> (formatID: FourCharCode, lossless: PCMEncoding.SampleType?, decoded: PCMEncoding.SampleType)
  {
    switch subformat {
    case SF_FORMAT_PCM_S8, SF_FORMAT_DPCM_8: ("lpcm", .int8, .int16)
    case SF_FORMAT_PCM_U8: ("lpcm", .uint8, .int16)
    case SF_FORMAT_PCM_16, SF_FORMAT_DPCM_16: ("lpcm", .int16, .int16)
    case SF_FORMAT_PCM_24: ("lpcm", .int24, .int32)
    case SF_FORMAT_PCM_32: ("lpcm", .int32, .int32)
    case SF_FORMAT_FLOAT: ("lpcm", .float32, .float32)
    case SF_FORMAT_DOUBLE: ("lpcm", .float64, .float64)
    case SF_FORMAT_ALAC_16: ("alac", .int16, .int16)
    case SF_FORMAT_ALAC_20, SF_FORMAT_ALAC_24: ("alac", .int24, .int32)
    case SF_FORMAT_ALAC_32: ("alac", .int32, .int32)
    case SF_FORMAT_ULAW: ("ulaw", nil, .int16)
    case SF_FORMAT_ALAW: ("alaw", nil, .int16)
    case SF_FORMAT_IMA_ADPCM: (FourCharCode(rawValue: 0x6D73_0011), nil, .int16)
    case SF_FORMAT_MS_ADPCM: (FourCharCode(rawValue: 0x6D73_0002), nil, .int16)
    case SF_FORMAT_GSM610: (FourCharCode(rawValue: 0x6D73_0031), nil, .int16)
    case SF_FORMAT_MPEG_LAYER_I: (".mp1", nil, .float32)
    case SF_FORMAT_MPEG_LAYER_II: (".mp2", nil, .float32)
    case SF_FORMAT_MPEG_LAYER_III: (".mp3", nil, .float32)
    case SF_FORMAT_VORBIS: ("vorb", nil, .float32)
    case SF_FORMAT_OPUS: ("opus", nil, .float32)
    default: ("????", nil, .int32)
    }
  }
}
