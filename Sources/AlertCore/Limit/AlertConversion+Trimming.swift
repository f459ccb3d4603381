internal import SoundFormat

extension AlertConversion {
  /// How long a trimmed sound fades, in seconds.
  private static let fadeOutDuration = 0.05
  /// Bounds the memory that holds the fade: files may state thousands of channels at millions of Hz.
  private static let fadeOutSampleLimit = 1 << 20

  /// Returns the conversion of the sound's beginning, and how long that plays once encoded: less than the
  /// limit.
  func trimmed(
    from length: AlertLength
  ) throws(SoundError) -> (conversion: Conversion, seconds: Double) {
    var target = conversion.target
    guard target.dataFormat != nil else {
      throw excess(
        length, "copied packets can't be trimmed",
        advice: "name a data format, such as LEI16 or ima4, instead of 0")
    }
    let header = trimmedHeader
    guard header.frameCount > 0 else {
      throw excess(
        length, "even one packet at this sample rate is too long",
        advice: "choose a higher rate, or -f caff")
    }
    target.frameLimit = header.frameCount
    target.fadeOutFrameCount = min(
      Int((Self.fadeOutDuration * header.format.sampleRate).rounded()),
      Self.fadeOutSampleLimit / header.format.channelCount)
    return (try Conversion(of: conversion.source, to: target), header.playedDuration)
  }

  /// The header with the remaining number of frames; 0 if even one would play too long.
  private var trimmedHeader: SoundHeader {
    var header = conversion.header
    header.copiedPacketCount = nil
    let duration = LengthLimit.trimmedDuration(under: limit.seconds)
    // Rounding errors may put the product just below a whole number of frames.
    header.frameCount = Int(saturating: min(duration * header.format.sampleRate + 1e-6, 0x1p53))
    while header.frameCount > 0, limit.isExceeded(by: header) {
      // Padding is played, too, so drop the last packet. IMA4's last one is never full.
      let framesPerPacket = header.format.framesPerPacket
      header.frameCount = header.frameCount / framesPerPacket * framesPerPacket - 1
    }
    return header
  }
}
