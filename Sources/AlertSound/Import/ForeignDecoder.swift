internal import Platform
internal import SoundFormat

/// A library or a program that decodes sounds in formats that this library doesn't read itself.
protocol ForeignDecoder: Sendable {
  /// Its name in messages.
  var name: String { get }

  /// Whether it is known to decode such files, if they aren't damaged.
  func decodes(_ kind: ForeignKind) -> Bool

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

  /// Opens a sound with the first decoder that can. Those that are known to decode such files come first.
  ///
  /// - Throws: `SoundFileError`: why the first of these didn't, unless it isn't installed and another is.
  func open(
    _ source: any ByteSource, in range: Range<Int>, as kind: ForeignKind, by policy: InputPolicy
  ) throws(SoundFileError) -> ForeignSound {
    var failure: SoundFileError?
    for decoder in all.filter({ $0.decodes(kind) }) + all.filter({ !$0.decodes(kind) }) {
      do throws(SoundFileError) {
        return try decoder.open(source, in: range, as: kind, by: policy)
      } catch {
        // Another decoder wouldn't find more bytes, or a shorter sound.
        guard error.code != .truncated, error.code != .limitExceeded else { throw error }
        let isFirstPresent = failure?.code == .libraryMissing && decoder.decodes(kind)
        if failure == nil || isFirstPresent { failure = error }
      }
    }
    throw failure ?? SoundFileError(.unsupported, "nothing here decodes it")
  }

  /// Whether one of them is known to decode such files.
  func decode(_ kind: ForeignKind) -> Bool { all.contains { $0.decodes(kind) } }

  /// The names of those that are known to decode such files, or of all if none is.
  func names(for kind: ForeignKind) -> String {
    let decoders = all.filter { $0.decodes(kind) }
    return (decoders.isEmpty ? all : decoders).map(\.name).joined(separator: " or ")
  }
}
