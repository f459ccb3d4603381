internal import SoundFormat

extension AlertConversion {
  /// Returns the conversion of the replacement for a sound that is too long, to the format asked for.
  func replacement() throws(ConversionError) -> Conversion {
    let source = limit.defaultSound ?? DefaultSound.source(on: conversion.source.host)
    let replacement = try Conversion(of: source, to: targetOfReplacement(from: source))
    if source.statesExactLength, limit.isExceeded(by: replacement.header) {
      throw limit.excess(
        ofDefaultSound: limit.defaultSound,
        .exactly(seconds: replacement.header.playedDuration))
    }
    return replacement
  }

  /// Returns the target for the replacement, whose channels, length and format may differ from the sound's.
  private func targetOfReplacement(from source: SoundSource) -> ConversionTarget {
    let asked = conversion.target
    let format = conversion.header.format
    var target = ConversionTarget(
      container: asked.container,
      // Copied packets keep the source's format, so the replacement is converted to it.
      dataFormat: asked.dataFormat ?? format.dataFormat)
    target.sampleRate = asked.sampleRate
    target.resamplingQuality = asked.resamplingQuality
    target.ima4Quality = asked.ima4Quality
    target.dither = asked.dither
    target.usesFiller = asked.usesFiller
    switch asked.channels {
    case .unchanged, .count, .mixed: target.channels = asked.channels
    case .map(let sources): target.channels = .count(sources.count)
    }
    if let layout = asked.outputLayout, layout.channelCount == target.channelCount(of: source) {
      target.outputLayout = layout
    }
    return target
  }
}
