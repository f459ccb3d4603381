/// Texts that no player needs.
///
/// CAF stores texts with any key, in `info`. WAVE, RF64 and BW64 store the texts that have a code, in `LIST INFO`. AIFF
/// and AIFC store only title, artist, copyright and comments, in `NAME`, `AUTH`, `(c) ` and `ANNO`.
///
/// Sources: CAF specification, "Information Chunk"; AIFF 1.3, "Text Chunks"; Microsoft's Multimedia Programming
/// Interface of 1991, "INFO List Chunk".
public struct SoundMetadata: Hashable, Sendable {
  /// Texts, in file order. A key may occur more than once.
  public var texts: [InformationEntry]

  /// The limit on the texts that are read from a file, in bytes. A hostile file may have any number of long texts, and
  /// an output would hold them all.
  package static let byteLimit = 4 << 20
  /// The limit on the number of texts that are read from a file: tiny texts take more memory than their bytes. Real
  /// files have a few dozen texts.
  static let countLimit = 10_000

  public init() { self.init(texts: []) }

  package init(texts: [InformationEntry]) { self.texts = texts }

  package var isEmpty: Bool { texts.isEmpty }

  /// The first text of a field; nil if no text has this field.
  public subscript(field: InformationEntry.Field) -> String? {
    texts.first { $0.key == field.rawValue }?.value
  }
}

/// A line of text about a sound: an artist, a comment, the source's bit depth.
public struct InformationEntry: Hashable, Sendable {
  /// The text's subject, as CAF spells it; `Field` lists the known keys.
  public var key: String
  public var value: String

  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  public init(_ field: Field, _ value: String) {
    self.init(key: field.rawValue, value: value)
  }

  /// The field that the key names; nil for an unknown key.
  package var field: Field? { Field(rawValue: key) }
}

extension InformationEntry {
  /// The keys whose meaning is known.
  ///
  /// Sources: CAF specification, "Information Chunk"; AudioFile.h, whose `kAFInfoDictionary_…` keys have the same
  /// spelling.
  public enum Field: String, Hashable, Sendable, CaseIterable {
    case title, artist, album, composer, lyricist, genre, year, comments, copyright, tempo
    case trackNumber = "track number"
    case keySignature = "key signature"
    case timeSignature = "time signature"
    case recordedDate = "recorded date"
    case encodingApplication = "encoding application"
    case sourceEncoder = "source encoder"
    case nominalBitRate = "nominal bit rate"
    case channelLayout = "channel layout"
    case approximateDuration = "approximate duration in seconds"
    case sourceBitDepth = "source bit depth"
    /// FFmpeg's name for `encodingApplication`.
    case encoder

    /// Whether the text describes only this file, and would be wrong in another file of the same sound.
    var describesFile: Bool {
      [
        .encodingApplication, .sourceEncoder, .nominalBitRate, .channelLayout, .approximateDuration,
        .sourceBitDepth, .encoder,
      ].contains(self)
    }
  }
}

extension SoundMetadata {
  /// The metadata without the texts that describe only this file, such as the name of the program that wrote the file.
  /// The texts that are left also suit another file of the same sound.
  package var withoutFileDetails: SoundMetadata {
    var kept = self
    kept.texts.removeAll { $0.field?.describesFile == true }
    return kept
  }
}
