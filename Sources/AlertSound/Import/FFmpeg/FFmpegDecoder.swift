internal import Platform
internal import SoundFormat
internal import SystemPackage

/// `ffmpeg`, run as a process: it decodes AAC, and what neither this library nor libsndfile reads.
///
/// It sees no name, file or network of the user's: it reads a copy of the sound from a file without a name, and
/// writes to a pipe, whose other end is copied into another such file. Of AAC and of MPEG-4 files, it gets the packets
/// only. Its output is cut to what the file says, because FFmpeg keeps an encoder's padding. Samples are 32-bit floats,
/// or those of a lossless file whose header states them.
struct FFmpegDecoder: ForeignDecoder {
  private let program: ExternalProgram?
  private let limits: ExternalLimits
  /// What the program has told about itself.
  private let knownIdentity = Locked<String??>(nil)

  init(_ program: ExternalProgram?, limits: ExternalLimits = .standard) {
    self.program = program
    self.limits = limits
  }

  var name: String { "ffmpeg" }
  var installationAdvice: String? { ExternalProgram.ffmpegInstallationAdvice }

  var identity: String? {
    knownIdentity.withLock { known in
      let identity = known ?? program.flatMap { FFmpegRun($0, limits).identity() }
      known = identity
      return identity
    }
  }

  func decodes(_ kind: ForeignKind) -> Bool {
    switch kind {
    case .file(let format): format?.isReadByFFmpeg ?? false
    case .sound(_, let codec): codec.formatID.isDecodedByFFmpeg
    }
  }

  func open(
    _ source: any ByteSource, in range: Range<Int>, as kind: ForeignKind, by policy: InputPolicy
  ) throws(SoundFileError) -> ForeignSound {
    guard let program else {
      throw SoundFileError(.libraryMissing, "ffmpeg, which decodes this, isn't installed")
    }
    guard decodes(kind) else { throw SoundFileError(.unsupported, "ffmpeg isn't given such files") }
    let run = FFmpegRun(program, limits)
    guard case .sound(let stated, _) = kind else {
      return try open(source, in: range, as: kind, run, policy)
    }
    try policy.check(stated)
    let decoded =
      if let excerpt = try MPEG4Excerpt(of: stated, in: source) {
        try run.decode(
          excerpt.packets.ranges, of: source, after: excerpt.header, as: .container(.mpeg4),
          stated: stated, policy)
      } else {
        try run.decode(
          stated.partsInOrder ?? [range], of: source, as: .container(stated.container.family),
          stated: stated, policy)
      }
    var sound = try Self.sound(in: decoded.file, .float32)
    let factor = sound.format.sampleRate / stated.format.sampleRate
    guard [0.5, 1, 2].contains(factor) else {
      throw SoundFileError(.malformed, "ffmpeg decoded it to another rate than the file states")
    }
    let truncation = sound.cut(to: stated) ?? stated.truncation ?? decoded.truncation
    try check(sound, truncation, by: policy)
    let description = ImportedSound(
      decodedTo: sound, from: kind, at: range, texts: stated.metadata.texts)
    return ForeignSound(
      structure: DecodedStructure(sound, in: decoded.file, described: description, by: self),
      truncation: truncation)
  }

  /// Opens a file of another format. What its headers state is checked as for other decoders.
  private func open(
    _ source: any ByteSource, in range: Range<Int>, as kind: ForeignKind, _ run: FFmpegRun,
    _ policy: InputPolicy
  ) throws(SoundFileError) -> ForeignSound {
    let extent = try StatedExtent(of: source, in: range, by: policy)
    if let header = extent.beginning?.header, let frameCount = extent.indexedFrameCount {
      try policy.check(frameCount: frameCount, sampleRate: header.sampleRate)
    }
    let sampleType = kind.sampleType(extent) ?? .float32
    let decoded = try run.decode([range], of: source, as: .any, to: sampleType, policy)
    let sound = try Self.sound(in: decoded.file, sampleType)
    let truncation =
      extent.missing.truncation ?? extent.shortfall(decodedFrameCount: sound.frameCount)
      ?? decoded.truncation
    try check(sound, truncation, by: policy)
    return ForeignSound(
      structure: DecodedStructure(
        sound, in: decoded.file,
        described: ImportedSound(decodedTo: sound, from: kind, at: range, extent), by: self),
      truncation: truncation)
  }

  /// Parses what was decoded.
  private static func sound(
    in file: InputFile, _ sampleType: PCMEncoding.SampleType
  ) throws(SoundFileError) -> SoundFile {
    let sound: SoundFile
    do throws(SoundFileError) {
      sound = try SoundFile(parsing: file)
    } catch {
      throw SoundFileError(
        .malformed, "what ffmpeg decoded from it can't be read: \(error.reason)")
    }
    guard sound.format.dataFormat == .linearPCM(PCMEncoding(sampleType, .little)) else {
      throw SoundFileError(.malformed, "ffmpeg decoded it to another format than was asked for")
    }
    return sound
  }

  private func check(
    _ sound: SoundFile, _ truncation: String?, by policy: InputPolicy
  ) throws(SoundFileError) {
    try policy.check(sound)
    if let truncation, !policy.acceptsTruncatedFiles {
      throw SoundFileError(.truncated, truncation)
    }
    guard sound.frameCount > 0 else {
      throw SoundFileError(.malformed, "ffmpeg decoded nothing from it")
    }
  }
}

extension SoundFile {
  /// The parts of the file that a decoder needs, the audio last, since a pipe can only be read in order; nil for the
  /// whole file.
  fileprivate var partsInOrder: [Range<Int>]? {
    switch container.family {
    case .adts: return [audioBytes]
    case .caf:
      let identifiers: [FourCharCode] = ["desc", "kuki", "chan", "pakt", "data"]
      let (fileHeaderByteCount, chunkHeaderByteCount) = (8, 12)
      return [0..<fileHeaderByteCount]
        + identifiers.compactMap { identifier in
          chunks.first { $0.identifier == identifier }.map {
            $0.bodyOffset - chunkHeaderByteCount..<$0.bodyOffset + $0.byteCount
          }
        }
    case .aiff, .wave, .mpeg4: return nil
    }
  }

  /// Cuts frames that were decoded from another sound's packets to what that sound's file says, if it says that.
  ///
  /// - Returns: What is missing, in words.
  fileprivate mutating func cut(to stated: SoundFile) -> String? {
    guard stated.format.framesPerPacket > 0, stated.packetCount > 0 else { return nil }
    // Spectral band replication that isn't stated doubles the rate.
    let factor = format.sampleRate / stated.format.sampleRate
    func scaled(_ frameCount: Int) -> Int {
      Int(clamping: Int64(min(Double(frameCount) * factor, 0x1p53).rounded()))
    }
    let priming = min(scaled(stated.packetTable?.primingFrameCount ?? 0), decodedFrameCount)
    let valid = scaled(stated.frameCount)
    let present = min(valid, decodedFrameCount - priming)
    let total = decodedFrameCount
    packetTable = PacketTable(
      validFrameCount: present, primingFrameCount: priming,
      remainderFrameCount: total - priming - present)
    return present < valid
      ? "the file is truncated or damaged: \(present) of \(counted(valid, "frame")) can be decoded"
      : nil
  }
}
