internal import SoundFormat

extension Conversion {
  /// Rejects levels that are out of range.
  static func check(_ levels: LevelTarget) throws(SoundError) {
    func check(
      _ value: Double, of name: String, in range: ClosedRange<Double>, _ unit: String
    ) throws(SoundError) {
      guard !range.contains(value) else { return }
      let bounds = [range.lowerBound, range.upperBound].map { decimalText($0, decimals: 1) }
      throw SoundError(
        .choosingCodec, nil,
        .sound(
          .unsupported,
          reason: "the \(name) is \(decimalText(value, decimals: 3)) \(unit), not from"
            + " \(bounds[0]) to \(bounds[1])"))
    }
    if let loudness = levels.loudness {
      try check(loudness, of: "loudness", in: LevelTarget.loudnessRange, "LUFS")
    }
    try check(levels.truePeak, of: "true peak", in: LevelTarget.truePeakRange, "dBTP")
  }

  /// Rejects a loudness for an output whose loudness can't be measured.
  static func checkLoudness(
    of source: SoundSource, _ format: StreamFormat, _ target: ConversionTarget
  ) throws(SoundError) {
    guard target.levels?.loudness != nil, KWeighting(sampleRate: format.sampleRate) == nil else {
      return
    }
    throw SoundError(
      .choosingCodec, source.file,
      .sound(
        .unsupported,
        reason: "loudness can't be measured at \(decimalText(format.sampleRate, decimals: 3)) Hz"),
      advice: "choose a rate of 4000 Hz or more")
  }

  /// Converts to a whole file with certain levels.
  func runLevelled(
    to levels: LevelTarget, into output: some ByteSink, monitor: Monitor
  ) throws(SoundError) -> ConvertedSound {
    if let kept = target.keptLevels, let copying = packetRewriting {
      return try runCopying(copying, into: output, kept, monitor: monitor)
    }
    var levelling = try Levelling(of: self, to: levels, monitor: monitor)
    if let copying = packetRewriting {
      if levelling.complies {
        let monitor = monitor.part(0.2...1)
        return try runCopying(copying, into: output, levelling.unchanged, monitor: monitor)
      }
      if target.dataFormat == nil { throw uncopiable }
    }
    let header = levelling.header
    let bytes = try source.reading(header.headerBytes())
    try output.write(bytes)
    let sound = try levelling.encode(
      restart: { () throws(SoundError) in
        try output.restart()
        try output.write(bytes)
      }, { packets throws(SoundError) in try output.write(packets) })
    try output.write(header.trailerBytes)
    return sound
  }

  private func runCopying(
    _ copying: (SoundFile, PacketRewriting), into output: some ByteSink, _ levels: LevelChange,
    monitor: Monitor
  ) throws(SoundError) -> ConvertedSound {
    try rewritePackets(of: copying.0, copying.1, into: output, monitor: monitor)
    return ConvertedSound(header: header, truncation: source.truncation, levels: levels)
  }

  /// Rejects copying packets whose levels would have to change.
  func checkCopiedLevels(monitor: Monitor) throws(SoundError) {
    guard target.dataFormat == nil, let levels = target.levels, target.keptLevels == nil else {
      return
    }
    guard try Levelling(of: self, to: levels, monitor: monitor).complies else { throw uncopiable }
  }

  private var uncopiable: SoundError {
    SoundError(
      .choosingCodec, source.file,
      .sound(.unsupported, reason: "copied packets keep their loudness and true peak"),
      advice: "name a data format, such as LEI16 or ima4, instead of 0")
  }
}
