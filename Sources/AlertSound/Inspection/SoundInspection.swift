internal import SoundFormat
public import SystemPackage

/// All that can be found out about a file that is meant to be an alert sound.
///
/// A file that is no usable sound is inspected, too: that it is none is the verdict.
///
/// ```swift
/// let inspection = try SoundInspection(of: "ring.caf")
/// print(inspection.verdict.outcome, inspection.measurement?.levels.loudness ?? 0)
/// ```
public struct SoundInspection: Sendable {
  /// The file.
  public let path: FilePath
  /// How long the file is.
  public let fileByteCount: Int
  /// What its headers say; nil where they can't be read.
  public let report: SoundReport?
  /// What hearing it has shown; nil where it wasn't or couldn't be heard.
  public let measurement: SoundMeasurement?
  /// Why it couldn't be heard, in words; nil where it was or nobody asked.
  public let unheardReason: String?
  /// What a system will do with it.
  public let verdict: AlertVerdict

  /// Inspects a file.
  ///
  /// - Parameters:
  ///   - path: The file. A pipe is waited for.
  ///   - rules: What the system plays.
  ///   - listens: Whether to decode the sound to its end, which levels and waveform need.
  ///   - policy: Which inputs are refused, and whether libsndfile may read them.
  ///   - isCancelled: Polled periodically; return true to cancel.
  /// - Throws: `ConversionError` where the file can't be opened or read, exceeds a limit of the policy, or on
  ///   cancellation.
  public init(
    of path: FilePath, rules: AlertRules = .iOS, listens: Bool = true,
    policy: InputPolicy = InputPolicy(), isCancelled: () -> Bool = { false }
  ) throws(ConversionError) {
    let file = try InputFile(path: path, waitingForPipes: true, byteLimit: policy.byteLimit)
    self.path = path
    fileByteCount = file.byteCount
    let source: SoundSource
    do throws(ConversionError) {
      source = try SoundSource(
        bytes: file, of: path, policy: policy, requiringDecoder: false)
    } catch {
      if error.isLimitExceeded { throw error }
      report = nil
      measurement = nil
      unheardReason = listens ? error.reason : nil
      verdict = try rules.verdict(onUnusable: file, error)
      return
    }
    var report = SoundReport(of: source)
    (measurement, unheardReason) =
      listens ? try source.heard(isCancelled) : (nil, nil)
    // The length of an MP3 is an estimate until it has been heard.
    if case .imported = source.structure, let measurement {
      report.frameCount = measurement.levels.frameCount
    }
    if let truncation = measurement?.truncation, truncation != source.truncation {
      report.notes.append(Note(truncation))
    }
    self.report = report
    verdict = rules.verdict(on: source, levels: measurement?.levels)
  }

  /// Inspects a file whose path is text.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - rules: What the system plays.
  /// - Throws: `ConversionError` where the file can't be opened or read.
  public init(of path: String, rules: AlertRules = .iOS) throws(ConversionError) {
    try self.init(of: FilePath(path), rules: rules)
  }
}

extension SoundSource {
  /// Hears the sound, by libsndfile where this library names its codec and doesn't decode it.
  ///
  /// - Returns: What was heard, or why nothing was.
  fileprivate func heard(
    _ isCancelled: () -> Bool
  ) throws(ConversionError) -> (SoundMeasurement?, String?) {
    do throws(ConversionError) {
      var source = self
      if case .other = format.dataFormat, case .native = structure {
        source = try SoundSource(bytes: bytes, of: path, policy: policy)
      }
      return (try SoundMeasurement(of: source, isCancelled: isCancelled), nil)
    } catch {
      guard case .sound(let code, let reason) = error.cause, code != .inputOutput,
        code != .limitExceeded
      else { throw error }
      return (nil, reason)
    }
  }
}

extension AlertRules {
  /// The verdict on a sound that was opened, by this library or by libsndfile.
  ///
  /// - Parameters:
  ///   - source: The sound; its path's extension counts as its name's.
  ///   - levels: What listening to the sound has shown; nil leaves out what only that can tell.
  public func verdict(on source: SoundSource, levels: SoundLevels? = nil) -> AlertVerdict {
    switch source.structure {
    case .native(let sound):
      return verdict(on: sound, named: source.path?.lastComponent?.string, levels: levels)
    case .imported(let sound):
      let seconds = Double(levels?.frameCount ?? sound.statedFrameCount) / sound.sampleRate
      let isKnown = levels != nil || sound.statesExactLength && sound.statedFrameCount > 0
      var verdict = AlertVerdict()
      do throws(SoundFileError) {
        verdict = self.verdict(on: try SoundFile(parsing: source.bytes))
        verdict.isLengthUnknown = !isKnown
      } catch {
        // What libsndfile reads is a sound, if not one of ours.
        verdict = self.verdict(
          on: error.foreignFormat ?? .other("in \(sound.name)"), duration: isKnown ? seconds : nil)
      }
      if let finding = finding(onLength: seconds),
        !verdict.reasons.contains(where: { $0.rule == .length })
      {
        verdict.add([finding])
      }
      verdict.add(levels.map(advisories) ?? [])
      return verdict
    }
  }

  /// The verdict on a file that is no usable sound.
  ///
  /// - Throws: `error` where it isn't the file's bytes that are at fault.
  fileprivate func verdict(
    onUnusable file: InputFile, _ error: ConversionError
  ) throws(ConversionError) -> AlertVerdict {
    guard case .sound(let code, let reason) = error.cause, code != .inputOutput else { throw error }
    do throws(SoundFileError) {
      return verdict(on: try SoundFile(parsing: file))
    } catch {
      guard error.code != .inputOutput else {
        throw ConversionError(.openingInput, file.path, error)
      }
      return verdict(on: error.code == code ? error : SoundFileError(code, reason))
    }
  }
}
