/// A file type: which container a sound is in.
///
/// This file is the only list of containers. To add a container, add its folder, and its case, row and data formats in
/// this file. A container that isn't a variant of another container also needs a `Family`.
public enum Container: Hashable, Sendable, CaseIterable {
  /// AAC without a container: each packet has a header of its own.
  case adts
  /// AIFF-C, which also holds compressed data.
  case aifc
  /// The Audio Interchange File Format: big-endian integers only.
  case aiff
  /// WAVE with 64-bit sizes, as specified by the ITU in BS.2088.
  case bw64
  /// Apple's Core Audio Format.
  case caf
  /// FLAC without a further container.
  case flac
  /// MPEG-4 with sound only: the extension `m4a`, or `m4r` for ring tones.
  case m4a
  /// MPEG-4 with an audiobook.
  case m4b
  /// MPEG layer III without a container: each packet has a header of its own.
  case mp3
  /// MPEG-4 with any media.
  case mp4
  /// Apple's QuickTime, the origin of MPEG-4.
  case quickTime
  /// WAVE with 64-bit sizes, as specified by the EBU in Tech 3306.
  case rf64
  /// MPEG-4 for GSM phones.
  case threeGPP
  /// MPEG-4 for CDMA phones.
  case threeGPP2
  /// Microsoft's WAVE.
  case wave

  private typealias Row = (
    family: Family, fileType: FourCharCode, name: String, nameWithArticle: String,
    pathExtensions: [String], signatures: [Signature]
  )

  // Source of MPEG-4's file types: AudioFile.h, which has no type for QuickTime.
  //
  // If this property were inlined, the compiler would repeat the switch in each of the properties below.
  @inline(never) private var row: Row {
    switch self {
    case .adts: (.adts, "adts", "ADTS", "an ADTS file", ["aac", "adts"], [])
    case .aifc:
      (.aiff, "AIFC", "AIFC", "an AIFC file", ["aifc", "aiff", "aif"], [("FORM", "AIFC", .big)])
    case .aiff:
      (.aiff, "AIFF", "AIFF", "an AIFF file", ["aiff", "aif"], [("FORM", "AIFF", .big)])
    case .bw64:
      (.wave, "BW64", "WAVE", "a BW64 file", ["wav"], [("BW64", "WAVE", .little)])
    case .caf: (.caf, "caff", "CAF", "a CAF file", ["caf"], [("caff", nil, .big)])
    case .flac: (.flac, "flac", "FLAC", "a FLAC file", ["flac"], [("fLaC", nil, .big)])
    case .m4a: (.mpeg4, "m4af", "MPEG-4", "an MPEG-4 file", ["m4a", "m4r", "m4p"], [])
    case .m4b: (.mpeg4, "m4bf", "MPEG-4", "an MPEG-4 file", ["m4b"], [])
    case .mp3: (.mp3, "MPG3", "MP3", "an MP3 file", ["mp3", "mpga"], [])
    case .mp4:
      (.mpeg4, "mp4f", "MPEG-4", "an MPEG-4 file", ["mp4", "m4a", "m4r", "m4b", "m4v"], [])
    case .quickTime: (.mpeg4, "????", "QuickTime", "a QuickTime file", ["mov", "qt", "qta"], [])
    case .rf64:
      (.wave, "RF64", "WAVE", "an RF64 file", ["wav"], [("RF64", "WAVE", .little)])
    case .threeGPP: (.mpeg4, "3gpp", "MPEG-4", "an MPEG-4 file", ["3gp", "3ga", "3gpp"], [])
    case .threeGPP2: (.mpeg4, "3gp2", "MPEG-4", "an MPEG-4 file", ["3g2"], [])
    case .wave:
      (
        .wave, "WAVE", "WAVE", "a WAVE file", ["wav"],
        [("RIFF", "WAVE", .little), ("RIFX", "WAVE", .big)]
      )
    }
  }

  /// The containers that a new file's extension can choose. Of containers that share an extension, the first is chosen.
  package static let chosenByExtension: [Container] = [.caf, .wave, .aiff, .aifc]

  /// Reads a file's structure. The container begins at `start`.
  func read(
    _ source: AnyByteSource, order: ByteOrder, from start: Int
  ) throws(SoundFileError) -> SoundFile {
    switch family {
    case .caf: return try CAFReader.read(source, from: start)
    case .aiff: return try AIFFReader.read(source, as: self, from: start)
    case .wave: return try WAVEReader.read(source, as: self, order: order, from: start)
    case .mpeg4: return try MPEG4Reader.read(source, as: self)
    case .adts: return try ADTSReader.read(source, from: start)
    case .mp3:
      guard let sound = try MP3Reader.read(source, from: start) else {
        throw .malformed("there is no complete packet", at: start)
      }
      return sound
    case .flac: return try FLACReader.read(source, from: start)
    }
  }

  /// Returns everything before a sound's first packet.
  func headerBytes(of sound: SoundHeader) throws(SoundFileError) -> [UInt8] {
    switch family {
    case .caf: CAFWriter.headerBytes(of: sound)
    case .aiff: try AIFFWriter.headerBytes(of: sound)
    case .wave: try WAVEWriter.headerBytes(of: sound)
    case .mpeg4, .adts, .mp3, .flac: preconditionFailure("the container is only read")
    }
  }
}

extension Container {
  /// Containers that share a reader. The raw value is their common name. Messages list the families in this order.
  package enum Family: String, CaseIterable, Sendable {
    case caf = "CAF"
    case aiff = "AIFF"
    case wave = "WAVE"
    case mpeg4 = "MPEG-4"
    case adts = "ADTS"
    case mp3 = "MP3"
    case flac = "FLAC"
  }

  /// Two codes at a file's beginning, and the file's byte order. `outer` is the first four bytes. `form` is the four
  /// bytes after the size; nil allows any bytes.
  typealias Signature = (outer: FourCharCode, form: FourCharCode?, order: ByteOrder)

  package var family: Family { row.family }
  /// The four-character code that Core Audio and `afconvert -f` use.
  package var fileType: FourCharCode { row.fileType }
  /// The name that `afconvert -hf` prints for the container.
  public var name: String { row.name }
  /// The name of a file of this type with its article, for use in a sentence.
  package var nameWithArticle: String { row.nameWithArticle }
  /// The extensions of files of this type; new files get the first extension.
  package var pathExtensions: [String] { row.pathExtensions }
  /// Further extensions that some programs give files of this type.
  package var rarePathExtensions: [String] {
    switch family {
    case .caf: ["caff"]
    case .aiff: ["afc"]
    case .wave: ["wave", "bwf", "rf64"]
    default: []
    }
  }
  /// What files of this type begin with; new files get the first signature. Empty for MPEG-4, ADTS
  /// and MP3, which `MPEG4Reader`, `ADTSReader` and `MP3Reader` recognize.
  var signatures: [Signature] { row.signatures }
  /// The largest frame, in bytes, that the header's fields can express.
  var frameByteLimit: Int { family == .aiff || family == .wave ? 65_535 : .max }
  /// Whether the header states the sample rate in whole Hz.
  package var hasWholeRates: Bool { family == .wave }
  /// Whether a file says which of the decoded frames are sound.
  package var hasPacketTable: Bool { family == .caf || family == .mpeg4 }
  /// Whether a pad byte follows an odd number of bytes of audio.
  ///
  /// CAF's chunks have no pad bytes. WAVE's chunks should have pad bytes, but Apple's tool writes none: seven odd-sized
  /// µ-law files end with their last sample.
  var padsAudio: Bool { family == .aiff }

  /// The data formats that this library writes into the container, in Apple's order; empty if the library
  /// only reads the container.
  ///
  /// Source: the table that Apple's `afconvert -hf` prints, without the codecs this library lacks.
  package var dataFormats: [DataFormat] {
    let i8 = DataFormat.linearPCM(PCMEncoding(.int8))
    let ui8 = DataFormat.linearPCM(PCMEncoding(.uint8))
    return switch self {
    case .aifc: [i8] + Self.integers(.big) + Self.floats(.big) + [ui8, .muLaw, .aLaw, .ima4]
    case .aiff: [i8] + Self.integers(.big)
    case .caf:
      [.aLaw, .ima4, i8] + Self.integers(.big) + Self.floats(.big) + Self.integers(.little)
        + Self.floats(.little) + [.muLaw]
    case .bw64, .rf64, .wave:
      [ui8] + Self.integers(.little) + Self.floats(.little) + [.muLaw, .aLaw]
    case .adts, .flac, .m4a, .m4b, .mp3, .mp4, .quickTime, .threeGPP, .threeGPP2: []
    }
  }

  public func holds(_ dataFormat: DataFormat) -> Bool {
    dataFormats.contains(dataFormat)
  }
}

extension Container {
  /// The containers that this library writes.
  package static let writable = allCases.filter { !$0.dataFormats.isEmpty }

  /// Returns a list of the containers that this library reads: `CAF, AIFF, WAVE, MPEG-4, ADTS, MP3 and FLAC`.
  package static func readNames(_ conjunction: String) -> String {
    listed(Family.allCases.map { $0.rawValue }, conjunction)
  }

  /// The extensions that choose a new file's container: `.caf, .wav, .aiff or .aifc`.
  package static let newFileExtensions = listed(
    chosenByExtension.map { "." + $0.pathExtensions[0] }, "or")

  /// The containers to export a sound in, as menus name them.
  package static let exportNames = "WAV, AIFF or CAF"

  private static func integers(_ order: ByteOrder) -> [DataFormat] {
    [.int16, .int24, .int32].map { .linearPCM(PCMEncoding($0, order)) }
  }

  private static func floats(_ order: ByteOrder) -> [DataFormat] {
    [.float32, .float64].map { .linearPCM(PCMEncoding($0, order)) }
  }
}

extension SoundFile {
  /// The extensions of the containers that this library writes and of the formats that `AlertSound` imports, in
  /// lowercase. Of the extensions of films, only `3gp` and `3g2` are included.
  package static let pathExtensions: Set<String> = Set(
    Container.writable.flatMap { $0.pathExtensions + $0.rarePathExtensions } + [
      "3g2", "3ga", "3gp", "aac", "ac3", "adts", "aifs", "amr", "ape", "au", "awb", "ec3", "flac",
      "gsm",
      "m4a", "m4b", "m4r", "mka", "mp1", "mp2", "mp3", "mpga", "oga", "ogg", "opus", "qta", "ra",
      "snd", "w64", "weba", "wma", "wv",
    ])
}
