import AlertSound
import CommandSupport
import SoundFormat

/// A page that shows sounds and plays them. It is one file, without sounds.
struct PreviewPage {
  /// The bytes before what the page shows, and those after it.
  private let parts: (before: [UInt8], after: [UInt8])

  /// Where the sounds go. The page has this exactly once.
  private static let place = (
    start: Array(#"<script type="application/json" id="preview">"#.utf8), list: Array("null".utf8),
    end: Array("</script>".utf8)
  )

  /// Takes a page; nil if there is no place for sounds in it, or more than one.
  init?(template: [UInt8]) {
    let place = Self.place.start + Self.place.list + Self.place.end
    let starts = template.indices.filter {
      template[$0] == place[0] && template[$0...].starts(with: place)
    }
    guard starts.count == 1 else { return nil }
    let start = starts[0] + Self.place.start.count
    parts = (Array(template[..<start]), Array(template[(start + Self.place.list.count)...]))
  }

  /// How many bytes the page has without sounds.
  var byteCount: Int { parts.before.count + parts.after.count }

  /// Returns the page with sounds in it, in this order.
  ///
  /// - Parameter list: The name of the page beside it that lists all pages; nil for none.
  func page(
    with sounds: [PreviewedSound], of preview: Preview, list: String? = nil
  ) throws -> [UInt8] {
    parts.before + (try Self.json(of: sounds, preview, list: list)) + parts.after
  }

  /// The sounds and how they were converted, as JSON that can be inside HTML.
  static func json(
    of sounds: [PreviewedSound], _ preview: Preview, list: String? = nil
  ) throws -> [UInt8] {
    let bytes = try jsonBytes(PreviewJSON(sounds, preview, list: list))
    let lessThan = UInt8(ascii: "<")
    guard bytes.contains(lessThan) else { return bytes }
    // It only occurs in strings, and could begin the end of the script.
    var escaped: [UInt8] = []
    escaped.reserveCapacity(bytes.count + 64)
    for part in bytes.split(separator: lessThan, omittingEmptySubsequences: false) {
      if part.startIndex > 0 { escaped += "\\u003c".utf8 }
      escaped += part
    }
    return escaped
  }
}

/// What the page shows. A field without a value is `null`.
struct PreviewJSON: Encodable {
  let options: PreviewOptionsJSON
  let sounds: [PreviewedSoundJSON]
  /// The page that lists all pages.
  let list: String?

  init(_ sounds: [PreviewedSound], _ preview: Preview, list: String?) {
    self.list = list
    options = PreviewOptionsJSON(preview)
    self.sounds = sounds.map { PreviewedSoundJSON($0, limit: preview.limit) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(options, forKey: .options)
    try container.encode(sounds, forKey: .sounds)
    try container.encode(list, forKey: .list)
  }

  enum CodingKeys: CodingKey { case options, sounds, list }
}

/// How the sounds were converted, in the words of the page's form.
struct PreviewOptionsJSON: Encodable {
  let use: String
  let limit: Double
  let policy: String
  let container: String
  let format: String
  let rate: Double?
  let channels: Int?
  let mix: Bool
  let quality: Int
  /// The keys of what prepares the sounds, as the page's core has them.
  let preparation: [String: Double]
  /// Whether the form can state everything that the conversion was told, and so write a command that does the same.
  let isComplete: Bool

  init(_ preview: Preview) {
    let (target, limit) = (preview.target, preview.limit)
    use = limit.use.rawValue
    self.limit = limit.seconds
    policy = limit.policy.rawValue
    container = target.container.fileType.description
    let format = target.dataFormat ?? target.container.defaultDataFormat
    self.format = format.pcmEncoding?.description ?? format.formatID.description
    rate = target.sampleRate
    switch target.channels {
    case .count(let count): (channels, mix) = (count, false)
    case .mixed(let count): (channels, mix) = (count, true)
    case .unchanged, .map: (channels, mix) = (nil, false)
    }
    quality = target.ima4Quality
    var stated = ConversionTarget(container: target.container, dataFormat: format)
    stated.sampleRate = target.sampleRate
    stated.channels = target.channels
    stated.ima4Quality = target.ima4Quality
    stated.levels = target.levels
    let arrangement = preview.arrangement
    let keys: [(String, Double?)] = [
      ("loudness", target.levels?.loudness), ("true-peak", target.levels?.truePeak),
      ("trim-start", arrangement.span?.start), ("trim-end", arrangement.span?.end),
      ("silence-threshold", arrangement.silenceThreshold),
      ("fade-in", arrangement.fadeInDuration), ("fade-out", arrangement.fadeOutDuration),
      ("repeat", arrangement.repetition?.seconds), ("gap", arrangement.repetition?.gap),
    ]
    // The page leaves out what is 0, except a level.
    preparation = Dictionary(
      uniqueKeysWithValues: keys.compactMap { key, value in
        value.flatMap { $0 == 0 && !Self.levels.contains(key) ? nil : (key, $0) }
      })
    // The page states numbers with six decimals.
    let isStated = keys.allSatisfy { _, value in
      value.map { ($0 * 1e6).rounded() / 1e6 == $0 } ?? true
    }
    isComplete = stated == target && limit.defaultSound == nil && isStated
  }

  private static let levels: Set = ["loudness", "true-peak"]

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(use, forKey: .use)
    try container.encode(limit, forKey: .limit)
    try container.encode(policy, forKey: .policy)
    try container.encode(self.container, forKey: .container)
    try container.encode(format, forKey: .format)
    try container.encode(rate, forKey: .rate)
    try container.encode(channels, forKey: .channels)
    try container.encode(mix, forKey: .mix)
    try container.encode(quality, forKey: .quality)
    try container.encode(preparation, forKey: .preparation)
    try container.encode(isComplete, forKey: .isComplete)
  }

  enum CodingKeys: CodingKey {
    case use, limit, policy, container, format, rate, channels, mix, quality, preparation
    case isComplete
  }
}

/// A sound as the page reads it.
struct PreviewedSoundJSON: Encodable {
  struct Frames: Encodable {
    let type: String
    let rate: Double
    let channels: Int
    let data: Base64
  }

  struct Converted: Encodable {
    let name: String
    let file: Base64
    let outcome: String
    let isTruncated: Bool
    let fact: String?
    let preparedSeconds: Double?
    let levelling: String?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(file, forKey: .file)
      try container.encode(outcome, forKey: .outcome)
      try container.encode(isTruncated, forKey: .isTruncated)
      try container.encode(fact, forKey: .fact)
      try container.encode(preparedSeconds, forKey: .preparedSeconds)
      try container.encode(levelling, forKey: .levelling)
    }

    enum CodingKeys: CodingKey {
      case name, file, outcome, isTruncated, fact, preparedSeconds, levelling
    }
  }

  let name: String
  let file: Base64
  let frames: Frames?
  let converted: Converted?
  /// Whether the original doesn't play, or isn't documented to, or can't be converted.
  let needsWork: Bool
  let error: String?

  init(_ sound: PreviewedSound, limit: LengthLimit) {
    name = sound.input.name.onOneLine
    file = Base64(bytes: sound.bytes)
    frames = sound.frames.map {
      Frames(
        type: $0.type.rawValue, rate: $0.rate, channels: $0.channelCount,
        data: Base64(bytes: $0.bytes))
    }
    converted = sound.converted.map {
      Converted(
        name: $0.name.onOneLine, file: Base64(bytes: $0.bytes),
        outcome: sound.outcome?.name ?? "", isTruncated: sound.truncation != nil,
        fact: $0.preparation.fact, preparedSeconds: $0.preparation.seconds,
        levelling: $0.preparation.levelSetting?.text)
    }
    needsWork = sound.standing.needsWork
    error = sound.reasonForNothing(under: limit)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(file, forKey: .file)
    try container.encode(frames, forKey: .frames)
    try container.encode(converted, forKey: .converted)
    try container.encode(needsWork, forKey: .needsWork)
    try container.encode(error, forKey: .error)
  }

  enum CodingKeys: CodingKey { case name, file, frames, converted, needsWork, error }
}

extension PreviewedSound {
  /// Why there is no converted file, in words; nil if there is one.
  func reasonForNothing(under limit: LengthLimit) -> String? {
    error?.sentence ?? (converted == nil ? outcome?.fact(under: limit) : nil)
  }
}
