/// Why bytes can't be read as a sound, or why a sound can't be written as requested.
///
/// Match on `code`; show `description`. Two errors with the same code are equal.
///
/// This type is a class, so that functions throw only a reference and stay small.
public final class SoundFileError: Error, Sendable {
  public enum Code: Hashable, Sendable {
    /// There are no bytes at all.
    case empty
    /// The bytes are in no container that this library reads.
    case unrecognized
    /// The bytes end before required data.
    case truncated
    /// A field contradicts the format's specification or another field.
    case malformed
    /// The format is valid, but this library doesn't decode it, or the container can't hold it.
    case unsupported
    /// The sound is longer than the container's fields can express.
    case tooLong
    /// The input is larger or longer than the caller allows.
    case limitExceeded
    /// The file could not be read.
    case inputOutput
    /// A required library is not installed.
    case libraryMissing
  }

  /// The category of the failure. Match on the code, not on the text.
  public let code: Code
  public let reason: String
  /// The position in the file, in bytes from its start; nil if a position wouldn't help.
  public let offset: Int?
  /// The file's actual format, if `code` is `unrecognized` and the format is known; otherwise nil.
  package let foreignFormat: ForeignFormat?

  package init(
    _ code: Code, _ reason: String, at offset: Int? = nil, foreignFormat: ForeignFormat? = nil
  ) {
    self.code = code
    self.reason = reason
    self.offset = offset
    self.foreignFormat = foreignFormat
  }

  static func truncated(_ reason: String, at offset: Int) -> SoundFileError {
    SoundFileError(.truncated, reason, at: offset)
  }

  static func malformed(_ reason: String, at offset: Int? = nil) -> SoundFileError {
    SoundFileError(.malformed, reason, at: offset)
  }

  static func unsupported(_ reason: String, at offset: Int? = nil) -> SoundFileError {
    SoundFileError(.unsupported, reason, at: offset)
  }
}

extension SoundFileError: Equatable {
  /// Whether the codes are the same.
  public static func == (lhs: SoundFileError, rhs: SoundFileError) -> Bool {
    lhs.code == rhs.code
  }
}

extension SoundFileError: CustomStringConvertible {
  /// The reason, and the offset if there is one.
  public var description: String {
    if let offset { "\(reason) (at byte \(offset))" } else { reason }
  }
}

/// A deviation from a container's specification that the reader tolerated.
public struct Note: Hashable, Sendable {
  public let message: String
  /// The position in the file, in bytes from its start; nil if the note isn't about one position.
  public let offset: Int?

  package init(_ message: String, at offset: Int? = nil) {
    self.message = message
    self.offset = offset
  }
}

extension Note {
  /// Returns a note that another file, joined to the file that is read, begins at `offset`.
  package static func joinedFile(at offset: Int) -> Note {
    Note("another file follows, and its sound is ignored", at: offset)
  }
}

extension [Note] {
  mutating func append(_ message: String, at offset: Int? = nil) {
    append(Note(message, at: offset))
  }
}

extension Note: CustomStringConvertible {
  /// The message, and the offset if there is one.
  public var description: String {
    if let offset { "\(message) (at byte \(offset))" } else { message }
  }
}

/// A file format other than CAF, AIFF and WAVE.
package enum ForeignFormat: Equatable, Sendable {
  /// MPEG audio: an `mp3` file begins with a tag, an `mpegAudio` file with a frame.
  case mp3, mpegAudio
  /// AAC in ADTS frames.
  case aac
  case flac, ogg
  /// AU, the format of Sun and NeXT.
  case sunAudio
  case wave64, amr, dolbyDigital, matroska, windowsMedia
  /// A RIFF file other than WAVE, or an IFF file other than AIFF and AIFF-C.
  case otherRIFF, otherIFF
  /// An MPEG-4 file, which this module can read. `codec` is Core Audio's code for the sound's codec.
  case mpeg4(codec: FourCharCode)
  /// Files that aren't sounds.
  case zipArchive, webPage, gitLFSPointer
  /// A sound or a film in a format without a case of its own. The string is the format's name, as in ``name``.
  case other(String)

  /// The format's name, with an article if it takes one: `an Ogg file`.
  package var name: String {
    switch self {
    case .mp3: "MP3 audio"
    case .mpegAudio: "MPEG audio"
    case .aac: "AAC audio"
    case .flac: "FLAC audio"
    case .ogg: "an Ogg file"
    case .sunAudio: "Sun audio"
    case .wave64: "a Wave64 file"
    case .amr: "AMR audio"
    case .dolbyDigital: "Dolby Digital audio"
    case .matroska: "a Matroska or WebM file"
    case .windowsMedia: "a Windows Media file"
    case .otherRIFF: "another kind of RIFF file"
    case .otherIFF: "another kind of IFF file"
    case .mpeg4(let codec):
      "an MPEG-4 file (m4a, mp4, mov) with " + (codec.commonName ?? "'\(codec)'")
    case .zipArchive: "a zip archive"
    case .webPage: "a web page"
    case .gitLFSPointer: "a Git LFS pointer"
    case .other(let name): name
    }
  }

  /// Whether files in this format hold a sound.
  package var isSound: Bool {
    switch self {
    case .zipArchive, .webPage, .gitLFSPointer: false
    default: true
    }
  }
}
