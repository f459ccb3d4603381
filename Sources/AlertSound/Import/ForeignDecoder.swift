internal import Platform
internal import SoundFormat

/// A library or a program that decodes sounds in formats that this library doesn't read itself.
protocol ForeignDecoder: Sendable {
  /// Its name in messages.
  var name: String { get }

  /// Its name and version: `ffmpeg 7.1`; nil if it isn't installed.
  var identity: String? { get }

  /// What to do if it isn't installed; nil if there is nothing.
  var installationAdvice: String? { get }

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
    var all: [any ForeignDecoder] = [
      SndFileDecoder(), FFmpegDecoder(ExternalProgram(named: "ffmpeg")),
    ]
    if let program = ExternalProgram.appleConverter { all.insert(AppleConverter(program), at: 0) }
    return ForeignDecoders(all: all)
  }()

  /// Those that a policy allows to be asked.
  func chosen(by policy: InputPolicy) -> ForeignDecoders {
    guard let name = policy.importDecoder?.rawValue else { return self }
    return ForeignDecoders(all: all.filter { $0.name == name })
  }

  /// Opens a sound with the first decoder that can. Those that are known to decode such files come first.
  ///
  /// - Throws: `SoundFileError`: why the first of these didn't, unless it isn't installed and another is.
  func open(
    _ source: any ByteSource, in range: Range<Int>, as kind: ForeignKind, by policy: InputPolicy
  ) throws(SoundFileError) -> ForeignSound {
    var failure: SoundFileError?
    // A sound whose file this library reads is only for those that know its codec.
    let others =
      if case .file = kind { all.filter { !$0.decodes(kind) } } else { [any ForeignDecoder]() }
    for decoder in all.filter({ $0.decodes(kind) }) + others {
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

  /// How to install the first that is known to decode such files, or else the first of all.
  func installationAdvice(for kind: ForeignKind) -> String? {
    (all.first { $0.decodes(kind) } ?? all.first)?.installationAdvice
  }
}
