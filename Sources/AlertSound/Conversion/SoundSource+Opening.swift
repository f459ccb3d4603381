internal import SoundFormat
internal import SystemPackage

extension SoundSource {
  /// The reason why a sound can't be read, and what to do about it.
  struct Refusal: Error {
    let cause: SoundFileError
    let advice: Advice?

    enum Advice {
      case words(String)
      /// Have another tool decode the sound.
      case decode
    }
  }

  /// Opens a sound with this library if it can read it, otherwise with libsndfile.
  ///
  /// - Returns: The sound's structure, and what is missing from a truncated file, in words.
  static func structure(
    of source: any ByteSource, by policy: InputPolicy, requiringDecoder: Bool
  ) throws(Refusal) -> (Structure, truncation: String?) {
    let sound: SoundFile
    do throws(SoundFileError) {
      try policy.check(byteCount: source.byteCount)
      sound = try SoundFile(parsing: source)
    } catch {
      // A damaged file in one of our containers is never passed to libsndfile.
      guard error.code == .unrecognized else { throw Refusal(error) }
      return try imported(source, 0..<source.byteCount, policy, otherwise: error)
    }
    guard requiringDecoder, case .other(let codec) = sound.format.dataFormat else {
      do throws(SoundFileError) {
        try policy.check(sound)
      } catch {
        throw Refusal(error)
      }
      return (.native(sound), sound.truncation)
    }
    let failure = SoundFileError(
      .unsupported, "the sound is coded as \(codec.formatID.codecName)",
      duration: sound.hasUncountedFrames ? nil : sound.duration)
    // Nor is a codec that libsndfile doesn't decode. The code may be the result of damage, too.
    guard ImportedSound.decodedInOwnContainers.contains(codec.formatID) else {
      throw Refusal(cause: failure, advice: .decode)
    }
    guard
      !policy.importsForeignFormats || policy.acceptsTruncatedFiles || sound.missingByteCount == 0
    else {
      throw Refusal(
        cause: SoundFileError(
          .truncated,
          "the file is truncated: "
            + counted(sound.missingByteCount, "byte", of: "audio", are: "missing")),
        advice: .words(Self.adviceOnTruncation))
    }
    // CoreAudio refuses MP3 inside a WAVE; the stream alone is an MP3 file.
    let isMP3InWAVE = codec.formatID == .mp3InWAVE
    let opened = try imported(
      source, isMP3InWAVE ? sound.audioBytes : 0..<source.byteCount, policy, otherwise: failure)
    return (opened.0, sound.truncation ?? opened.truncation)
  }

  /// Opens a sound with libsndfile, if the policy allows it.
  ///
  /// - Parameter failure: The error to report if libsndfile can't read the sound. Unlike
  ///   libsndfile's own error, it names the codec.
  private static func imported(
    _ source: any ByteSource, _ range: Range<Int>, _ policy: InputPolicy,
    otherwise failure: SoundFileError
  ) throws(Refusal) -> (Structure, truncation: String?) {
    let export = "export the sound as \(Container.exportNames)"
    guard policy.importsForeignFormats else {
      if failure.foreignFormat?.isImported == false {
        throw Refusal(cause: failure.withoutOwnFormats, advice: .decode)
      }
      throw Refusal(
        cause: failure,
        advice: .words(export + ", or leave --no-import out if you trust the file"))
    }
    do throws(SoundFileError) {
      let frames = try ImportedFrames(source, range: range, policy: policy)
      return (.imported(frames.sound), frames.truncation)
    } catch {
      guard error.code != .truncated else {
        throw Refusal(cause: error, advice: .words(Self.adviceOnTruncation))
      }
      guard error.code != .libraryMissing else {
        throw Refusal(cause: error, advice: .words("install it (libsndfile1), or " + export))
      }
      let isForOthers = failure.foreignFormat?.isImported == false
      guard error.code == .unsupported || isForOthers else { throw Refusal(error) }
      throw Refusal(cause: failure.withoutOwnFormats, advice: .decode)
    }
  }
}

extension SoundSource {
  /// The advice on a truncated file.
  static let adviceOnTruncation = "copy or export it again, or give --allow-truncated"
}

extension SoundFile {
  /// What is missing from a truncated file, in words.
  var truncation: String? {
    missingByteCount == 0
      ? nil
      : "the file is truncated: " + counted(audioBytes.count, "byte", of: "audio", are: "present")
        + ", " + counted(missingByteCount, are: "missing")
  }
}

extension SoundSource.Refusal {
  /// The advice on a damaged file.
  private static let adviceOnDamage = "export or copy it again"

  /// Creates a refusal for an error in the bytes.
  init(_ cause: SoundFileError) {
    let isPastHelp = [.tooLong, .inputOutput, .limitExceeded].contains(cause.code)
    self.init(cause: cause, advice: isPastHelp ? nil : .words(Self.adviceOnDamage))
  }

  /// Returns the advice in words.
  ///
  /// - Parameter paths: The files that a command line uses; nil for a sound in memory.
  func advice(for paths: RemedyPaths?) -> String? {
    switch advice {
    case nil: return nil
    case .words(let words): return words
    case .decode:
      if let format = cause.foreignFormat, !format.isConvertible {
        return AlertFinding.unplayableContainer(format).advice
      }
      // An unrecognized file counts as damaged if its extension is that of one of our formats.
      let pathExtension = paths?.source.extension?.lowercased() ?? ""
      if cause.code == .unrecognized, cause.foreignFormat == nil,
        Container.allCases.contains(where: { $0.pathExtensions.contains(pathExtension) })
      {
        return Self.adviceOnDamage
      }
      guard let paths else {
        return "export the sound as WAV, or decode it with another tool first, such as ffmpeg"
      }
      var command = RemedyCommand(paths, decodesFirst: true)
      let mayBeTooLong = cause.duration.map { $0 >= AlertRules.iOS.lengthLimit } ?? true
      if mayBeTooLong { command.trim() }
      return "export the sound as WAV, or decode it first: \(command.text)"
    }
  }
}

extension SoundFileError {
  /// The error, reworded so that it doesn't imply that only this library's own formats are read.
  fileprivate var withoutOwnFormats: SoundFileError {
    guard let foreignFormat else { return self }
    let fault =
      switch foreignFormat {
      case _ where !foreignFormat.isSound: "not a sound"
      case .deepFLAC: "which libsndfile can't read"
      case _ where foreignFormat.isImported: "which libsndfile can't read here"
      default: "which is not decoded here"
      }
    let reason = "this is \(foreignFormat.name), \(fault)"
    return SoundFileError(
      code, reason, at: offset, foreignFormat: foreignFormat, duration: duration)
  }
}

extension ImportedSound {
  /// The codecs in CAF, AIFF and WAVE files that libsndfile decodes and this library doesn't.
  ///
  /// Source: libsndfile's table of formats and subformats, and its readers, as of 1.2.
  static let decodedInOwnContainers: Set<FourCharCode> = [
    "alac", "GSM ", "DWVW", "DWVT", .microsoft(WAVETag.adpcm), .microsoft(WAVETag.imaADPCM),
    .microsoft(WAVETag.gsm610),
    .microsoft(0x38), .microsoft(0x40), .mp3InWAVE,
  ]
}

extension FourCharCode {
  /// Core Audio's code for tag 0x55 in a WAVE.
  fileprivate static let mp3InWAVE = microsoft(WAVETag.mp3)

  /// The common name of a codec that this library doesn't decode, with its code.
  var codecName: String {
    let names: [FourCharCode: String] = [
      "aac ": "AAC", "aacl": "AAC-LD", "aace": "AAC-ELD", "aach": "HE-AAC", "aacp": "HE-AAC v2",
      "alac": "Apple Lossless", "ac-3": "Dolby Digital", "ec-3": "Dolby Digital Plus",
      "samr": "AMR", "ilbc": "iLBC", "QDM2": "QDesign Music 2", "QDMC": "QDesign Music",
      "Qclp": "Qualcomm PureVoice", "MAC3": "MACE 3:1", "MAC6": "MACE 6:1", "drms": "protected AAC",
      ".mp1": "MPEG layer 1", ".mp2": "MP2", ".mp3": "MP3", "opus": "Opus", "flac": "FLAC",
      .microsoft(WAVETag.adpcm): "MS ADPCM", .microsoft(WAVETag.imaADPCM): "DVI ADPCM",
      .microsoft(WAVETag.gsm610): "GSM 6.10",
      .mp3InWAVE: "MP3",
    ]
    return names[self].map { "\($0) ('\(self)')" } ?? "'\(self)'"
  }
}
