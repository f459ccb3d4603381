import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The options for the input. They apply to all outputs, wherever they appear.
struct InputOptions {
  var path = FilePath()
  /// How the input and the default sound are opened.
  var policy = InputPolicy()
  /// The first frame to read.
  var firstFrame = 0
  var primingOverride = PrimingOverride()
  /// The layouts of `-l`: one for the output, or two for the input and the output.
  var layouts: [ChannelLayout] = []

  /// Applies an option's values.
  ///
  /// - Returns: Whether it was one of these options.
  mutating func apply(
    _ option: Option, _ values: [String]
  ) throws(CommandLineError) -> Bool {
    switch option {
    case .noImport: policy.importsForeignFormats = false
    case .allowTruncated: policy.acceptsTruncatedFiles = true
    case .maxBytes:
      try policy.lowerByteLimit(to: values[0], by: option.spelling)
    case .maxSeconds:
      try policy.lowerDurationLimit(to: values[0], by: option.spelling)
    case .offset:
      firstFrame = try option.integer(values[0], in: 0...Int.max)
    case .readTrack:
      guard try option.integer(values[0], in: 0...Int.max) == 0 else {
        throw CommandLineError(
          message: "\(option.spelling): the files read here have one track, number 0")
      }
    case .primeOverride:
      // -1 keeps what the file says.
      let counts = [
        try option.integer(values[0], in: -1...Int.max),
        try option.integer(values[1], in: -1...Int.max),
      ]
      primingOverride = PrimingOverride(
        primingFrameCount: counts[0] == -1 ? nil : counts[0],
        remainderFrameCount: counts[1] == -1 ? nil : counts[1])
    case .channellayout:
      guard let layout = ChannelLayout(tagName: values[0]) else {
        throw CommandLineError(message: "unknown channel layout tag: \(values[0])")
      }
      guard layouts.count < 2 else {
        throw CommandLineError(message: "too many channel layout tags!")
      }
      layouts.append(layout)
    case .generateHash, .copyHash, .checkHash:
      // Accepting these without effect would suggest a check that doesn't happen.
      throw CommandLineError(
        message: "\(option.spelling): where Apple's tool stores the hash is unknown; leave it out")
    case .primeMethod:
      try option.check(values[0], isOneOf: ["Pre", "Normal", "None"])
    // These concern codecs and containers that aren't supported here, or Apple's own development. Like
    // Apple's tool, accept them for any sound.
    case .decodeFormatID, .soundCheckRead, .gaplessBefore, .gaplessAfter, .leaks, .profile: break
    default: return false
    }
    return true
  }
}

extension Option {
  /// Parses a number as C's `scanf("%d")` does, ignoring anything after the digits.
  func integer(
    _ value: String, in range: ClosedRange<Int>
  ) throws(CommandLineError) -> Int {
    let text = value.drop { $0 == " " }
    let sign = text.prefix { "+-".contains($0) }.prefix(1)
    let digits = text.dropFirst(sign.count).prefix { $0.isNumber && $0.isASCII }
    guard let number = Int(sign + digits) else {
      throw CommandLineError(message: "invalid integer argument for \(spelling): '\(value)'")
    }
    guard range.contains(number) else {
      let limit =
        range.upperBound == .max
        ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
      throw CommandLineError(message: "\(spelling) takes \(limit), not \(value)")
    }
    return number
  }

  /// Throws if a value isn't one of the option's words.
  func check(_ value: String, isOneOf words: [String]) throws(CommandLineError) {
    guard words.contains(value) else {
      throw CommandLineError(
        message: "\(spelling) takes \(words.joined(separator: ", ")), not '\(value)'")
    }
  }
}
