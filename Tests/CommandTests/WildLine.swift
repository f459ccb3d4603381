import SoundFormat
import TestSupport

/// A command line from a public script, with its inputs and its expected result.
struct WildLine: Sendable, CustomStringConvertible {
  /// The line's number in the project's collection; a letter tells variants apart.
  let number: String
  /// The line as in its script, without the folder of `afconvert`.
  let line: String
  /// The script's earlier lines: variables, functions.
  let setup: String
  let inputs: [WildInput]
  let result: Result

  enum Result: Sendable {
    /// The line creates these files and no others.
    case outputs([WildOutput])
    /// The line creates no files, exits with this status, and prints the text to standard error.
    case failure(status: Int32, String)
  }

  init(
    _ number: String, _ line: String, given setup: String = "", _ inputs: WildInput...,
    to outputs: WildOutput...
  ) {
    self.number = number
    self.line = line
    self.setup = setup
    self.inputs = inputs
    result = .outputs(outputs)
  }

  init(
    _ number: String, _ line: String, given setup: String = "", _ inputs: WildInput...,
    fails status: Int32 = 1, saying text: String
  ) {
    self.number = number
    self.line = line
    self.setup = setup
    self.inputs = inputs
    result = .failure(status: status, text)
  }

  var description: String { "\(number). \(line)" }

  /// Whether this package decodes all inputs itself.
  var usesOwnFormats: Bool {
    inputs.allSatisfy { if case .own = $0.content { true } else { false } }
  }

  /// Whether FFmpeg makes and decodes an input.
  var usesFFmpeg: Bool {
    inputs.contains { if case .encoded = $0.content { true } else { false } }
  }
}

/// A file to create before a line runs.
struct WildInput: Sendable {
  enum Content: Sendable {
    case own(Container, DataFormat?)
    /// libsndfile's code for a container and an encoding.
    case foreign(Int)
    /// What FFmpeg makes of a sound, by the file's extension.
    case encoded
  }

  let name: String
  let content: Content
  let rate: Double
  let channelCount: Int

  /// A little more than a tenth of a second, so that no change of rate gives a whole number of frames.
  static let frameCount = 4807

  private init(_ name: String, _ content: Content, _ rate: Double, _ channelCount: Int) {
    self.name = name
    self.content = content
    self.rate = rate
    self.channelCount = channelCount
  }

  static func wave(
    _ name: String, _ dataFormat: DataFormat? = nil, rate: Double = 44_100, channels: Int = 2
  ) -> WildInput {
    WildInput(name, .own(.wave, dataFormat), rate, channels)
  }

  static func aiff(_ name: String, rate: Double = 44_100, channels: Int = 2) -> WildInput {
    WildInput(name, .own(.aiff, nil), rate, channels)
  }

  static func caf(
    _ name: String, _ dataFormat: DataFormat? = nil, rate: Double = 44_100, channels: Int = 2
  ) -> WildInput {
    WildInput(name, .own(.caf, dataFormat), rate, channels)
  }

  static func mp3(_ name: String, rate: Double = 44_100, channels: Int = 2) -> WildInput {
    WildInput(name, .foreign(Libsndfile.mp3), rate, channels)
  }

  static func ogg(_ name: String, rate: Double = 44_100, channels: Int = 2) -> WildInput {
    WildInput(name, .foreign(Libsndfile.vorbis), rate, channels)
  }

  static func flac(_ name: String, rate: Double = 44_100, channels: Int = 2) -> WildInput {
    WildInput(name, .foreign(Libsndfile.flac), rate, channels)
  }

  static func m4a(_ name: String) -> WildInput { WildInput(name, .encoded, 44_100, 2) }

  func bytes() throws -> [UInt8] {
    let sound = PlainSound(
      .bell, channelCount: channelCount, frameCount: Self.frameCount, sampleRate: rate)
    return switch content {
    case .own(let container, let dataFormat): try sound.file(container, dataFormat)
    case .foreign(let format): try sound.file(libsndfile: format)
    case .encoded: try sound.file(ffmpeg: name)
    }
  }

  /// The file's number of frames. libsndfile says how many an encoder wrote.
  func frameCount(in bytes: [UInt8]) throws -> Int {
    guard case .foreign = content else { return Self.frameCount }
    return try Libsndfile.read(bytes, as: Float.self).info.frameCount
  }
}

/// A file that a line must create.
struct WildOutput: Sendable {
  let name: String
  let container: Container
  /// In the spelling of `-d`.
  let dataFormat: String
  let rate: Double
  let channelCount: Int

  init(
    _ name: String, _ container: Container, _ dataFormat: String, rate: Double = 44_100,
    channels: Int = 2
  ) {
    self.name = name
    self.container = container
    self.dataFormat = dataFormat
    self.rate = rate
    self.channelCount = channels
  }

  /// The number of frames it must have.
  func frameCount(ofSource frameCount: Int, at sourceRate: Double) -> Int {
    let exact = Double(frameCount) * rate / sourceRate
    let resampled = Int(rate < sourceRate ? exact.rounded(.up) : exact.rounded(.down))
    // AIFF-C can't store the number of frames in the last packet.
    return container == .aifc && dataFormat == "ima4" ? (resampled / 64 + 1) * 64 : resampled
  }
}
