import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The options that say what to write.
struct OutputOptions {
  /// The output path; nil to choose a name.
  private(set) var path: FilePath?
  /// Whether the given name ends in a slash and so names a folder.
  private(set) var namesFolder = false
  var fileType: FourCharCode?
  var dataFormat: DataFormatSpecifier?
  var channelCount: Int?
  var channelMap: [Int?]?
  var mixesDown = false
  /// `-q`, from 0 to 127.
  var quality: Int?
  /// `-r`, from 0 to 127.
  var sourceQuality: Int?
  /// `--src-complexity`.
  var sourceComplexity: String?
  var dither: Dither?
  var tagsSource = false
  var usesFiller = true
  /// What `-v` prints for options that only concern unsupported codecs: Apple's wording and the value.
  var remarks: [String] = []

  mutating func place(at argument: CommandArgument) {
    path = argument.outputPath
    namesFolder = argument.namesFolder
  }

  mutating func apply(_ option: Option, _ values: [String]) throws(CommandLineError) {
    switch option {
    case .data: dataFormat = try Self.dataFormat(values[0])
    case .file: fileType = try option.code(values[0])
    case .channels: channelCount = try option.integer(values[0], in: 1...32_767)
    case .channelmap: channelMap = try Self.channelMap(values[0], option)
    case .mix: mixesDown = true
    case .sourceQuality: sourceQuality = try option.integer(values[0], in: 0...127)
    case .sourceComplexity:
      try option.check(values[0], isOneOf: ["line", "norm", "bats", "minp"])
      sourceComplexity = values[0]
    case .dither: dither = Dither(rawValue: try option.integer(values[0], in: 1...2))
    case .tag: tagsSource = true
    case .noFiller: usesFiller = false
    case .quality: quality = try option.integer(values[0], in: 0...127)
    // The options below concern encoders and metadata of compressed formats. Apple's tool also accepts them
    // for linear PCM and IMA4, where they don't change the sound.
    case .bitrate: remarks.append("bitrate = \(try option.integer(values[0], in: 0...Int.max))")
    case .strategy: remarks.append("strategy = \(try option.integer(values[0], in: 0...3))")
    case .userproperty, .decoderProperty, .encoderProperty:
      remarks.append("user property '\(try option.code(values[0]))' = \(values[1])")
    case .codecManufacturer: _ = try option.code(values[0])
    case .soundCheckGenerate, .anchorGenerate, .anchorLoudness, .mediaKind, .condensedFraming:
      break
    default: preconditionFailure("\(option) is for the input or for the whole command")
    }
  }

  private static func dataFormat(
    _ value: String
  ) throws(CommandLineError) -> DataFormatSpecifier {
    do throws(DataFormatSpecifier.ParseError) {
      return try DataFormatSpecifier(parsing: value)
    } catch {
      throw CommandLineError(message: error.description)
    }
  }

  /// Parses a list such as `1,0` or `0 -1`; −1 is silence.
  private static func channelMap(
    _ value: String, _ option: Option
  ) throws(CommandLineError) -> [Int?] {
    var map: [Int?] = []
    for part in value.split(whereSeparator: { ", ".contains($0) }) {
      let channel = try option.integer(String(part), in: -1...32_767)
      map.append(channel == -1 ? nil : channel)
    }
    guard !map.isEmpty else {
      throw CommandLineError(message: "\(option.spelling) takes a list of channels: 1,0")
    }
    return map
  }
}

extension Option {
  fileprivate func code(_ value: String) throws(CommandLineError) -> FourCharCode {
    guard let code = FourCharCode(typed: value) else {
      throw CommandLineError(
        message: "invalid 4-char-code argument for \(spelling): '\(value)'")
    }
    return code
  }
}
