public import SoundFormat
public import SystemPackage

/// All that can be determined about the file of an alert sound, or about the bytes of such a file.
///
/// A file that isn't a sound can also be inspected. The verdict then says why the file is unusable. An inspection is
/// encoded as the JSON that `alertsound info --json` prints.
///
/// ```swift
/// let inspection = try SoundInspection(of: "ring.caf")
/// print(inspection.verdict.outcome, inspection.duration ?? 0, inspection.levels?.loudness ?? 0)
/// ```
public struct SoundInspection: Sendable {
  /// The file; nil for bytes.
  public let path: FilePath?
  package let fileByteCount: Int
  /// The information in the file's headers; nil if they can't be read.
  package let report: SoundReport?
  /// The measurement of the decoded sound; nil if the sound wasn't or couldn't be decoded.
  package let measurement: SoundMeasurement?
  /// Why the sound couldn't be decoded, in words; nil if it was decoded, or if decoding wasn't requested.
  package let unheardReason: String?
  /// The prediction of what the system will do with the sound.
  public let verdict: AlertVerdict

  /// Rate, channels and coding; nil if the headers can't be read.
  public var format: StreamFormat? { report?.format }
  /// How long the sound is, in seconds; nil if the headers can't be read.
  public var duration: Double? { report?.duration }
  /// Title, artist and other texts; empty if there are none.
  public var texts: [InformationEntry] { report?.metadata.texts ?? [] }
  /// Every chunk, in file order; empty if the headers can't be read, or only libsndfile reads the container.
  public var chunks: [Chunk] { report?.chunks ?? [] }
  /// Where the file deviates from its format's specification.
  public var notes: [Note] { report?.notes ?? [] }
  /// Loudness, peaks, and silence at both ends; nil if the sound wasn't or couldn't be decoded.
  public var levels: SoundLevels? { measurement?.levels }

  /// Inspects a file.
  ///
  /// - Parameters:
  ///   - path: The file. A pipe is read to its end first.
  ///   - rules: The rules to judge by.
  ///   - listens: Whether to decode the whole sound, as levels and waveform require.
  ///   - policy: Which inputs to refuse, and whether libsndfile may read inputs that this library can't read.
  ///   - monitor: Follows the progress, and can cancel the decoding.
  /// - Throws: `SoundError` if the file can't be opened or read, or exceeds a limit of the policy.
  public init(
    of path: any PathConvertible, rules: AlertRules = .iOS, listens: Bool = true,
    policy: InputPolicy = InputPolicy(), monitor: Monitor = Monitor()
  ) throws(SoundError) {
    let path = path.filePath
    try self.init(
      of: InputFile(path: path, waitingForPipes: true, byteLimit: policy.byteLimit), at: path,
      rules: rules, listens: listens, policy: policy, monitor: monitor)
  }

  /// Inspects the bytes of a file: `[UInt8]`, `Data`, or another collection.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - rules: The rules to judge by.
  ///   - listens: Whether to decode the whole sound, as levels and waveform require.
  ///   - policy: Which inputs to refuse, and whether libsndfile may read inputs that this library can't read.
  ///   - monitor: Follows the progress, and can cancel the decoding.
  /// - Throws: `SoundError` if the bytes exceed a limit of the policy.
  public init(
    of bytes: some Collection<UInt8> & Sendable, rules: AlertRules = .iOS, listens: Bool = true,
    policy: InputPolicy = InputPolicy(), monitor: Monitor = Monitor()
  ) throws(SoundError) {
    try self.init(
      of: Array(bytes), at: nil, rules: rules, listens: listens, policy: policy, monitor: monitor)
  }

  /// Inspects an open file, or bytes.
  package init(
    of file: some ByteSource, at path: FilePath?, rules: AlertRules, listens: Bool,
    policy: InputPolicy, monitor: Monitor
  ) throws(SoundError) {
    self.path = path
    fileByteCount = file.byteCount
    let source: SoundSource
    do throws(SoundError) {
      source = try SoundSource(
        bytes: file, of: path, policy: policy, requiringDecoder: false)
    } catch {
      if error.fault == .limit { throw error }
      report = nil
      measurement = nil
      unheardReason = listens ? error.reason : nil
      verdict = try rules.verdict(onUnusable: file, at: path, error)
      return
    }
    var report = SoundReport(of: source)
    (measurement, unheardReason) =
      listens ? try source.heard(monitor) : (nil, nil)
    // Use the measured length, because the stated length of an MP3 is an estimate.
    if !source.statesExactLength, let measurement {
      report.frameCount = measurement.levels.frameCount
    }
    report.notes += source.notes(on: measurement?.warnings ?? [])
    self.report = report
    var verdict = rules.verdict(on: source, levels: measurement?.levels)
    verdict.add(source.chimeFindings)
    self.verdict = verdict
  }
}

extension SoundSource {
  /// Decodes and measures the sound, if necessary with libsndfile. If the decoder fails, returns the reason instead.
  fileprivate func heard(
    _ monitor: Monitor
  ) throws(SoundError) -> (SoundMeasurement?, String?) {
    do throws(SoundError) {
      var source = self
      if soundFile?.isDecodable == false {
        source = try SoundSource(bytes: bytes, of: path, policy: policy)
      }
      return (try SoundMeasurement(of: source, monitor: monitor), nil)
    } catch {
      guard case .sound(let code, let reason) = error.cause, code != .inputOutput,
        code != .limitExceeded
      else { throw error }
      return (nil, reason)
    }
  }
}

extension AlertRules {
  /// Returns the verdict on a file that isn't a usable sound. Throws `error` if its cause isn't the file's contents.
  fileprivate func verdict(
    onUnusable file: some ByteSource, at path: FilePath?, _ error: SoundError
  ) throws(SoundError) -> AlertVerdict {
    guard case .sound(let code, let reason) = error.cause, code != .inputOutput else { throw error }
    do throws(SoundFileError) {
      return verdict(on: try SoundFile(in: file))
    } catch {
      guard error.code != .inputOutput else {
        throw SoundError(.openingInput, path.map { SoundPath($0) }, error)
      }
      let isKnown = error.code == code || code == .libraryMissing
      return verdict(on: isKnown ? error : SoundFileError(code, reason))
    }
  }
}
