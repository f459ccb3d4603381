internal import SoundFormat

/// Converts any sound to an alert that iOS plays. All sounds are converted with the same settings.
///
/// The default target is IMA4 in a CAF, as for `alertsound convert`. By default, a sound that is too long is an error.
/// If an IMA4 sound already meets the settings, its packets are copied.
///
/// ```swift
/// func alert(fromUpload upload: [UInt8]) throws -> [UInt8] {
///   // Untrusted bytes: no parsers written in C, at most a megabyte, at most a minute.
///   let policy = InputPolicy(imports: false, byteLimit: 1_000_000, durationLimit: 60)
///   let converter = AlertConverter(limit: LengthLimit(.trim), inputPolicy: policy)
///   let alert = try converter.convert(upload)
///   print(alert.facts.outcome, alert.verdict?.outcome == .plays)
///   return alert.bytes
/// }
/// ```
public struct AlertConverter: Sendable {
  /// The format to convert to.
  public var target: ConversionTarget
  /// How long an alert may be, and what happens to a longer sound.
  public var limit: LengthLimit
  /// Which part of each sound plays, and how many times. The limit applies to the result.
  public var arrangement: Arrangement
  /// Which inputs to refuse, and whether libsndfile may read inputs that this library can't read.
  public var inputPolicy: InputPolicy

  /// - Parameters:
  ///   - target: The format to convert to.
  ///   - limit: How long an alert may be, and what happens to a longer sound.
  ///   - arrangement: Which part of each sound plays, and how many times.
  ///   - inputPolicy: Which inputs to refuse, and whether libsndfile may read inputs that this library can't read.
  public init(
    to target: ConversionTarget = .alert, limit: LengthLimit = LengthLimit(.fail),
    arrangement: Arrangement = Arrangement(), inputPolicy: InputPolicy = InputPolicy()
  ) {
    self.target = target
    self.limit = limit
    self.arrangement = arrangement
    self.inputPolicy = inputPolicy
  }

  /// The arrangement, with the length limit applied to repeated sounds.
  package var limitedArrangement: Arrangement { arrangement.limited(by: limit) }

  /// Plans the conversion of a sound.
  ///
  /// - Parameter monitor: Can cancel the search for silence and the measuring of levels.
  package func conversion(
    of source: SoundSource, monitor: Monitor = Monitor()
  ) throws(SoundError) -> Conversion {
    // Planning is fast, so report no progress.
    let quiet = Monitor(isCancelled: monitor.cancels)
    let (arranged, change) = try source.arranged(by: limitedArrangement, monitor: quiet)
    var target = target
    // Don't state a layout for one or two channels: old programs can't read a WAVE header that states a layout.
    if target.container.family == .wave { target.hasApplesWAVEHeader = false }
    // Fill the last packet, except at quality 0, which asks for the same bytes as Apple's tool.
    if target.dataFormat == .ima4, target.ima4Quality > 0 {
      target.wholePacketLimit = limit.use.includesLimit ? limit.seconds.nextUp : limit.seconds
    }
    target = try target.keepingPackets(of: arranged, limit: limit, monitor: quiet)
    var conversion = try Conversion(of: arranged, to: target, limit: limit)
    if !arrangement.isEmpty { conversion.arrangement = change }
    return conversion
  }
}
