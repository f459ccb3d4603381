/// A line of text about a sound: an artist, a comment, the source's bit depth.
public struct InformationEntry: Hashable, Sendable {
  /// The text's subject, in CAF's spelling; `Field` lists the known keys.
  public var key: String
  public var value: String

  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  public init(_ field: Field, _ value: String) {
    self.init(key: field.rawValue, value: value)
  }

  /// The key as one of the known fields, or nil for any other key.
  public var field: Field? { Field(rawValue: key) }
}

extension InformationEntry {
  /// The keys whose meaning is known.
  ///
  /// Source: CAF specification, "Information Chunk", and the `kAFInfoDictionary_…` keys of
  /// AudioFile.h, which share their spelling.
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

    /// Whether the text describes one particular file and would be wrong in another file of the
    /// same sound.
    public var describesFile: Bool {
      switch self {
      case .encodingApplication, .sourceEncoder, .nominalBitRate, .channelLayout,
        .approximateDuration, .sourceBitDepth, .encoder:
        true
      case .title, .artist, .album, .composer, .lyricist, .genre, .year, .comments, .copyright,
        .tempo, .trackNumber, .keySignature, .timeSignature, .recordedDate:
        false
      }
    }
  }
}
