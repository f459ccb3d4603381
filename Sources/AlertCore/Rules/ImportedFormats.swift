package import SoundFormat

extension ForeignFormat {
  /// Whether a command line can convert such a file to an alert sound.
  package var isConvertible: Bool { isSound && self != .mpeg4(codec: "drms") }

  /// Whether libsndfile reads such a file.
  package var isImported: Bool {
    switch self {
    case .mp3, .mpegAudio, .flac, .ogg, .sunAudio, .wave64, .other: true
    // Of the other IFF formats that hold sounds, libsndfile reads 8SVX.
    case .otherIFF: true
    // libsndfile 1.2 reports it as damaged.
    case .deepFLAC: false
    case .aac, .amr, .dolbyDigital, .matroska, .windowsMedia, .otherRIFF, .mpeg4, .zipArchive,
      .webPage, .gitLFSPointer:
      false
    }
  }
}

extension ForeignFormat {
  /// Whether Apple's `afconvert` reads such a file.
  ///
  /// From AudioFile.h's list of file types, not tried: Ogg, Matroska and Windows Media aren't in it.
  package var isReadByApple: Bool {
    switch self {
    case .mp3, .mpegAudio, .aac, .flac, .sunAudio, .wave64, .amr, .dolbyDigital: true
    case .mpeg4(codec: "drms"): false
    case .mpeg4: true
    case .deepFLAC, .ogg, .matroska, .windowsMedia, .otherRIFF, .otherIFF, .zipArchive, .webPage,
      .gitLFSPointer, .other:
      false
    }
  }
}

extension FourCharCode {
  /// The codecs that Apple's `afconvert` decodes in CAF, AIFF and WAVE files, and this library
  /// doesn't.
  ///
  /// From CoreAudioBaseTypes.h's list of formats, not tried.
  private static let decodedByApple: Set<FourCharCode> = [
    "aac ", "aacl", "aace", "aach", "aacp", "alac", "ilbc", "ac-3", "ec-3", ".mp1", ".mp2",
    ".mp3", "flac", "opus", .microsoft(WAVETag.adpcm), .microsoft(WAVETag.imaADPCM),
    .microsoft(WAVETag.gsm610), .mp3InWAVE,
  ]

  /// Whether Apple's `afconvert` decodes the codec in a CAF, AIFF or WAVE file.
  package var isDecodedByApple: Bool { Self.decodedByApple.contains(self) }

  /// The codecs in CAF, AIFF and WAVE files that libsndfile decodes and this library doesn't.
  ///
  /// Source: libsndfile's table of formats and subformats, and its readers, as of 1.2.
  private static let importedFromOwnContainers: Set<FourCharCode> = [
    "alac", "GSM ", "DWVW", "DWVT", .microsoft(WAVETag.adpcm), .microsoft(WAVETag.imaADPCM),
    .microsoft(WAVETag.gsm610), .microsoft(0x38), .microsoft(0x40), .mp3InWAVE,
  ]

  /// Whether libsndfile decodes the codec in a CAF, AIFF or WAVE file, and this library doesn't.
  package var isImportedFromOwnContainers: Bool { Self.importedFromOwnContainers.contains(self) }

  /// Core Audio's code for tag 0x55 in a WAVE.
  package static let mp3InWAVE = microsoft(WAVETag.mp3)

  /// The common name of a codec that this library doesn't decode, with its code.
  package var codecName: String {
    let names: [FourCharCode: String] = [
      "aac ": "AAC", "aacl": "AAC-LD", "aace": "AAC-ELD", "aach": "HE-AAC", "aacp": "HE-AAC v2",
      "alac": "Apple Lossless", "ac-3": "Dolby Digital", "ec-3": "Dolby Digital Plus",
      "samr": "AMR", "ilbc": "iLBC", "QDM2": "QDesign Music 2", "QDMC": "QDesign Music",
      "Qclp": "Qualcomm PureVoice", "MAC3": "MACE 3:1", "MAC6": "MACE 6:1", "drms": "protected AAC",
      ".mp1": "MPEG layer 1", ".mp2": "MP2", ".mp3": "MP3", "opus": "Opus", "flac": "FLAC",
      .microsoft(WAVETag.adpcm): "MS ADPCM", .microsoft(WAVETag.imaADPCM): "DVI ADPCM",
      .microsoft(WAVETag.gsm610): "GSM 6.10", .mp3InWAVE: "MP3",
    ]
    return names[self].map { "\($0) ('\(self)')" } ?? "'\(self)'"
  }
}
