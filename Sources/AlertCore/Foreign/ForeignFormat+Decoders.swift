package import SoundFormat

extension ForeignFormat {
  /// Whether this library or libsndfile reads files of this format, except rare variants and damaged files.
  package var isConvertible: Bool {
    switch self {
    case .mpeg4(let codec): !codec.isProtected
    case .aac, .flac: true
    case .other: false
    default: isImported
    }
  }

  /// Whether libsndfile reads files of this format.
  package var isImported: Bool {
    switch self {
    case .mp3, .mpegAudio, .ogg, .sunAudio, .wave64: true
    // libsndfile knows FLAC and Speex in Ogg, but fails to read them.
    case .other(let name): !name.hasPrefix("an Ogg ")
    // Let libsndfile try, because it reads 8SVX, one of the other IFF formats for sounds.
    case .otherIFF: true
    case .aac, .flac, .amr, .dolbyDigital, .matroska, .windowsMedia, .otherRIFF, .mpeg4,
      .zipArchive, .webPage, .gitLFSPointer:
      false
    }
  }

  /// Whether FFmpeg reads files of this format, and this library and libsndfile don't read all of them. Source:
  /// `ffmpeg -formats` of FFmpeg 5.1.
  package var isReadByFFmpeg: Bool {
    switch self {
    case .amr, .dolbyDigital, .matroska, .windowsMedia, .otherIFF, .other: true
    default: false
    }
  }
}

extension SoundFile {
  /// Whether to let libsndfile read a sound that this library doesn't decode. False for a codec that libsndfile doesn't
  /// know: the codec's code might be damaged, and libsndfile must not guess.
  package var isImported: Bool {
    ![.mpeg4, .adts].contains(container.family)
      && format.dataFormat.formatID.isImportedFromOwnContainers
  }

  /// Whether the file lacks parameters that decoding its packets needs. FFmpeg's CAF files with FLAC lack them.
  package var lacksParameters: Bool {
    magicCookie.isEmpty
      && ["aac ", "aacl", "alac", "flac", "fLaC"].contains(format.dataFormat.formatID)
  }
}

extension FourCharCode {
  /// Whether this is a code of encrypted packets: iTunes' `drms`, or MPEG-4's `enca`.
  package var isProtected: Bool { ["drms", "enca"].contains(self) }

  /// Source: `ffmpeg -codecs` of FFmpeg 5.1. FFmpeg 7.1 decodes xHE-AAC (`usac`). FFmpeg 5.1 only lists xHE-AAC.
  private static let decodedByFFmpeg: Set<FourCharCode> = [
    "aach", "aacp", "aace", "usac", ".mp2", "ac-3", "ec-3", "flac", "Opus", "opus", "samr", "sawb",
    "MAC3", "MAC6", "QDM2", "QDMC",
  ]

  /// Whether FFmpeg decodes the codec in CAF or MPEG-4 files, and this library doesn't decode all of these files.
  package var isDecodedByFFmpeg: Bool { Self.decodedByFFmpeg.contains(self) }

  /// Source: libsndfile's table of formats and subformats, and its readers, as of 1.2.
  private static let importedFromOwnContainers: Set<FourCharCode> = [
    "alac", "GSM ", "DWVW", "DWVT", .microsoft(WAVETag.adpcm), .microsoft(WAVETag.imaADPCM),
    .microsoft(WAVETag.gsm610), .microsoft(0x38), .microsoft(0x40),
  ]

  /// Whether libsndfile decodes the codec in a CAF, AIFF or WAVE file.
  package var isImportedFromOwnContainers: Bool { Self.importedFromOwnContainers.contains(self) }

  /// The codec's common name, if there is one, and its code.
  package var codecName: String {
    commonName.map { "\($0) ('\(self)')" } ?? "'\(self)'"
  }
}
