internal import Platform
internal import SoundFormat
internal import SystemPackage

/// Apple's `afconvert`, run as a process. It decodes the formats that a Mac plays, so a Mac needs no other
/// decoder.
///
/// The program reads a copy of the sound, and writes a CAF file of linear PCM, which this library reads. If the
/// header of a lossless sound states the type of its samples, the CAF file has that type. Otherwise it has 32-bit
/// floats, which hold 24 bits without loss. The command line follows Apple's documentation, but has not been tried
/// with Apple's program.
struct AppleConverter: ForeignDecoder {
  private let program: ExternalProgram
  private let limits: ExternalLimits

  init(_ program: ExternalProgram, limits: ExternalLimits = .standard) {
    self.program = program
    self.limits = limits
  }

  var name: String { program.path.string }
  var installationAdvice: String? { nil }
  /// The program doesn't report its version, but only an update of the system changes the program.
  var identity: String? { "\(name) of \(ThisSystem.release)" }

  func decodes(_ kind: ForeignKind) -> Bool {
    switch kind {
    case .file(let format): format?.isReadByApple ?? false
    case .sound(_, let codec): codec.formatID.isDecodedByApple
    }
  }

  func open(
    _ source: any ByteSource, in range: Range<Int>, as kind: ForeignKind, by policy: InputPolicy
  ) throws(SoundFileError) -> ForeignSound {
    guard decodes(kind) else { throw SoundFileError(.unsupported, "\(name) can't read it") }
    return try open(source, in: range, as: kind, by: policy) { type throws(SoundFileError) in
      DecodedFile(
        file: try decode(source, range, kind, to: PCMEncoding(type, .little), policy))
    }
  }

  /// Runs the program on a copy of the sound. Returns the file that the program wrote, already unlinked.
  private func decode(
    _ source: any ByteSource, _ range: Range<Int>, _ kind: ForeignKind, to encoding: PCMEncoding,
    _ policy: InputPolicy
  ) throws(SoundFileError) -> InputFile {
    try limits.check(range.count, for: name)
    do {
      let folder = try PrivateFolder()
      // Keep the folder to the end of this scope: releasing it removes its files.
      defer { withExtendedLifetime(folder) {} }
      let input = try folder.write(range, of: source, to: "input" + kind.coreAudio.pathExtension)
      let output = folder.path.appending("decoded.caf")
      let start = SuspendingClock.now
      var stop: SoundFileError?
      let ending = try program.run(
        ["-f", "caff", "-d", encoding.appleName].map { Array($0.utf8) }
          + [input.bytes, output.bytes]
      ) {
        stop = limits.interruption(of: name, since: start)
        if stop == nil, let size = try? output.stat().size {
          stop = excess(of: output, byteCount: Int(size), policy)
        }
        return stop != nil
      }
      if let stop { throw stop }
      guard ending.isSuccess else { throw refusal(ending.messages) }
      guard (try? output.stat(followTargetSymlink: false).type) == .regular else {
        throw SoundFileError(.malformed, "\(name) decoded nothing from it")
      }
      return try InputFile(path: output)
    } catch {
      throw SoundFileError(error, decodingWith: name, at: program.path)
    }
  }

  /// The error if the output so far is too large or too long; nil if it is within the limits.
  private func excess(
    of output: FilePath, byteCount: Int, _ policy: InputPolicy
  ) -> SoundFileError? {
    guard byteCount <= limits.byteCount else {
      return SoundFileError(
        .limitExceeded, "\(name) decoded more than \(limits.byteCount) bytes from it")
    }
    // Estimate the length from the file's size, minus 8 KiB for headers. The converter writes the length into the
    // header only when it finishes.
    guard policy.durationLimit != nil, byteCount > 1 << 16,
      let file = try? InputFile(path: output), let format = CAFStart(of: file)
    else { return nil }
    return policy.excess(
      decodedFrameCount: (byteCount - 1 << 13) / format.bytesPerFrame, sampleRate: format.sampleRate
    )
  }

  /// Translates the program's message. A failure to open the input means an unknown format.
  private func refusal(_ messages: String) -> SoundFileError {
    let lines = messages.split(whereSeparator: \.isNewline)
    let line = lines.first { $0.hasPrefix("Error") } ?? lines.last ?? ""
    let isUnknown = line.contains("open input file") || line.contains("ExtAudioFileOpen")
    return SoundFileError(
      isUnknown ? .unsupported : .malformed,
      "\(name) can't read it" + (line.isEmpty ? "" : ": \(line)"))
  }
}

/// The first chunk of a CAF that is still being written. Source: Apple Core Audio Format Specification, "Audio
/// Description Chunk".
private struct CAFStart {
  let sampleRate: Double
  let bytesPerFrame: Int

  init?(of source: some ByteSource) {
    guard let bytes = try? source.bytes(at: 20, count: 24) else { return nil }
    var reader = ByteReader(bytes, order: .big)
    guard let sampleRate = try? reader.readDouble(), sampleRate > 0,
      (try? reader.readBytes(8)) != nil,
      let byteCount = try? reader.read(UInt32.self), (1...1 << 16).contains(byteCount)
    else { return nil }
    self.sampleRate = sampleRate
    bytesPerFrame = Int(byteCount)
  }
}

extension PCMEncoding {
  /// The encoding's name for the option `-d` of Apple's `afconvert`.
  fileprivate var appleName: String {
    switch sampleType {
    case .int16: "LEI16"
    case .int24: "LEI24"
    case .int32: "LEI32"
    default: "LEF32"
    }
  }
}
