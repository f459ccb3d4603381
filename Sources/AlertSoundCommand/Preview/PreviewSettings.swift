import AlertSound
import ArgumentParser
import SoundFormat

extension Preview {
  /// Returns the fields of the page's form that differ from their defaults, as texts.
  ///
  /// - Throws: `ValidationError` if the form can't state an option: the page would make other files than the command.
  func settings() throws -> JSON {
    let (target, limit) = (converter.target, converter.limit)
    let (preparation, arrangement) = (command.options.preparation, converter.arrangement)
    let container = "\(target.container.fileType)"
    if target.resamplingMethod != .bandLimited { throw Self.refusal("--resampler or -r") }
    if limit.defaultSound != nil { throw Self.refusal("--default-sound") }
    if !["caff", "AIFC", "AIFF", "WAVE"].contains(container) {
      throw Self.refusal("-f \(container)")
    }
    let channelCount = if case .mixed(let count) = target.channels { "\(count)" } else { "" }
    var fields = [
      ("use", limit.use.rawValue, usual: "notification"), ("over-limit", limit.policy.rawValue, ""),
      ("container", container, "caff"), ("format", try Self.format(of: target), ""),
      ("channels", channelCount, ""),
    ].filter { $0.1 != $0.usual }.map { ($0.0, $0.1.json) }
    // For each number of the form: the field, the option, the value, and the range that the form accepts.
    let numbers: [(name: String, option: String, value: Double?, range: ClosedRange<Double>)] = [
      ("rate", "a rate of", target.sampleRate, 1...768_000),
      ("limit", "--limit", limit.seconds == 30 ? nil : limit.seconds, 0.1...600),
      ("loudness", "--loudness", preparation.loudness?.value, LevelTarget.loudnessRange),
      ("true-peak", "--true-peak", preparation.truePeak?.value, LevelTarget.truePeakRange),
      ("silence-threshold", "--silence-threshold", arrangement.silenceThreshold, -100...0),
      ("trim-start", "--trim", arrangement.span?.start, 0...86_400),
      ("trim-end", "--trim", arrangement.span?.end, 0...86_400),
      ("fade-in", "--fade-in", preparation.fadeIn?.seconds, 0...86_400),
      ("fade-out", "--fade-out", preparation.fadeOut?.seconds, 0...86_400),
      ("repeat", "--repeat", preparation.repetition?.seconds, 0...180),
      ("gap", "--gap", preparation.gap?.seconds, 0...180),
    ]
    for (name, option, value, range) in numbers {
      guard let value else { continue }
      let text = decimalText(value, decimals: 6)
      guard range.contains(value), Double(text) == value else {
        throw Self.refusal("\(option) \(value)")
      }
      fields.append((name, text.json))
    }
    return .object(fields)
  }

  /// Returns the data format's code without the endianness; for IMA4, with the quality. Throws if linear PCM is
  /// little-endian in an AIFF or AIFC, or big-endian in another container.
  private static func format(of target: ConversionTarget) throws -> String {
    let format = target.dataFormat ?? target.container.defaultDataFormat
    guard let word = format.pcmEncoding?.description else {
      let quality =
        target.dataFormat == nil ? IMA4SearchEncoder.defaultQuality : target.ima4Quality
      return "\(format.formatID)" + (format == .ima4 ? "-\(quality)" : "")
    }
    let (order, other) = target.container.family == .aiff ? ("BE", "LE") : ("LE", "BE")
    if word.hasPrefix(other) { throw refusal("-d \(word) in \(target.container.fileType)") }
    return word.hasPrefix(order) ? String(word.dropFirst(order.count)) : word
  }

  private static func refusal(_ words: String) -> ValidationError {
    ValidationError(
      "the page's form can't state \(words); leave that out, or print --markdown without -o")
  }
}
