internal import Platform
internal import SoundFormat
internal import SystemPackage

/// Apple's `afconvert`, run as a process: it decodes what a Mac plays, so that nothing must be installed.
///
/// It gets a copy of the sound under a name of ours, and writes 32-bit floats into a CAF that this library
/// reads. These hold 24 bits without loss. Its command line is Apple's documented one; which formats it
/// reads depends on the version of macOS.
struct AppleConverter: ForeignDecoder {
  /// What a run may take before it is stopped.
  struct Limits: Sendable {
    /// In seconds.
    var duration: Double
    /// The size of what it writes, in bytes.
    var byteCount: Int

    /// An hour and a half of stereo, and longer than decoding it takes.
    static let standard = Limits(duration: 600, byteCount: 1 << 31)
  }

  private let program: ExternalProgram
  private let limits: Limits

  init(_ program: ExternalProgram, limits: Limits = .standard) {
    self.program = program
    self.limits = limits
  }

  var name: String { program.path.string }

  /// Seen on current versions of macOS. Ogg, Matroska and Windows Media aren't Core Audio's.
  func reads(_ kind: ForeignKind) -> Bool {
    switch kind {
    case .file(let format):
      switch format {
      case .mp3, .mpegAudio, .aac, .flac, .sunAudio, .wave64, .amr, .dolbyDigital: true
      case .mpeg4(codec: "drms"): false
      case .mpeg4: true
      default: false
      }
    case .codec(let code): code.isImportedFromOwnContainers || code.isAppleCodec
    }
  }

  func open(
    _ source: any ByteSource, in range: Range<Int>, as kind: ForeignKind, by policy: InputPolicy
  ) throws(SoundFileError) -> ForeignSound {
    let extent = try StatedExtent(of: source, in: range, by: policy)
    let decoded = try decode(source, range, kind)
    let sound: SoundFile
    do throws(SoundFileError) {
      sound = try SoundFile(parsing: decoded)
    } catch {
      throw SoundFileError(
        .malformed, "what \(name) decoded from it can't be read: \(error.reason)")
    }
    guard sound.format.dataFormat == .linearPCM(PCMEncoding(.float32, .little)) else {
      throw SoundFileError(.malformed, "\(name) decoded it to another format than was asked for")
    }
    try policy.check(sound)
    let truncation =
      extent.missing.truncation ?? extent.shortfall(decodedFrameCount: sound.frameCount)
    if let truncation, !policy.acceptsTruncatedFiles {
      throw SoundFileError(.truncated, truncation)
    }
    return ForeignSound(
      structure: DecodedFile(
        sound, in: decoded,
        described: ImportedSound(decodedTo: sound, from: kind, at: range, extent)),
      truncation: truncation)
  }

  /// Runs the program on a copy of the sound.
  ///
  /// - Returns: The file it has written, which has lost its name by then.
  private func decode(
    _ source: any ByteSource, _ range: Range<Int>, _ kind: ForeignKind
  ) throws(SoundFileError) -> InputFile {
    do {
      let folder = try PrivateFolder()
      let input = try folder.write(range, of: source, to: "input" + kind.pathExtension)
      let output = folder.path.appending("decoded.caf")
      let start = ContinuousClock.now
      var stop: String?
      let ending = try program.run(
        ["-f", "caff", "-d", "LEF32"].map { Array($0.utf8) } + [input.bytes, output.bytes]
      ) {
        if Signals.caught != 0 || Task.isCancelled {
          stop = "was stopped"
        } else if start.duration(to: .now) > .seconds(limits.duration) {
          stop = "took longer than \(secondsText(limits.duration))"
        } else if let size = try? output.stat().size, size > limits.byteCount {
          stop = "decoded more than \(limits.byteCount) bytes from it"
        }
        return stop != nil
      }
      if let stop { throw SoundFileError(.limitExceeded, "\(name) \(stop)") }
      guard ending.isSuccess else { throw refusal(ending.messages) }
      return try InputFile(path: output, byteLimit: limits.byteCount)
    } catch {
      throw asSoundFileError(error)
    }
  }

  /// What the program's message means. It opens the file before it creates another.
  private func refusal(_ messages: String) -> SoundFileError {
    let line = messages.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let isUnknown = line.contains("open input file") || line.contains("ExtAudioFileOpen")
    return SoundFileError(
      isUnknown ? .unsupported : .malformed,
      "\(name) can't read it" + (line.isEmpty ? "" : ": \(line)"))
  }

  private func asSoundFileError(_ error: any Error) -> SoundFileError {
    switch error {
    case let error as SoundFileError: error
    case let error as SoundError: SoundFileError(.inputOutput, error.sentence)
    case Errno.noSuchFileOrDirectory, Errno.permissionDenied:
      SoundFileError(.libraryMissing, "there is no \(name)")
    default: SoundFileError(.inputOutput, "\(name) can't be started: \(error)")
    }
  }
}

extension ForeignKind {
  /// The extension that Core Audio expects; a wrong one makes it refuse a file (seen).
  fileprivate var pathExtension: String {
    switch self {
    case .codec: ""
    case .file(let format):
      switch format {
      case .mp3, .mpegAudio: ".mp3"
      case .aac: ".aac"
      case .flac, .deepFLAC: ".flac"
      case .sunAudio: ".au"
      case .wave64: ".w64"
      case .amr: ".amr"
      case .dolbyDigital: ".ac3"
      case .mpeg4: ".m4a"
      default: ""
      }
    }
  }
}
