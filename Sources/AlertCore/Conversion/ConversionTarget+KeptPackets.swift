internal import SoundFormat

extension ConversionTarget {
  /// Returns the target that keeps the packets of an IMA4 sound that stays IMA4: encoding it again
  /// would only add noise. Returns the same target for any other sound, and if the packets can't be
  /// copied.
  ///
  /// - Parameter limit: How long the sound may be.
  package func keepingPackets(of source: SoundSource, limit: LengthLimit) -> ConversionTarget {
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
      (try? Conversion(of: source, to: copying)) != nil
    else { return self }
    return copying
  }
}
