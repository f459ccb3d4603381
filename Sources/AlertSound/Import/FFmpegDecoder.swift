internal import Platform
internal import SoundFormat
internal import SystemPackage

/// `ffmpeg`, run as a process. It decodes AAC, and formats that neither this library nor libsndfile reads.
///
/// The program reads a copy of the sound from a file without a name and writes to a pipe, so it needs no access to
/// the user's files or network. For AAC and MPEG-4 files, it gets only the packets. FFmpeg keeps an encoder's
/// padding, so its output is cut to the length that the file states. If the header of a lossless file states the
/// type of its samples, the output has that type. Otherwise it has 32-bit floats.
struct FFmpegDecoder: ForeignDecoder {
  private let program: ExternalProgram?
  private let limits: ExternalLimits
  /// The program's name and version; nil until the program has been asked.
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
      return try open(source, in: range, as: kind, by: policy) { type throws(SoundFileError) in
        try run.decode([range], of: source, as: .any, to: type, policy)
      }
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
    var sound = try parsed(decoded.file, .float32)
    let factor = sound.format.sampleRate / stated.format.sampleRate
    guard [0.5, 1, 2].contains(factor) else {
      throw SoundFileError(.malformed, "ffmpeg decoded it to another rate than the file states")
    }
    let truncation = sound.cut(to: stated) ?? stated.truncation ?? decoded.truncation
    return try opened(
      sound, in: decoded.file,
      ImportedSound(decodedTo: sound, from: kind, at: range, texts: stated.metadata.texts),
      truncation: truncation, by: policy)
  }
}

extension SoundFile {
  /// The ranges of the file that the program needs; nil if it needs the whole file. The audio is last, because the
  /// program reads its input in order.
  fileprivate var partsInOrder: [Range<Int>]? {
    switch container.family {
    case .adts: return audioRuns.ranges
    case .caf:
      let identifiers: [FourCharCode] = ["desc", "kuki", "chan", "pakt", "data"]
      let (fileHeaderByteCount, chunkHeaderByteCount) = (8, 12)
      return [start..<start + fileHeaderByteCount]
        + identifiers.compactMap { identifier in
          chunks.first { $0.identifier == identifier }.map {
            $0.bodyOffset - chunkHeaderByteCount..<$0.bodyOffset + $0.byteCount
          }
        }
    case .aiff, .wave, .mpeg4: return nil
    }
  }

  /// Cuts off the encoder's padding at both ends, by the frame counts that the original file states. Returns which
  /// frames are missing, in words; nil if none are.
  fileprivate mutating func cut(to stated: SoundFile) -> String? {
    guard stated.format.framesPerPacket > 0, stated.packetCount > 0 else { return nil }
    // Scale the stated counts, because spectral band replication may double the rate that the file states.
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
    return present < valid ? StatedExtent.shortfall(present, of: valid) : nil
  }
}

/// Runs `ffmpeg` with a sound on its standard input.
struct FFmpegRun {
  private let program: ExternalProgram
  private let limits: ExternalLimits
  private let name = "ffmpeg"

  init(_ program: ExternalProgram, _ limits: ExternalLimits) {
    self.program = program
    self.limits = limits
  }

  /// The program's options for its input.
  enum InputFormat {
    /// A container that this library also reads.
    case container(Container.Family)
    /// Any sound format.
    case any

    /// The sound and film formats that FFmpeg may recognize. Other formats can open further files or draw text.
    private static let soundFormats =
      "mov,matroska,asf,ogg,flac,mp3,aac,wav,aiff,caf,au,w64,amr,amrnb,amrwb,ac3,eac3,dts,ape,wv,tta,mpc,"
      + "mpc8,loas,mpegts,mpeg,avi,flv,rm,voc,gsm,qcp,tak,shn,oma,dsf,aa,3dostr,iff"

    /// A filter that keeps the first frame in its place. Decoders return nothing for a first packet that only prepares
    /// the next packet, so the filter inserts silence. It needs the packets' times, which are reliable only in
    /// containers that this library has read. For `any`, there is no filter.
    fileprivate var filters: [String] {
      switch self {
      case .container: ["-af", "aresample=async=1:first_pts=0:min_hard_comp=1000"]
      case .any: []
      }
    }

    fileprivate var options: [String] {
      switch self {
      case .container(.caf): ["-f", "caf"]
      case .container(.aiff): ["-f", "aiff"]
      case .container(.wave): ["-f", "wav"]
      case .container(.mpeg4): ["-f", "mov"]
      case .container(.adts): ["-f", "aac"]
      case .any: ["-format_whitelist", Self.soundFormats]
      }
    }
  }

  /// Decodes a sound to a WAVE file.
  ///
  /// - Parameters:
  ///   - ranges: The parts of the source to pass to the program.
  ///   - header: Bytes to pass before these parts.
  ///   - stated: The sound according to its headers, if this library reads the container.
  func decode(
    _ ranges: [Range<Int>], of source: any ByteSource, after header: [UInt8] = [],
    as format: InputFormat, to sampleType: PCMEncoding.SampleType = .float32,
    stated: SoundFile? = nil, _ policy: InputPolicy
  ) throws(SoundFileError) -> DecodedFile {
    try limits.check(ranges.reduce(header.count) { $0 + $1.count }, for: name)
    if let byteCount = stated?.decodedByteCount, byteCount > limits.byteCount {
      throw tooLarge
    }
    do {
      let input = try AnonymousFile.open()
      defer { try? input.close() }
      _ = try input.writeAll(header)
      try input.write(ranges, of: source)
      try input.seek(offset: 0, from: .start)
      let output = try AnonymousFile.open()
      defer { try? output.close() }
      let arguments = Self.arguments(for: format, sampleType)
      let messages = try run(arguments, reading: input, writing: output, stated, policy)
      try output.seek(offset: 0, from: .start)
      return DecodedFile(
        file: try InputFile(path: FilePath("/dev/fd/\(output.rawValue)")),
        truncation: Self.truncation(in: messages))
    } catch {
      throw SoundFileError(error, decodingWith: name, at: program.path)
    }
  }

  /// The limit on the headers of FFmpeg's WAVE file, in bytes.
  private static let overheadByteCount = 4096

  private func run(
    _ arguments: [String], reading input: FileDescriptor, writing file: FileDescriptor,
    _ stated: SoundFile?, _ policy: InputPolicy
  ) throws -> String {
    var byteCount = 0
    var stop: SoundFileError?
    var beginning: [UInt8] = []
    let start = SuspendingClock.now
    let byteLimit = byteLimit(for: stated)
    let ending = try program.run(
      arguments.map { Array($0.utf8) }, input: input
    ) { part in
      byteCount += part.count
      guard stop == nil else { return }
      if byteCount > byteLimit {
        stop =
          byteCount > limits.byteCount
          ? tooLarge : SoundFileError(.malformed, "\(name) sent more than the sound can have")
        return
      }
      if beginning.count < Self.overheadByteCount { beginning += part }
      do {
        _ = try file.writeAll(part)
      } catch {
        stop = SoundFileError(.inputOutput, "\(error)")
      }
    } isStopped: {
      if stop == nil { stop = interruption(since: start, beginning, byteCount, policy) }
      return stop != nil
    }
    if let stop { throw stop }
    // Remove addresses, as in `[aac @ 0x55d0c3a1c2c0]`, so that two runs give the same words.
    let parts = ending.messages.split(separator: " @ 0x", omittingEmptySubsequences: false)
    let messages = parts[0] + parts.dropFirst().map { $0.drop(while: \.isHexDigit) }.joined()
    guard ending.isSuccess else { throw refusal(String(messages)) }
    return String(messages)
  }

  private var tooLarge: SoundFileError {
    SoundFileError(
      .limitExceeded, "decoded, the sound would have more than \(limits.byteCount) bytes")
  }

  /// The limit on the program's output, in bytes: what the stated packets can decode to, or the general limit.
  private func byteLimit(for stated: SoundFile?) -> Int {
    guard let stated, stated.format.framesPerPacket > 0 else { return limits.byteCount }
    // Allow four times the size: spectral band replication doubles the frames, parametric stereo the channels.
    let byteCount = stated.decodedByteCount.multipliedClamped(by: 4)
    return min(limits.byteCount, byteCount.addingClamped(Self.toleratedByteCount))
  }

  /// How many bytes a decoder may add to the packets' samples, for a WAVE header and about a second of sound.
  private static let toleratedByteCount = 1 << 20

  /// Why the program must be stopped; nil if it may continue.
  private func interruption(
    since start: SuspendingClock.Instant, _ beginning: [UInt8], _ byteCount: Int,
    _ policy: InputPolicy
  ) -> SoundFileError? {
    if let interruption = limits.interruption(of: name, since: start) { return interruption }
    guard policy.durationLimit != nil, byteCount > 1 << 16,
      let format = try? SoundFile(parsing: beginning).format, format.bytesPerPacket > 0
    else { return nil }
    return policy.excess(
      decodedFrameCount: (byteCount - Self.overheadByteCount) / format.bytesPerPacket,
      sampleRate: format.sampleRate)
  }

  private static func arguments(
    for format: InputFormat, _ sampleType: PCMEncoding.SampleType
  ) -> [String] {
    let codec =
      switch sampleType {
      case .int16: "pcm_s16le"
      case .int24: "pcm_s24le"
      case .int32: "pcm_s32le"
      default: "pcm_f32le"
      }
    return [
      "-nostdin", "-hide_banner", "-loglevel", "repeat+error", "-threads", "1", "-filter_threads",
      "1",
    ]
      + ["-protocol_whitelist", "pipe"] + format.options + ["-i", "pipe:0", "-map", "0:a:0"]
      + format.filters + ["-map_metadata", "-1", "-c:a", codec, "-bitexact", "-f", "wav", "pipe:1"]
  }

  /// Translates the program's messages. The first line states the cause.
  private func refusal(_ messages: String) -> SoundFileError {
    let line =
      messages.split(whereSeparator: \.isNewline).first.map {
        $0.hasPrefix("pipe:0: ") ? $0.dropFirst(8) : $0[...]
      } ?? ""
    // Check whether FFmpeg lacks the decoder. FFmpeg 5.1, for example, has no xHE-AAC decoder.
    let isUnknown =
      messages.contains("Function not implemented") || messages.contains("Decoder not found")
      || messages.contains("no decoder found")
    return SoundFileError(
      isUnknown ? .unsupported : .malformed,
      "\(name) can't read it" + (line.isEmpty ? "" : ": \(line.onOneLine(upTo: 200))"))
  }

  /// Finds a message that the file is truncated, although the program decoded it. FFmpeg 5.1 was seen to print
  /// these messages, except "Error submitting packet". That message is from the source of later versions, and has
  /// not been tried.
  private static func truncation(in messages: String) -> String? {
    let line = messages.split(whereSeparator: \.isNewline).first { line in
      ["prematurely", "Truncat", "truncat", "Error while decoding", "Error submitting packet"]
        .contains { line.contains($0) }
    }
    return line.map { "the file is truncated or damaged: \($0.onOneLine(upTo: 200))" }
  }

  /// How long the program may take to report its version, in seconds.
  private static let identityDuration = 10.0

  /// Asks the program for its version. The first line is `ffmpeg version 7.1 Copyright (c) …`.
  func identity() -> String? {
    var text: [UInt8] = []
    let start = SuspendingClock.now
    let limits = ExternalLimits(duration: Self.identityDuration, byteCount: 1 << 10)
    _ = try? program.run([Array("-version".utf8)]) { part in
      text += part.prefix(max(0, limits.byteCount - text.count))
    } isStopped: {
      limits.interruption(of: name, since: start) != nil
    }
    let words = text.prefix { $0 != UInt8(ascii: "\n") }.split(separator: UInt8(ascii: " "))
    guard words.count > 2, words[1].elementsEqual("version".utf8) else { return nil }
    return "\(name) \(String(decoding: words[2], as: UTF8.self))"
  }
}

extension SoundFile {
  /// The size of all packets as 32-bit floats, in bytes.
  fileprivate var decodedByteCount: Int {
    decodedFrameCount.multipliedClamped(by: format.channelCount).multipliedClamped(by: 4)
  }
}

extension Substring {
  /// The text on one line without control characters, cut to a number of characters.
  fileprivate func onOneLine(upTo count: Int) -> String {
    String(prefix(count).map { $0.isWhitespace ? " " : $0 }.filter { !$0.isControl })
  }
}

extension Character {
  fileprivate var isControl: Bool { unicodeScalars.contains { $0.value < 32 || $0.value == 127 } }
}
