internal import SoundFormat

/// The formats that Android lists.
///
/// Source: Android developers, "Supported media formats",
/// https://developer.android.com/media/platform/supported-formats. The page adds that a device may play more formats.
enum AndroidFormats {
  /// Whether a format is on Android's list.
  enum Support: Equatable, Sendable {
    /// Android lists the format for all versions that apps still support.
    case listed
    /// Android doesn't list the format. The value is the format's name.
    case unlisted(String)
    /// The file isn't a sound, or its format isn't known. The value says what the file is.
    case unknown(String)
  }

  /// Returns whether Android lists the format of a sound that this library parsed.
  static func support(of sound: SoundFile) -> Support {
    let format = sound.format.dataFormat
    switch sound.container {
    case .wave:
      // Accept any rate: the page lists "8- and 16-bit linear PCM (rates up to limit of hardware)".
      guard let encoding = format.pcmEncoding else {
        return .unlisted("\(format.formatID.codecName) in a WAVE file")
      }
      switch encoding.sampleType {
      case .int8, .uint8, .int16: return .listed
      default: return .unlisted("\(encoding.bitDepth)-bit samples in a WAVE file")
      }
    case .m4a, .m4b, .mp4, .threeGPP, .threeGPP2:
      return mpeg4Codecs.contains(format.formatID)
        ? .listed : .unlisted("\(format.formatID.codecName) in an MPEG-4 file")
    case .adts, .flac, .mp3: return .listed
    case .aifc, .aiff, .bw64, .caf, .quickTime, .rf64:
      return .unlisted(sound.container.nameWithArticle)
    }
  }

  /// Returns whether Android lists the format of a file that this library doesn't parse.
  static func support(of format: ForeignFormat) -> Support {
    switch format {
    case .mp3, .mpegAudio, .aac, .flac, .ogg, .amr, .matroska: .listed
    case .mpeg4(let codec): mpeg4Codecs.contains(codec) ? .listed : .unlisted(format.name)
    case .sunAudio, .wave64, .dolbyDigital, .windowsMedia, .otherRIFF, .otherIFF:
      .unlisted(format.name)
    case .other, .zipArchive, .webPage, .gitLFSPointer: .unknown(format.name)
    }
  }

  /// The codecs that Android lists in MPEG-4 and 3GPP files: AAC of any kind, AMR and MP3.
  private static let mpeg4Codecs: Set<FourCharCode> = [
    "aac ", "aace", "aach", "aacl", "aacp", "usac", "samr", "sawb", ".mp3",
  ]
}
