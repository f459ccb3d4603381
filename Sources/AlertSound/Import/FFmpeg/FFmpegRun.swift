internal import Platform
internal import SoundFormat
internal import SystemPackage

/// Runs `ffmpeg` with a sound on its standard input.
struct FFmpegRun {
  private let program: ExternalProgram
  private let limits: ExternalLimits
  private let name = "ffmpeg"

  init(_ program: ExternalProgram, _ limits: ExternalLimits) {
    self.program = program
    self.limits = limits
  }

  /// What the program is told about its input.
  enum InputFormat {
    /// A container that this library reads, too.
    case container(Container.Family)
    /// Anything that may be a sound.
    case any

    /// The formats that FFmpeg may recognize: those of sounds and films. Others open further files, or draw texts.
    private static let soundFormats =
      "mov,matroska,asf,ogg,flac,mp3,aac,wav,aiff,caf,au,w64,amr,amrnb,amrwb,ac3,eac3,dts,ape,wv,tta,mpc,"
      + "mpc8,loas,mpegts,mpeg,avi,flv,rm,voc,gsm,qcp,tak,shn,oma,dsf,aa,3dostr,iff"

    /// Keeps the place of the first frame: decoders give nothing for a first packet that only prepares the next. Where
    /// the packets' times are this library's, the filter puts silence there, and changes nothing else.
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

  /// What the program has decoded.
  struct Decoded {
    /// A WAVE file without a name.
    let file: InputFile
    /// What the program says is missing from the sound's file, in words.
    let truncation: String?
  }

  /// Decodes a sound to linear PCM.
  ///
  /// - Parameters:
  ///   - ranges: The parts of the source that are the sound.
  ///   - source: The bytes.
  ///   - header: What precedes these parts.
  ///   - format: What they are.
  ///   - sampleType: The samples to decode to.
  ///   - stated: The sound according to its file, if this library reads that.
  ///   - policy: How long the sound may be.
  /// - Throws: `SoundFileError` as ``ForeignDecoder/open(_:in:as:by:)`` says.
  func decode(
    _ ranges: [Range<Int>], of source: any ByteSource, after header: [UInt8] = [],
    as format: InputFormat, to sampleType: PCMEncoding.SampleType = .float32,
    stated: SoundFile? = nil, _ policy: InputPolicy
  ) throws(SoundFileError) -> Decoded {
    try limits.check(ranges.reduce(header.count) { $0 + $1.count }, for: name)
    if let byteCount = stated?.decodedByteCount, byteCount > limits.byteCount {
      throw tooLarge
    }
    do {
      let input = try AnonymousFile.open()
      defer { try? input.close() }
      try input.write(header)
      try input.write(ranges, of: source)
      try input.seek(offset: 0, from: .start)
      let output = try AnonymousFile.open()
      defer { try? output.close() }
      let arguments = Self.arguments(for: format, sampleType)
      let messages = try run(arguments, reading: input, writing: output, stated, policy)
      try output.seek(offset: 0, from: .start)
      return Decoded(
        file: try InputFile(path: FilePath("/dev/fd/\(output.rawValue)")),
        truncation: Self.truncation(in: messages))
    } catch {
      throw SoundFileError(error, decodingWith: name, at: program.path)
    }
  }

  /// What FFmpeg's WAVE has before the samples, and at most after them.
  private static let overheadByteCount = 4096

  /// Runs the program, and returns its messages.
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
        try file.write(part)
      } catch {
        stop = SoundFileError(.inputOutput, "\(error)")
      }
    } isStopped: {
      if stop == nil { stop = interruption(since: start, beginning, byteCount, policy) }
      return stop != nil
    }
    if let stop { throw stop }
    guard ending.isSuccess else { throw refusal(ending.messages) }
    return ending.messages
  }

  private var tooLarge: SoundFileError {
    SoundFileError(
      .limitExceeded, "decoded, the sound would have more than \(limits.byteCount) bytes")
  }

  /// The most bytes that decoding can give.
  private func byteLimit(for stated: SoundFile?) -> Int {
    guard let stated, stated.format.framesPerPacket > 0 else { return limits.byteCount }
    // Spectral band replication doubles the frames, and parametric stereo the channels.
    let byteCount = stated.decodedByteCount.multipliedClamped(by: 4)
    return min(limits.byteCount, byteCount.addingClamped(Self.toleratedByteCount))
  }

  /// What a decoder may add to what the packets have: a WAVE's header, and a second of sound.
  private static let toleratedByteCount = 1 << 20

  /// Why the program must be stopped; nil if it may go on.
  private func interruption(
    since start: SuspendingClock.Instant, _ beginning: [UInt8], _ byteCount: Int,
    _ policy: InputPolicy
  ) -> SoundFileError? {
    if let interruption = limits.interruption(of: name, since: start) { return interruption }
    guard policy.durationLimit != nil, byteCount > 1 << 16,
      let format = try? SoundFile(parsing: beginning).format, format.bytesPerPacket > 0
    else { return nil }
    do throws(SoundFileError) {
      try policy.check(
        decodedFrameCount: (byteCount - Self.overheadByteCount) / format.bytesPerPacket,
        sampleRate: format.sampleRate)
      return nil
    } catch {
      return error
    }
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

  /// What the program's messages mean. The first line tells the cause.
  private func refusal(_ messages: String) -> SoundFileError {
    let line =
      messages.split(whereSeparator: \.isNewline).first.map {
        $0.hasPrefix("pipe:0: ") ? $0.dropFirst(8) : $0[...]
      } ?? ""
    // The decoder is missing, as that of xHE-AAC in FFmpeg 5.1.
    let isUnknown =
      messages.contains("Function not implemented") || messages.contains("Decoder not found")
      || messages.contains("no decoder found")
    return SoundFileError(
      isUnknown ? .unsupported : .malformed,
      "\(name) can't read it" + (line.isEmpty ? "" : ": \(line.onOneLine(upTo: 200))"))
  }

  /// What the program says is missing from a file that it has decoded nonetheless. Seen in FFmpeg 5.1; "Error submitting
  /// packet" is from the source of later versions, and not tried.
  private static func truncation(in messages: String) -> String? {
    let line = messages.split(whereSeparator: \.isNewline).first { line in
      ["prematurely", "Truncat", "truncat", "Error while decoding", "Error submitting packet"]
        .contains { line.contains($0) }
    }
    return line.map { "the file is truncated or damaged: \($0.onOneLine(upTo: 200))" }
  }

  /// How long the program may take to tell its version, in seconds.
  private static let identityDuration = 10.0

  /// Asks the program for its version: `ffmpeg version 7.1 Copyright (c) …`.
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
  /// How many bytes 32-bit floats of all packets take.
  fileprivate var decodedByteCount: Int {
    decodedFrameCount.multipliedClamped(by: format.channelCount).multipliedClamped(by: 4)
  }
}

extension Substring {
  /// The text without control characters, cut after a number of characters.
  fileprivate func onOneLine(upTo count: Int) -> String {
    String(prefix(count).map { $0.isWhitespace ? " " : $0 }.filter { !$0.isControl })
  }
}

extension Character {
  fileprivate var isControl: Bool { unicodeScalars.contains { $0.value < 32 || $0.value == 127 } }
}
