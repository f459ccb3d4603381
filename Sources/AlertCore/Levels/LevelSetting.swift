internal import SoundFormat

/// How a conversion with a ``LevelTarget`` has changed its frames. The same can be done to the original, to compare it
/// with the copy.
package struct LevelSetting: Hashable, Sendable {
  /// How much the whole sound is raised, in dB.
  package var gain: Double
  /// Where the limiter keeps the wave, in dBTP; nil if it does nothing.
  package var ceiling: Double?

  package init(gain: Double, ceiling: Double?) {
    self.gain = gain
    self.ceiling = ceiling
  }

  func limiter(for format: StreamFormat) -> TruePeakLimiter {
    TruePeakLimiter(
      sampleRate: format.sampleRate, channelCount: format.channelCount,
      gain: .amplitude(ofDecibels: gain),
      ceiling: ceiling.map { .amplitude(ofDecibels: $0) } ?? .infinity)
  }
}

extension LevelSetting {
  /// The setting as text that gives it back exactly.
  package var text: String {
    [gain.bitPattern, ceiling?.bitPattern].compactMap { $0.map { String($0) } }
      .joined(separator: ",")
  }

  /// Reads the text; nil if it isn't one.
  package init?(text: String) {
    var numbers: [Double] = []
    for part in text.utf8.split(separator: UInt8(ascii: ",")) {
      guard let bits = UInt64(String(part) ?? ""), case let number = Double(bitPattern: bits),
        number.magnitude <= 1000
      else { return nil }
      numbers.append(number)
    }
    guard 1...2 ~= numbers.count else { return nil }
    self.init(gain: numbers[0], ceiling: numbers.count == 2 ? numbers[1] : nil)
  }
}

extension SoundSource {
  /// Returns the sound with its levels changed, in memory.
  ///
  /// - Throws: `SoundError` of the step `reading`.
  package func levelled(
    by setting: LevelSetting, monitor: Monitor = Monitor()
  ) throws(SoundError) -> SoundSource {
    var limiter = setting.limiter(for: format)
    var planes = ChannelPlanes(channelCount: format.channelCount)
    var samples: [Float] = []
    func append(_ channels: [[Double]]) {
      for frame in 0..<channels[0].count {
        for channel in channels { samples.append(Float(channel[frame])) }
      }
    }
    let reader = try reading(frames())
    while let block = try reading(reader.next()) {
      try monitor.checkCancellation(reading: self)
      planes.fill(from: block)
      append(limiter.limit(planes.channels))
    }
    append(limiter.finish())
    return replacingStructure(
      by: DecodedSound(
        .float32(samples), sampleRate: format.sampleRate, channelCount: format.channelCount,
        formatID: format.dataFormat.formatID, losslessSampleType: nil, typeName: ""))
  }
}
