import AlertSound
import CommandSupport

/// A page that shows sounds and plays them. It is one file, without sounds.
struct PreviewPage {
  /// The bytes before the list of sounds, and those after it.
  private let parts: (before: [UInt8], after: [UInt8])

  /// Where the sounds go. The page has this exactly once.
  private static let place = (
    start: Array(#"<script type="application/json" id="sounds">"#.utf8), list: Array("[]".utf8),
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
  func page(with sounds: [PreviewedSound], limit: LengthLimit) throws -> [UInt8] {
    parts.before + (try Self.list(sounds, limit: limit)) + parts.after
  }

  /// The sounds as JSON that can be inside HTML.
  static func list(_ sounds: [PreviewedSound], limit: LengthLimit) throws -> [UInt8] {
    let bytes = try jsonBytes(sounds.map { PreviewedSoundJSON($0, limit: limit) })
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

/// A sound as the page reads it. A field without a value is `null`.
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
    let warning: String?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(file, forKey: .file)
      try container.encode(outcome, forKey: .outcome)
      try container.encode(warning, forKey: .warning)
    }

    enum CodingKeys: CodingKey { case name, file, outcome, warning }
  }

  let name: String
  let file: Base64
  let frames: Frames?
  let converted: Converted?
  let error: String?

  init(_ sound: PreviewedSound, limit: LengthLimit) {
    // A line break would end a line of what the page asks its core.
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
        outcome: sound.outcome?.pageName ?? "", warning: sound.outcome?.warning(under: limit))
    }
    error = sound.reasonForNothing(under: limit)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(file, forKey: .file)
    try container.encode(frames, forKey: .frames)
    try container.encode(converted, forKey: .converted)
    try container.encode(error, forKey: .error)
  }

  enum CodingKeys: CodingKey { case name, file, frames, converted, error }
}

extension PreviewedSound {
  /// Why there is no converted file, in words; nil if there is one.
  func reasonForNothing(under limit: LengthLimit) -> String? {
    error?.sentence ?? (converted == nil ? outcome?.fact(under: limit) : nil)
  }
}
