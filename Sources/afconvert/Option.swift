/// An option of Apple's `afconvert`, or one that this toolkit adds. The added ones have no short form.
///
/// Source: the help of macOS 10.9 and later, and shell completions made from newer ones.
enum Option: String, CaseIterable {
  case data, channels, channelmap, channellayout, bitrate, quality
  case sourceQuality = "src-quality"
  case sourceComplexity = "src-complexity"
  case strategy
  case primeMethod = "prime-method"
  case primeOverride = "prime-override"
  case noFiller = "no-filler"
  case soundCheckGenerate = "soundcheck-generate"
  case mediaKind = "media-kind"
  case anchorLoudness = "anchor-loudness"
  case anchorGenerate = "anchor-generate"
  case generateHash = "generate-hash"
  case codecManufacturer = "codec-manuf"
  case dither, mix, userproperty
  case decoderProperty = "ud"
  case encoderProperty = "ue"
  case readTrack = "read-track"
  case offset
  case decodeFormatID = "decode-formatid"
  case soundCheckRead = "soundcheck-read"
  case copyHash = "copy-hash"
  case checkHash = "check-hash"
  case gaplessBefore = "gapless-before"
  case gaplessAfter = "gapless-after"
  case output = "o"
  case file
  case condensedFraming = "condensed-framing"
  case verbose, tag, leaks, profile
  case helpFormats = "help-formats"
  case help
  // The toolkit's own.
  case noImport = "no-import"
  case allowTruncated = "allow-truncated"
  case maxBytes = "max-bytes"
  case maxSeconds = "max-seconds"
  case overLimit = "over-limit"
  case limit
  case defaultSound = "default-sound"
  case version

  /// Finds the option that an argument spells.
  ///
  /// After two dashes the whole name must match. After one, Apple's tool looks only at the next letter, so
  /// that `-data` and `-file` work, too. `-hf`, `-ud` and `-ue` are distinguished by their second letter.
  init?(argument: String) {
    if argument.hasPrefix("--") {
      let name = argument.dropFirst(2)
      guard let option = Self.allCases.first(where: { $0.longName == String(name) }) else {
        return nil
      }
      self = option
      return
    }
    let letters = argument.dropFirst()
    let twoLetters: Option? =
      switch letters.prefix(2) {
      case "hf": .helpFormats
      case "ud": .decoderProperty
      case "ue": .encoderProperty
      default: nil
      }
    guard let option = twoLetters ?? letters.first.flatMap({ Self.byLetter[$0] }) else {
      return nil
    }
    self = option
  }

  private static let byLetter: [Character: Option] = [
    "d": .data, "c": .channels, "m": .channelmap, "l": .channellayout, "b": .bitrate,
    "q": .quality, "r": .sourceQuality, "s": .strategy, "u": .userproperty, "o": .output,
    "f": .file, "v": .verbose, "t": .tag, "h": .help,
  ]

  /// The name after two dashes; nil for options that have only a short form.
  private var longName: String? {
    switch self {
    case .output, .decoderProperty, .encoderProperty: nil
    default: rawValue
    }
  }

  /// How Apple's messages spell the option: `-c | --channels`.
  var spelling: String {
    let letter = Self.byLetter.first { $0.value == self }?.key
    guard let longName else { return "-\(rawValue)" }
    return (letter.map { "-\($0) | " } ?? "") + "--\(longName)"
  }

  /// How many arguments follow the option.
  var valueCount: Int {
    switch self {
    case .noFiller, .noImport, .allowTruncated, .soundCheckGenerate, .anchorGenerate,
      .generateHash, .mix, .soundCheckRead, .copyHash, .checkHash, .verbose, .tag, .leaks, .profile,
      .helpFormats, .help, .version:
      0
    case .primeOverride, .userproperty, .decoderProperty, .encoderProperty: 2
    default: 1
    }
  }
}
