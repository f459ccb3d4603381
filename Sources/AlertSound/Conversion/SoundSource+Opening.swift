internal import SoundFormat
internal import SystemPackage

extension SoundSource {
  /// Why nobody reads a sound, and what to do about it.
  struct Refusal: Error {
    let cause: SoundFileError
    let advice: Advice?

    enum Advice {
      case words(String)
      /// To have another tool decode it.
      case decode
    }
  }

  /// Finds out who reads a sound: this library, if it can.
  ///
  /// - Returns: What the sound says of itself, and what is missing from a truncated file.
  static func structure(
    of source: any ByteSource, by policy: InputPolicy, requiringDecoder: Bool
  ) throws(Refusal) -> (Structure, truncation: String?) {
    let sound: SoundFile
    do throws(SoundFileError) {
      try policy.check(byteCount: source.byteCount)
      sound = try SoundFile(parsing: source)
    } catch {
      // What begins as one of our containers and is damaged is not for another reader to guess at.
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
    // Neither is a codec that libsndfile doesn't decode, which may be damage, too.
    guard ImportedSound.decodedInOwnContainers.contains(codec.formatID) else {
      throw Refusal(cause: failure, advice: .decode)
    }
    guard
      !policy.importsForeignFormats || policy.acceptsTruncatedFiles || sound.missingByteCount == 0
    else {
      throw Refusal(
        cause: SoundFileError(
          .truncated,
          "the file was cut short: "
            + counted(sound.missingByteCount, "byte", of: "audio", are: "missing")),
        advice: .words(Self.adviceOnTruncation))
    }
    // CoreAudio refuses MP3 inside a WAVE; the stream alone is an MP3 file.
    let isMP3InWAVE = codec.formatID == .mp3InWAVE
    let opened = try imported(
      source, isMP3InWAVE ? sound.audioBytes : 0..<source.byteCount, policy, otherwise: failure)
    return (opened.0, sound.truncation ?? opened.truncation)
  }

  /// Lets libsndfile read a sound, where it may.
  ///
  /// - Parameter failure: What is to be said where it can't: our own words name the codec.
  private static func imported(
    _ source: any ByteSource, _ range: Range<Int>, _ policy: InputPolicy,
    otherwise failure: SoundFileError
  ) throws(Refusal) -> (Structure, truncation: String?) {
    let export = "export the sound as WAV, AIFF or CAF"
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
  /// What to do about a truncated file.
  static let adviceOnTruncation = "copy or export it again, or give --allow-truncated"
}

extension SoundFile {
  /// What is missing from a truncated file, in words.
  var truncation: String? {
    missingByteCount == 0
      ? nil
      : "the file was cut short: " + counted(audioBytes.count, "byte", of: "audio", are: "there")
        + ", " + counted(missingByteCount, are: "missing")
  }
}

extension SoundSource.Refusal {
  /// What to do about damage.
  private static let adviceOnDamage = "export or copy it again"

  /// For what is wrong with the bytes.
  init(_ cause: SoundFileError) {
    let isPastHelp = [.tooLong, .inputOutput, .limitExceeded].contains(cause.code)
    self.init(cause: cause, advice: isPastHelp ? nil : .words(Self.adviceOnDamage))
  }

  /// What to do, in words.
  ///
  /// - Parameter paths: The files of a command line; nil for bytes.
  func advice(for paths: RemedyPaths?) -> String? {
    switch advice {
    case nil: return nil
    case .words(let words): return words
    case .decode:
      if let format = cause.foreignFormat, !format.isConvertible {
        return AlertFinding.unplayableContainer(format).advice
      }
      // What nothing recognizes is damaged if its name promises one of our formats.
      let pathExtension = paths?.source.extension?.lowercased() ?? ""
      if cause.code == .unrecognized, cause.foreignFormat == nil,
        Container.allCases.contains(where: { $0.pathExtensions.contains(pathExtension) })
      {
        return Self.adviceOnDamage
      }
      guard let paths else {
        return "export the sound as WAV, or decode it by another tool first, such as ffmpeg"
      }
      var command = RemedyCommand(paths, decodesFirst: true)
      let mayBeTooLong = cause.duration.map { $0 >= AlertRules.iOS.lengthLimit } ?? true
      if mayBeTooLong { command.trim() }
      return "export the sound as WAV, or decode it first: \(command.text)"
    }
  }
}

extension SoundFileError {
  /// The error in words that don't suggest that only this library's own formats are read.
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
  /// What libsndfile decodes in CAF, AIFF and WAVE files and this library doesn't.
  ///
  /// Source: libsndfile's table of formats and subformats, and its readers, as of 1.2.
  static let decodedInOwnContainers: Set<FourCharCode> = [
    "alac", "GSM ", "DWVW", "DWVT", .microsoft(0x02), .microsoft(0x11), .microsoft(0x31),
    .microsoft(0x38), .microsoft(0x40), .mp3InWAVE,
  ]
}

extension FourCharCode {
  /// Core Audio's code for tag 0x55 in a WAVE.
  fileprivate static let mp3InWAVE = microsoft(0x55)

  /// Core Audio's code for a WAVE's format tag: `ms` and the tag.
  fileprivate static func microsoft(_ tag: UInt16) -> FourCharCode {
    FourCharCode(rawValue: 0x6D73_0000 | UInt32(tag))
  }

  /// What people call a codec that nothing here decodes, with its code.
  var codecName: String {
    let names: [FourCharCode: String] = [
      "aac ": "AAC", "aacl": "AAC-LD", "aace": "AAC-ELD", "aach": "HE-AAC", "aacp": "HE-AAC v2",
      "alac": "Apple Lossless", "ac-3": "Dolby Digital", "ec-3": "Dolby Digital Plus",
      "samr": "AMR", "ilbc": "iLBC", "QDM2": "QDesign Music 2", "QDMC": "QDesign Music",
      "Qclp": "Qualcomm PureVoice", "MAC3": "MACE 3:1", "MAC6": "MACE 6:1", "drms": "protected AAC",
      ".mp1": "MPEG layer 1", ".mp2": "MP2", ".mp3": "MP3", "opus": "Opus", "flac": "FLAC",
      .microsoft(0x02): "MS ADPCM", .microsoft(0x11): "DVI ADPCM", .microsoft(0x31): "GSM 6.10",
      .mp3InWAVE: "MP3",
    ]
    return names[self].map { "\($0) ('\(self)')" } ?? "'\(self)'"
  }
}
