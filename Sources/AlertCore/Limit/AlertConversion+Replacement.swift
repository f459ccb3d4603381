internal import SoundFormat

extension AlertConversion {
  /// Returns the conversion of the replacement for a sound that is too long, to the format asked for.
  func replacement() throws(SoundError) -> Conversion {
    let source = limit.defaultSound ?? DefaultSound.source(on: conversion.source.host)
    let replacement = try Conversion(of: source, to: targetOfReplacement(from: source))
    if source.statesExactLength, limit.isExceeded(by: replacement.header) {
      throw limit.excess(
        ofDefaultSound: limit.defaultSound,
        .exactly(seconds: replacement.header.playedDuration))
    }
    return replacement
  }

  /// Returns the target for the replacement, whose channels, length and format may differ from the
  /// sound's: what was asked for, without what only concerns the sound itself.
  func targetOfReplacement(from source: SoundSource) -> ConversionTarget {
    var target = conversion.target
    // Copied packets keep the source's format, so the replacement is converted to it.
    target.dataFormat = target.dataFormat ?? conversion.header.format.dataFormat
    target.inputLayout = nil
    target.firstFrame = 0
    target.frameLimit = nil
    target.fadeOutFrameCount = 0
    target.primingOverride = PrimingOverride()
    target.tagsSource = false
    target.keptLevels = nil
    if case .map(let sources) = target.channels { target.channels = .count(sources.count) }
    if let layout = target.outputLayout, layout.channelCount != target.channelCount(of: source) {
      target.outputLayout = nil
    }
    return target
  }
}
