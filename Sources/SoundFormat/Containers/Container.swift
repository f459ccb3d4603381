/// A file type: which container a sound is in.
///
/// This file is the only list of containers. To add a container, add its folder, and its case and row in
/// this file. A container also needs a `Family`, unless it is a variant of another container.
public enum Container: Hashable, Sendable, CaseIterable {
  /// AAC without a container: each packet has a header of its own.
  case adts
  /// AIFF-C, which also holds compressed data.
  case aifc
  /// The Audio Interchange File Format: big-endian integers only.
  case aiff
  /// A WAVE with 64-bit sizes, as the ITU names it.
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
  /// A WAVE with 64-bit sizes, as the EBU names it.
  case rf64
  /// MPEG-4 for GSM phones.
  case threeGPP
  /// MPEG-4 for CDMA phones.
  case threeGPP2
  /// Microsoft's WAVE.
  case wave

  // Inlined, the switch would be compiled again for each of the properties below.
  @inline(never) private var row: Row {
    switch self {
    case .adts: Self.adtsRow
    case .aifc: Self.aifcRow
    case .aiff: Self.aiffRow
    case .bw64: Self.bw64Row
    case .caf: Self.cafRow
    case .flac: Self.flacRow
    case .m4a: Self.m4aRow
    case .m4b: Self.m4bRow
    case .mp3: Self.mp3Row
    case .mp4: Self.mp4Row
    case .quickTime: Self.quickTimeRow
    case .rf64: Self.rf64Row
    case .threeGPP: Self.threeGPPRow
    case .threeGPP2: Self.threeGPP2Row
    case .wave: Self.waveRow
    }
  }

  // Data formats are in the order of the table that Apple's `afconvert -hf` prints.

  private static let aifcRow = Row(
    family: .aiff, fileType: "AIFC", name: "AIFC", nameWithArticle: "an AIFC file",
    pathExtensions: ["aifc", "aiff", "aif"], signatures: [Signature("FORM", "AIFC", .big)],
    frameByteLimit: 65_535,
    writer: Writer(
      dataFormats: [.i8] + integers(.big) + floats(.big) + [.ui8]
        + codecs { !$0.aiffTypes.isEmpty },
      padsAudio: true, header: AIFFWriter.headerBytes))

  private static let aiffRow = Row(
    family: .aiff, fileType: "AIFF", name: "AIFF", nameWithArticle: "an AIFF file",
    pathExtensions: ["aiff", "aif"], signatures: [Signature("FORM", "AIFF", .big)],
    frameByteLimit: 65_535,
    writer: Writer(
      dataFormats: [.i8] + integers(.big), padsAudio: true, header: AIFFWriter.headerBytes))

  private static let cafRow = Row(
    family: .caf, fileType: "caff", name: "CAF", nameWithArticle: "a CAF file",
    pathExtensions: ["caf"], signatures: [Signature("caff", nil, .big)], hasPacketTable: true,
    writer: Writer(
      dataFormats: sortedCodecs { $0 < LinearPCM.formatID.rawValue } + [.i8] + integers(.big)
        + floats(.big) + integers(.little) + floats(.little)
        + sortedCodecs { $0 > LinearPCM.formatID.rawValue },
      header: CAFWriter.headerBytes))

  private static let bw64Row = waveVariant(
    "BW64", nameWithArticle: "a BW64 file", [Signature("BW64", "WAVE", .little)])

  // Source of the file types: AudioFile.h, which has no type for QuickTime.

  private static let m4aRow = mpeg4Variant("m4af", ["m4a", "m4r", "m4p"])
  private static let m4bRow = mpeg4Variant("m4bf", ["m4b"])
  private static let mp4Row = mpeg4Variant("mp4f", ["mp4", "m4a", "m4r", "m4b", "m4v"])
  private static let quickTimeRow = mpeg4Variant(
    "????", name: "QuickTime", nameWithArticle: "a QuickTime file", ["mov", "qt"])
  private static let threeGPPRow = mpeg4Variant("3gpp", ["3gp", "3ga", "3gpp"])
  private static let threeGPP2Row = mpeg4Variant("3gp2", ["3g2"])

  private static func mpeg4Variant(
    _ fileType: FourCharCode, name: String = "MPEG-4", nameWithArticle: String = "an MPEG-4 file",
    _ pathExtensions: [String]
  ) -> Row {
    Row(
      family: .mpeg4, fileType: fileType, name: name, nameWithArticle: nameWithArticle,
      pathExtensions: pathExtensions, signatures: [], hasPacketTable: true)
  }

  private static let adtsRow = Row(
    family: .adts, fileType: "adts", name: "ADTS", nameWithArticle: "an ADTS file",
    pathExtensions: ["aac", "adts"], signatures: [])

  private static let mp3Row = Row(
    family: .mp3, fileType: "MPG3", name: "MP3", nameWithArticle: "an MP3 file",
    pathExtensions: ["mp3", "mpga"], signatures: [])

  private static let flacRow = Row(
    family: .flac, fileType: "flac", name: "FLAC", nameWithArticle: "a FLAC file",
    pathExtensions: ["flac"], signatures: [Signature("fLaC", nil, .big)])

  private static let rf64Row = waveVariant(
    "RF64", nameWithArticle: "an RF64 file", [Signature("RF64", "WAVE", .little)])

  private static let waveRow = waveVariant(
    "WAVE", nameWithArticle: "a WAVE file",
    [Signature("RIFF", "WAVE", .little), Signature("RIFX", "WAVE", .big)])

  private static func waveVariant(
    _ fileType: FourCharCode, nameWithArticle: String, _ signatures: [Signature]
  ) -> Row {
    Row(
      family: .wave, fileType: fileType, name: "WAVE", nameWithArticle: nameWithArticle,
      pathExtensions: ["wav"], rarePathExtensions: ["wave", "bwf", "rf64"],
      signatures: signatures, frameByteLimit: 65_535, hasWholeRates: true,
      writer: Writer(
        dataFormats: [.ui8] + integers(.little) + floats(.little) + codecs { $0.waveTag != nil },
        header: WAVEWriter.headerBytes))
  }

  /// The containers that a new file's extension can choose. If several share an extension, the first of them is chosen.
  package static let chosenByExtension: [Container] = [.caf, .aiff, .aifc, .wave]

  /// Reads a file's structure. The container begins at `start`.
  func read(
    _ source: some ByteSource, order: ByteOrder, from start: Int
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
}

extension Container {
  /// Containers that share a reader. The raw value is their common name. Messages list them in this order.
  package enum Family: String, CaseIterable, Sendable {
    case caf = "CAF"
    case aiff = "AIFF"
    case wave = "WAVE"
    case mpeg4 = "MPEG-4"
    case adts = "ADTS"
    case mp3 = "MP3"
    case flac = "FLAC"
  }

  /// Two codes at a file's beginning: the first four bytes, and the four bytes after the size. If `form` is
  /// nil, the second code can be anything.
  struct Signature: Sendable {
    let outer: FourCharCode
    let form: FourCharCode?
    let order: ByteOrder

    init(_ outer: FourCharCode, _ form: FourCharCode?, _ order: ByteOrder) {
      self.outer = outer
      self.form = form
      self.order = order
    }

    func matches(_ outer: FourCharCode?, _ form: FourCharCode?) -> Bool {
      outer == self.outer && (self.form == nil || form == self.form)
    }
  }

  /// How a container is written.
  struct Writer: Sendable {
    /// The data formats that the container holds, in Apple's order.
    let dataFormats: [DataFormat]
    /// Whether a pad byte follows an odd number of bytes of audio.
    ///
    /// CAF's chunks have no pad bytes. WAVE's should, but Apple's tool writes none: seven odd-sized
    /// µ-law files end with their last sample.
    var padsAudio = false
    /// Returns everything before the first packet.
    let header: @Sendable (SoundHeader) throws(SoundFileError) -> [UInt8]
  }

  private struct Row: Sendable {
    var family: Family
    var fileType: FourCharCode
    var name: String
    var nameWithArticle: String
    var pathExtensions: [String]
    var rarePathExtensions: [String] = []
    var signatures: [Signature]
    var frameByteLimit = Int.max
    var hasWholeRates = false
    var hasPacketTable = false
    var writer: Writer?
  }

  package var family: Family { row.family }
  /// The four-character code that Core Audio and `afconvert -f` use.
  public var fileType: FourCharCode { row.fileType }
  /// The name that `afconvert -hf` prints for the container.
  public var name: String { row.name }
  /// The name of a file of this type with its article, for use in a sentence.
  package var nameWithArticle: String { row.nameWithArticle }
  /// The extensions of files of this type; new files get the first extension.
  public var pathExtensions: [String] { row.pathExtensions }
  /// Further extensions that some programs give files of this type.
  package var rarePathExtensions: [String] { row.rarePathExtensions }
  /// What files of this type begin with; new files get the first signature. Empty for MPEG-4, ADTS
  /// and MP3, which `MPEG4FileType`, `ADTSReader` and `MP3Reader` recognize.
  var signatures: [Signature] { row.signatures }
  /// The largest frame, in bytes, that the header's fields can express.
  var frameByteLimit: Int { row.frameByteLimit }
  /// Whether the header states the sample rate in whole Hz.
  package var hasWholeRates: Bool { row.hasWholeRates }
  /// Whether a file says which of the decoded frames are sound.
  package var hasPacketTable: Bool { row.hasPacketTable }
  /// How the container is written; nil if this library only reads it.
  var writer: Writer? { row.writer }

  /// The data formats that this library writes into the container, in Apple's order; empty if the library
  /// only reads the container.
  ///
  /// Source: the table that Apple's `afconvert -hf` prints, without the codecs this library lacks.
  public var dataFormats: [DataFormat] { writer?.dataFormats ?? [] }

  public func holds(_ dataFormat: DataFormat) -> Bool {
    dataFormats.contains(dataFormat)
  }
}

extension Container {
  /// The containers that this library writes.
  public static let writable = allCases.filter { $0.writer != nil }

  /// Returns a list of the containers that this library reads: `CAF, AIFF, WAVE, MPEG-4, ADTS, MP3 and FLAC`.
  package static func readNames(_ conjunction: String) -> String {
    listed(Family.allCases.map { $0.rawValue }, conjunction)
  }

  /// The extensions that choose a new file's container, the shortest first:
  /// `.caf, .wav, .aiff or .aifc`.
  package static let newFileExtensions = listed(
    chosenByExtension.map { "." + $0.pathExtensions[0] }.sorted { $0.count < $1.count }, "or")

  /// The containers to export a sound in, as menus name them: `WAV, AIFF or CAF`.
  package static let exportNames = listed(
    chosenByExtension.reversed().filter { $0.name == $0.family.rawValue }
      .map { $0.pathExtensions[0].uppercased() }, "or")

  @inline(never) private static func integers(_ order: ByteOrder) -> [DataFormat] {
    [.int16, .int24, .int32].map { .linearPCM(PCMEncoding($0, order)) }
  }

  @inline(never) private static func floats(_ order: ByteOrder) -> [DataFormat] {
    [.float32, .float64].map { .linearPCM(PCMEncoding($0, order)) }
  }

  /// Returns the codecs that a container holds and this library encodes. Codecs whose packets hold
  /// several frames come last.
  private static func codecs(_ isHeld: (Codec) -> Bool) -> [DataFormat] {
    let held = Codec.allCases.filter { $0.isEncoded && isHeld($0) }
    return (held.filter { !$0.isPadded } + held.filter { $0.isPadded }).map { .compressed($0) }
  }

  /// Returns the encoded codecs whose four-character codes are in a range, in the codes' order.
  private static func sortedCodecs(_ isInRange: (UInt32) -> Bool) -> [DataFormat] {
    Codec.allCases.filter { $0.isEncoded && isInRange($0.formatID.rawValue) }
      .sorted { $0.formatID.rawValue < $1.formatID.rawValue }.map { .compressed($0) }
  }
}

extension SoundFile {
  /// The extensions of sound files, in lowercase, without the extensions of films. Includes the containers that this
  /// library writes and the formats that `AlertSound` imports.
  public static let pathExtensions: Set<String> = Set(
    Container.writable.flatMap { $0.pathExtensions + $0.rarePathExtensions } + [
      "3ga", "3gp", "aac", "ac3", "adts", "aifs", "amr", "ape", "au", "awb", "ec3", "flac", "gsm",
      "m4a", "m4b", "m4r", "mka", "mp1", "mp2", "mp3", "mpga", "oga", "ogg", "opus", "ra", "snd",
      "w64", "weba", "wma", "wv",
    ])
}

extension DataFormat {
  fileprivate static let i8 = DataFormat.linearPCM(PCMEncoding(.int8))
  fileprivate static let ui8 = DataFormat.linearPCM(PCMEncoding(.uint8))
}
