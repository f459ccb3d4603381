internal import SoundFormat

extension ConversionTarget {
  /// Returns the target that keeps the packets of an IMA4 sound that stays IMA4: encoding it again
  /// would only add noise. Returns the same target for any other sound, and if the packets can't be
  /// copied or aren't at the target's levels, for which the sound is measured.
  ///
  /// - Parameters:
  ///   - limit: How long the sound may be.
  ///   - monitor: Can cancel measuring.
  /// - Throws: `SoundError` if the sound can't be measured, or on cancellation.
  package func keepingPackets(
    of source: SoundSource, limit: LengthLimit, monitor: Monitor = Monitor()
  ) throws(SoundError) -> ConversionTarget {
    guard dataFormat == .ima4, source.format.dataFormat == .ima4,
      channelCount(of: source) == source.format.channelCount,
      sampleRate ?? source.format.sampleRate == source.format.sampleRate,
      source.soundFile != nil
    else { return self }
    if case .map = channels { return self }
    var copying = self
    copying.dataFormat = nil
    copying.dither = nil
    guard firstFrame == 0, limit.policy != .trim,
      let conversion = try? Conversion(of: source, to: copying)
    else { return self }
    // A sound that is too long is replaced or left out, whatever its levels.
    if let levels, limit.policy == .warn || !limit.isExceeded(by: conversion.header) {
      let levelling = try Levelling(of: conversion, to: levels, monitor: monitor)
      guard levelling.complies else { return self }
      copying.keptLevels = levelling.unchanged
    }
    return copying
  }
}
