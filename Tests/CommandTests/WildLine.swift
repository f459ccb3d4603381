import SoundFormat
import TestSupport

/// A command line from a public script, with what it needs and what must come of it.
struct WildLine: Sendable, CustomStringConvertible {
  /// The line's number in the project's collection; a letter tells variants apart.
  let number: String
  /// The line as it stands in its script, without the folder of `afconvert`.
  let line: String
  /// What the script did before: variables, functions.
  let setup: String
  let inputs: [WildInput]
  let result: Result

  enum Result: Sendable {
    /// These files come into being, and no others.
    case outputs([WildOutput])
    /// Nothing comes into being; the status is this one and standard error contains the text.
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
}

/// A file to make before a line runs.
struct WildInput: Sendable {
  enum Content: Sendable {
    case own(Container, DataFormat?)
    /// A container and an encoding of libsndfile's.
    case foreign(Int)
    /// What an `m4a` begins with.
    case mpeg4
  }

  let name: String
  let content: Content
  let rate: Double
  let channelCount: Int

  /// A tenth of a second and a little, so that no change of rate gives a whole number of frames.
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

  static func m4a(_ name: String) -> WildInput { WildInput(name, .mpeg4, 44_100, 2) }

  func bytes() throws -> [UInt8] {
    let sound = PlainSound(
      .bell, channelCount: channelCount, frameCount: Self.frameCount, sampleRate: rate)
    return switch content {
    case .own(let container, let dataFormat): try sound.file(container, dataFormat)
    case .foreign(let format): try sound.file(libsndfile: format)
    case .mpeg4:
      hex("0000001C 66747970 4D344120 00000000 4D344120 6D703432 69736F6D 00000008")
        + Array("free".utf8)
    }
  }

  /// How many frames a file has: libsndfile says how many an encoder made of them.
  func frameCount(in bytes: [UInt8]) throws -> Int {
    guard case .foreign = content else { return Self.frameCount }
    return try Libsndfile.read(bytes, as: Float.self).info.frameCount
  }
}

/// A file a line must make.
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

  /// How many frames it must have.
  func frameCount(ofSource frameCount: Int, at sourceRate: Double) -> Int {
    let exact = Double(frameCount) * rate / sourceRate
    let resampled = Int(rate < sourceRate ? exact.rounded(.up) : exact.rounded(.down))
    // AIFF-C has no place for the number of frames in the last packet.
    return container == .aifc && dataFormat == "ima4" ? (resampled / 64 + 1) * 64 : resampled
  }
}
