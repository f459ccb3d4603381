internal import SoundFormat

extension AlertConversion {
  /// How long a trimmed sound fades, in seconds.
  private static let fadeOutDuration = 0.05
  /// The fade is held in memory, and files may state thousands of channels at millions of Hz.
  private static let fadeOutSampleLimit = 1 << 20

  /// The conversion of the sound's beginning, and how long that plays: shorter than the limit, once it is
  /// encoded.
  func trimmed(
    from length: AlertLength
  ) throws(ConversionError) -> (conversion: Conversion, seconds: Double) {
    var target = conversion.target
    guard target.dataFormat != nil else {
      throw excess(
        length, "copied packets can't be trimmed",
        advice: "name a data format, such as LEI16 or ima4, instead of 0")
    }
    let header = trimmedHeader
    guard header.frameCount > 0 else {
      throw excess(
        length, "no shorter sound has this rate and data format in this container",
        advice: "choose a higher rate, or -f caff")
    }
    target.frameLimit = header.frameCount
    target.fadeOutFrameCount = min(
      Int((Self.fadeOutDuration * header.format.sampleRate).rounded()),
      Self.fadeOutSampleLimit / header.format.channelCount)
    return (try Conversion(of: conversion.source, to: target), header.playedDuration)
  }

  /// The header with the frames that are left; none where even one would play too long.
  private var trimmedHeader: SoundHeader {
    var header = conversion.header
    header.copiedPacketCount = nil
    let duration = LengthLimit.trimmedDuration(under: limit.seconds)
    // 29.9 s are 29.9 s, though the product may lie a hair below a whole number of frames.
    header.frameCount = Int(min(duration * header.format.sampleRate + 1e-6, 0x1p53))
    while header.frameCount > 0, limit.isExceeded(by: header) {
      // Padding plays on: the last packet goes. IMA4's last one is never full.
      let framesPerPacket = header.format.framesPerPacket
      header.frameCount = header.frameCount / framesPerPacket * framesPerPacket - 1
    }
    return header
  }
}
