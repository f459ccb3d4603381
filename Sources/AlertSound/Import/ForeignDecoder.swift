internal import Platform
internal import SoundFormat

/// A library or a program that decodes sounds in formats that this library doesn't read itself.
protocol ForeignDecoder: Sendable {
  /// Its name in messages.
  var name: String { get }

  /// Opens a sound.
  ///
  /// - Parameters:
  ///   - source: The bytes that the sound is in.
  ///   - range: The part of them that is the sound's file.
  ///   - kind: What the file seems to be.
  ///   - policy: Whether truncated files are accepted, and how long a sound may be.
  /// - Throws: `SoundFileError` with the code `libraryMissing` if the decoder isn't installed, `unsupported`
  ///   if it doesn't read the format, `truncated` if the file states that it is longer, `limitExceeded` if
  ///   the sound is too long, and another code if the file is damaged.
  func open(
    _ source: any ByteSource, in range: Range<Int>, as kind: ForeignKind, by policy: InputPolicy
  ) throws(SoundFileError) -> ForeignSound

  /// Whether it usually reads such files.
  func reads(_ kind: ForeignKind) -> Bool
}

/// What a file that this library doesn't decode seems to be.
enum ForeignKind {
  /// A file in another format, if its first bytes tell which.
  case file(ForeignFormat?)
  /// A CAF, AIFF or WAVE file with a codec that this library doesn't decode.
  case codec(FourCharCode)
}

/// A sound opened by a decoder.
struct ForeignSound {
  let structure: any SoundStructure
  /// What is missing from a truncated file, in words.
  let truncation: String?
}

/// The decoders of a machine, in the order in which they are asked.
struct ForeignDecoders: Sendable {
  let all: [any ForeignDecoder]

  /// Those of this machine. A Mac reads foreign formats without installing anything.
  static let system: ForeignDecoders = {
    var all: [any ForeignDecoder] = [SndFileDecoder()]
    if let program = ExternalProgram.appleConverter { all.insert(AppleConverter(program), at: 0) }
    return ForeignDecoders(all: all)
  }()

  /// Opens a sound with the first decoder that reads it.
  ///
  /// - Throws: `SoundFileError`: why the first decoder that was there didn't read it.
  func open(
    _ source: any ByteSource, in range: Range<Int>, as kind: ForeignKind, by policy: InputPolicy
  ) throws(SoundFileError) -> ForeignSound {
    var failure: SoundFileError?
    for decoder in all {
      do throws(SoundFileError) {
        return try decoder.open(source, in: range, as: kind, by: policy)
      } catch {
        guard [.libraryMissing, .unsupported].contains(error.code) else { throw error }
        if failure == nil || failure?.code == .libraryMissing { failure = error }
      }
    }
    throw failure ?? SoundFileError(.unsupported, "nothing here decodes it")
  }

  /// Whether one of them usually reads such files.
  func read(_ kind: ForeignKind) -> Bool { all.contains { $0.reads(kind) } }

  /// Their names in messages.
  var names: String { all.map(\.name).joined(separator: " or ") }
}
