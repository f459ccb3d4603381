internal import Platform
package import SoundFormat
public import SystemPackage

extension SoundSource {
  /// The file; nil if the sound is in memory.
  public var path: FilePath? { file.map { FilePath($0) } }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file. A pipe is read to its end first.
  ///   - policy: Which inputs to refuse, and whether libsndfile may read inputs that this library can't read.
  /// - Throws: `SoundError` if the file can't be read, or no decoder that the policy allows reads the file.
  public convenience init(
    path: any PathConvertible, policy: InputPolicy = InputPolicy()
  ) throws(SoundError) {
    let path = path.filePath
    try self.init(
      bytes: InputFile(path: path, waitingForPipes: true, byteLimit: policy.byteLimit), of: path,
      policy: policy)
  }

  /// Creates a source from the bytes of a file: `[UInt8]`, `Data`, or another collection.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - policy: Which inputs to refuse, and whether libsndfile may read inputs that this library can't read.
  /// - Throws: `SoundError` if no decoder that the policy allows reads the bytes.
  public convenience init(
    bytes: some Collection<UInt8> & Sendable, policy: InputPolicy = InputPolicy()
  ) throws(SoundError) {
    try self.init(bytes: Array(bytes), of: nil, policy: policy)
  }

  /// Opens a file for inspection, whether or not there is a decoder for its codec.
  ///
  /// - Parameters:
  ///   - path: The file. A pipe is read to its end first.
  ///   - policy: Which inputs to refuse, and whether libsndfile may read inputs that this library can't read.
  /// - Throws: `SoundError` if the file or its headers can't be read.
  package convenience init(
    inspecting path: any PathConvertible, policy: InputPolicy = InputPolicy()
  ) throws(SoundError) {
    let path = path.filePath
    try self.init(
      bytes: InputFile(path: path, waitingForPipes: true, byteLimit: policy.byteLimit), of: path,
      policy: policy, requiringDecoder: false)
  }

  /// Creates a source from an open file, or from bytes that were read before.
  package convenience init(
    bytes: some ByteSource, of path: FilePath?, policy: InputPolicy,
    requiringDecoder: Bool = true
  ) throws(SoundError) {
    let file = path.map { SoundPath($0) }
    let source = AnyByteSource(opened: bytes)
    do throws(Refusal) {
      let (structure, warnings) = try Self.structure(
        of: source, at: path, by: policy, requiringDecoder: requiringDecoder)
      self.init(
        structure, warnings: warnings, in: source, of: file, policy: policy, on: .system)
    } catch {
      // If a signal has arrived, report a cancellation: no monitor can cancel opening a sound.
      guard !Interruption.isRequested else { throw SoundError(.openingInput, file, .cancelled) }
      throw SoundError(.openingInput, file, error.cause, advice: error.advice)
    }
  }

  package convenience init(
    _ sound: SoundFile, in bytes: some ByteSource, policy: InputPolicy = InputPolicy()
  ) {
    self.init(sound, in: AnyByteSource(opened: bytes), policy: policy, on: .system)
  }
}

extension SoundSource {
  /// Why a sound can't be read, and the advice to the user.
  fileprivate struct Refusal: Error {
    let cause: SoundFileError
    let advice: Remedy?
  }

  /// Opens a sound with this library. If this library can't read the sound, tries libsndfile. Also returns the warnings
  /// about the sound.
  private static func structure(
    of source: AnyByteSource, at path: FilePath?, by policy: InputPolicy, requiringDecoder: Bool
  ) throws(Refusal) -> (any SoundStructure, [AlertFinding]) {
    let sound: SoundFile
    do throws(SoundFileError) {
      try policy.check(byteCount: source.byteCount)
      sound = try SoundFile(in: source)
    } catch {
      // Pass only unrecognized files to libsndfile, never a damaged file whose container this library reads.
      guard error.code == .unrecognized else { throw Refusal(error) }
      guard error.foreignFormat?.isImported ?? true else {
        throw Refusal(
          error.withoutOwnFormats, exporting: path,
          ffmpegReads: error.foreignFormat?.isReadByFFmpeg ?? false)
      }
      // Skip ID3 tags before any format but MPEG audio: libsndfile expects such tags only before MPEG audio.
      let start = error.foreignFormat == .mp3 ? 0 : (try? ID3Tags.end(from: 0, in: source)) ?? 0
      return try imported(source, start..<source.byteCount, at: path, by: policy, otherwise: error)
    }
    guard requiringDecoder, !sound.isDecodable, case .other(let codec) = sound.format.dataFormat
    else {
      do throws(SoundFileError) {
        try policy.check(sound)
      } catch {
        throw Refusal(error)
      }
      return (NativeSound(file: sound), sound.warnings)
    }
    let failure =
      sound.aacRefusal
      ?? SoundFileError(
        .unsupported,
        "the sound is coded as \(codec.formatID.codecName)"
          + (sound.lacksParameters ? ", but the file doesn't state its parameters" : ""))
    guard sound.isImported else {
      if codec.formatID.isProtected {
        throw Refusal(cause: failure, advice: .words(ForeignFormat.adviceOnProtection))
      }
      throw Refusal(
        failure, exporting: path,
        ffmpegReads: sound.aacRefusal != nil || codec.formatID.isDecodedByFFmpeg)
    }
    guard
      !policy.imports || policy.acceptsTruncatedFiles || sound.missingByteCount == 0
    else {
      throw Refusal(
        cause: SoundFileError(.truncated, sound.truncation), advice: .acceptTruncation)
    }
    let file = sound.start..<(sound.ignoredRest?.offset ?? source.byteCount)
    // Take the length of ADPCM and GSM from the file: libsndfile decodes as sound also the pad byte of the chunk, and
    // the padding in the last packet.
    let statesFrames = sound.container.family == .wave && codec.framesPerPacket > 0
    let opened = try imported(
      source, file, frameCount: statesFrames ? sound.frameCount : nil, at: path, by: policy,
      otherwise: failure)
    return (opened.0, sound.warnings.merging(opened.1))
  }

  /// Opens a sound with libsndfile, if the policy allows it.
  ///
  /// - Parameter failure: The error to throw if the policy forbids libsndfile, or if libsndfile doesn't support the
  ///   format. This error is more precise than libsndfile's own errors, which don't name the codec.
  private static func imported(
    _ source: AnyByteSource, _ range: Range<Int>, frameCount: Int? = nil, at path: FilePath?,
    by policy: InputPolicy, otherwise failure: SoundFileError
  ) throws(Refusal) -> (any SoundStructure, [AlertFinding]) {
    guard policy.imports else {
      throw Refusal(cause: failure, advice: .exportOrTrust(Refusal.export))
    }
    do throws(SoundFileError) {
      let pages = try OggPages(in: source, from: range.lowerBound)
      guard pages?.isCut != true || policy.acceptsTruncatedFiles else {
        throw SoundFileError(.truncated, OggPages.truncation)
      }
      let sound = try ImportedStructure(
        source, in: range.clamped(to: 0..<(pages?.end ?? range.upperBound)),
        frameCount: frameCount, by: policy)
      return (sound, (pages?.warnings ?? []).merging(sound.warnings))
    } catch {
      switch error.code {
      case .truncated: throw Refusal(cause: error, advice: .acceptTruncation)
      case .libraryMissing:
        let installation = SystemLibrary.sndfile.installationAdvice.map { $0 + ", or " } ?? ""
        throw Refusal(cause: error, advice: .words(installation + Refusal.export))
      case .unsupported:
        throw Refusal(
          failure.withoutOwnFormats, exporting: path,
          ffmpegReads: failure.foreignFormat?.isReadByFFmpeg ?? false)
      default: throw Refusal(error)
      }
    }
  }
}

extension SoundSource.Refusal {
  fileprivate static let export = "export the sound as \(Container.exportNames)"
  private static let adviceOnDamage = "export or copy it again"

  /// Creates a refusal for an error in the bytes.
  init(_ cause: SoundFileError) {
    switch cause.code {
    case .tooLong, .inputOutput, .limitExceeded: self.init(cause: cause, advice: nil)
    case .unsupported: self.init(cause: cause, advice: .words(Self.export))
    default: self.init(cause: cause, advice: .words(Self.adviceOnDamage))
    }
  }

  /// Creates a refusal of a sound that must be exported to a supported format, or that FFmpeg can convert.
  ///
  /// - Parameter path: The file; nil for a sound in memory.
  init(_ cause: SoundFileError, exporting path: FilePath?, ffmpegReads: Bool) {
    // If this library reads formats with the file's extension, treat an unrecognized file as damaged.
    let pathExtension = path.flatMap { SoundPath($0).pathExtension } ?? ""
    let isDamaged =
      cause.code == .unrecognized && cause.foreignFormat == nil
      && Container.allCases.contains { $0.pathExtensions.contains(pathExtension) }
    self.cause = cause
    if let format = cause.foreignFormat, !ffmpegReads, !format.isConvertible {
      advice = format.remedy
    } else if ffmpegReads, !isDamaged, let path {
      var output = path
      let extensions = [Container.wave, .aiff].map { $0.pathExtensions[0] }
      output.extension = extensions.first { $0 != pathExtension }
      advice = .exportOrConvert(Self.export, input: SoundPath(path), output: SoundPath(output))
    } else {
      advice = .words(isDamaged ? Self.adviceOnDamage : Self.export)
    }
  }
}

extension SoundFileError {
  /// The error without the list of this library's formats. The list would mislead: libsndfile reads further formats.
  fileprivate var withoutOwnFormats: SoundFileError {
    guard let foreignFormat else { return self }
    let fault =
      switch foreignFormat {
      case .aac, .mp3, .flac: "without a complete packet"
      default: foreignFormat.isSound ? "which nothing here can decode" : "not a sound"
      }
    return SoundFileError(
      code, "this is \(foreignFormat.name), \(fault)", at: offset, foreignFormat: foreignFormat)
  }
}

extension AnyByteSource {
  /// Wraps a source, which may be an open file.
  fileprivate init(opened source: some ByteSource) {
    // Compare the types first: casting an array to a class would bridge the array and make an object of each byte.
    let isFile = type(of: source) is InputFile.Type
    self.init(source, file: isFile ? source as? InputFile : nil)
  }
}

extension DefaultSound {
  /// The default sound as a source for conversions.
  package static let source = source(on: .system)
}
