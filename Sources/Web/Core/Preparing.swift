import AlertCore
import SoundFormat

extension Request {
  func arrangement() throws(SoundError) -> Arrangement {
    var arrangement = Arrangement()
    arrangement.span = Arrangement.Span(
      start: try positiveNumber("trim-start"), end: try positiveNumber("trim-end"))
    arrangement.silenceThreshold = try number("silence-threshold")
    arrangement.fadeInOfEachPlay = try positiveNumber("fade-in") ?? 0
    arrangement.fadeOutOfEachPlay = try positiveNumber("fade-out") ?? 0
    guard let seconds = try positiveNumber("repeat") else { return arrangement }
    arrangement.repetition = .init(seconds: seconds, gap: try positiveNumber("gap") ?? 0)
    return try arrangement.limited(by: limit())
  }

  /// Returns the loudness and the true peak that the request asks for; nil if the request asks for neither.
  func levels() throws(SoundError) -> LevelTarget? {
    let (loudness, truePeak) = (try number("loudness"), try number("true-peak"))
    guard loudness != nil || truePeak != nil else { return nil }
    return LevelTarget(loudness: loudness, truePeak: truePeak ?? LevelTarget.defaultTruePeak)
  }

  /// Returns the arrangement and the levels as options of `alertsound convert`. The options have the names of the keys.
  func preparationWords() throws(SoundError) -> [String] {
    func text(_ key: String) throws(SoundError) -> String? {
      try number(key).map { decimalText($0, decimals: 6) }
    }
    var words: [String] = []
    for key in ["loudness", "true-peak", "fade-in", "fade-out", "repeat", "gap"] {
      guard key != "gap" || self["repeat"] != nil, let value = try text(key) else { continue }
      words += ["--" + key, value]
    }
    if let threshold = try number("silence-threshold") {
      words.append("--trim-silence")
      if threshold != Arrangement.defaultSilenceThreshold {
        words += ["--silence-threshold", decimalText(threshold, decimals: 6)]
      }
    }
    let (start, end) = (try text("trim-start"), try text("trim-end"))
    if start != nil || end != nil { words += ["--trim", "\(start ?? ""):\(end ?? "")"] }
    return words
  }

  /// Returns a sound as it is before levelling and encoding: arranged and, if the request says so, mixed down from more
  /// than two channels and trimmed to the limit.
  ///
  /// - Parameter copy: A conversion of the sound. If there is one, the sound is trimmed only if the copy is shorter.
  func prepared(
    _ source: SoundSource, like copy: SoundSource? = nil
  ) throws(SoundError) -> SoundSource {
    var (sound, _) = try source.arranged(by: arrangement())
    if sound.format.channelCount > 2, let channelCount = try channelCount() {
      var target = ConversionTarget(
        container: .caf, dataFormat: .linearPCM(PCMEncoding(.float32, .little)))
      target.channels = .mixed(channelCount)
      sound = try opened(AnyByteSource(Conversion(of: sound, to: target).inMemory().bytes))
    }
    guard self["over-limit"] == OverLimitPolicy.trim.rawValue else { return sound }
    let limit = try limit()
    let isTrimmed =
      copy.map { $0.seconds < sound.seconds - 0.01 } ?? limit.isExceeded(by: sound.seconds)
    guard isTrimmed else { return sound }
    let (rate, seconds) = (
      sound.format.sampleRate, LengthLimit.trimmedDuration(under: limit.seconds)
    )
    var beginning = Arrangement()
    // Trim to a whole number of frames, as a conversion does.
    beginning.span = .init(end: (seconds * rate + 1e-6).rounded(.down) / rate)
    beginning.fadeOutOfEachPlay = LengthLimit.fadeOutDuration
    return try sound.arranged(by: beginning).source
  }

  /// Returns the original sound, arranged and, if there is a copy, levelled like the copy. A comparison with the copy
  /// then shows only what the format changed.
  ///
  /// - Returns: The sound; and, if the sound can't be compared with the copy, the reason. Otherwise, the reason is nil.
  func comparable(
    to copy: SoundSource?
  ) throws(SoundError) -> (sound: SoundSource, reason: String?) {
    let arranged = try prepared(opened(), like: copy)
    guard let copy, let text = self["levelling"] else { return (arranged, nil) }
    guard let setting = LevelSetting(text: text) else { throw Self.error("levelling is \(text)") }
    let (one, other) = (arranged.format, copy.format)
    guard
      setting.ceiling == nil
        || one.sampleRate == other.sampleRate && one.channelCount == other.channelCount
    else {
      return (arranged, "at another rate or with other channels, the limiter acts differently")
    }
    return (try arranged.levelled(by: setting), nil)
  }
}

extension SoundSource {
  fileprivate var seconds: Double { Double(frameCount) / format.sampleRate }
}
