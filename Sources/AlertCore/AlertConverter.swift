internal import SoundFormat

/// Makes alerts that iOS plays from any sounds, with the same settings for all of them.
///
/// The default target is that of `alertsound convert`, IMA4 in a CAF. By default, a sound that is too long is an error. A
/// sound that already is IMA4 keeps its codes if the settings allow it.
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
  /// What part of each sound plays, and how often. The limit applies to the result.
  public var arrangement: Arrangement
  /// Which inputs are refused, and whether other decoders may read them.
  public var inputPolicy: InputPolicy

  /// - Parameters:
  ///   - target: The format to convert to.
  ///   - limit: How long an alert may be, and what happens to a longer sound.
  ///   - arrangement: What part of each sound plays, and how often.
  ///   - inputPolicy: Which inputs are refused, and whether other decoders may read them.
  public init(
    to target: ConversionTarget = .alert, limit: LengthLimit = LengthLimit(.fail),
    arrangement: Arrangement = Arrangement(), inputPolicy: InputPolicy = InputPolicy()
  ) {
    self.target = target
    self.limit = limit
    self.arrangement = arrangement
    self.inputPolicy = inputPolicy
  }

  /// The arrangement of an alert: sounds repeat below the limit.
  package var limitedArrangement: Arrangement { arrangement.limited(by: limit) }

  /// Plans the conversion of a sound.
  ///
  /// - Parameter monitor: Can cancel the search for silence and the measuring of levels.
  package func conversion(
    of source: SoundSource, monitor: Monitor = Monitor()
  ) throws(SoundError) -> Conversion {
    // Don't report progress: this is fast.
    let quiet = Monitor(isCancelled: monitor.cancels)
    let (arranged, change) = try source.arranged(by: limitedArrangement, monitor: quiet)
    var target = target
    // Old programs don't read the header of a WAVE file that states a layout.
    if target.container.family == .wave { target.hasApplesWAVEHeader = false }
    // A quality of 0 asks for Apple's bytes.
    if target.dataFormat == .ima4, target.ima4Quality > 0 {
      target.wholePacketLimit = limit.use.includesLimit ? limit.seconds.nextUp : limit.seconds
    }
    target = try target.keepingPackets(of: arranged, limit: limit, monitor: quiet)
    var conversion = try Conversion(of: arranged, to: target, limit: limit)
    if !arrangement.isEmpty { conversion.arrangement = change }
    return conversion
  }
}
