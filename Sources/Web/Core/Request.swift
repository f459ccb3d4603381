import AlertCore
import SoundFormat

/// A request from JavaScript: texts in UTF-8, separated by zero bytes, which no file's name contains. The first text is
/// a verb. Every other text is a key, a space and a value. Numbers are in millionths: Embedded Swift parses only
/// integers.
struct Request {
  let verb: String
  private var values: [(key: String, value: String)] = []
  /// The bytes of a sound's file.
  let bytes: BorrowedBytes
  /// The file's frames if the browser has decoded the file; otherwise empty.
  let frames: BorrowedBytes
  /// A converted copy of the sound; empty if there is none.
  let copy: BorrowedBytes

  init(
    _ text: BorrowedBytes, bytes: BorrowedBytes, frames: BorrowedBytes, copy: BorrowedBytes
  ) {
    (self.bytes, self.frames, self.copy) = (bytes, frames, copy)
    let texts = text.bytes(at: 0, count: text.byteCount).split(separator: 0)
    verb = String(decoding: texts.first ?? [], as: UTF8.self)
    for text in texts.dropFirst() {
      let key = text.prefix { $0 != UInt8(ascii: " ") }
      let value = text.dropFirst(key.count + 1)
      values.append((String(decoding: key, as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }
  }

  /// The value of a key; nil if the request doesn't have the key.
  subscript(key: String) -> String? { values.first { $0.key.utf8.elementsEqual(key.utf8) }?.value }

  /// - Throws: `SoundError` if the value isn't an integer in the range.
  func integer(_ key: String, in range: ClosedRange<Int>) throws(SoundError) -> Int? {
    guard let number = try number(key) else { return nil }
    guard let integer = Int(exactly: number), range ~= integer else {
      throw Self.error("\(key) is \(number)")
    }
    return integer
  }

  /// - Throws: `SoundError` if the value isn't a positive number.
  func positiveNumber(_ key: String) throws(SoundError) -> Double? {
    let number = try self.number(key)
    if let number, number <= 0 { throw Self.error("\(key) isn't positive") }
    return number
  }

  /// - Throws: `SoundError` if the value isn't a number.
  func number(_ key: String) throws(SoundError) -> Double? {
    guard let text = self[key] else { return nil }
    guard let millionths = Int64(text) else { throw Self.error("\(key) is \(text)") }
    return Double(millionths) / 1e6
  }

  /// - Throws: `SoundError` if the value isn't one of the choices.
  private func choice<Choice: RawRepresentable<String>>(
    _ key: String
  ) throws(SoundError) -> Choice? {
    guard let text = self[key] else { return nil }
    guard let choice = Choice(rawValue: text) else { throw Self.error("\(key) is \(text)") }
    return choice
  }

  /// Returns the error for a request that the page never makes.
  static func error(_ reason: String) -> SoundError {
    SoundError(.choosingCodec, nil, .impossible(reason))
  }
}

extension Request {
  var file: SoundPath { SoundPath(bytes: Array((self["name"] ?? "sound").utf8)) }

  func use() throws(SoundError) -> SoundUse { try choice("use") ?? .notification }

  /// Returns the rules for the use, with the system's length limit. The request's `limit` is ignored.
  func rules() throws(SoundError) -> AlertRules { AlertRules(for: try use()) }

  func limit() throws(SoundError) -> LengthLimit {
    try LengthLimit(
      try choice("over-limit") ?? .default, for: try use(),
      seconds: try positiveNumber("limit") ?? AlertRules.iOS.lengthLimit)
  }

  func answer() throws(SoundError) -> Answer {
    switch verb {
    case "place": Answer(json: places)
    case "describe": try described()
    case "convert": try converted()
    case "compare": try compared()
    case "decode": try decoded()
    default: throw Self.error("unknown verb \(verb)")
    }
  }

  /// The answer to `place`: how apps play the file.
  private var places: JSON {
    let name = file.text
    return AppFramework.allCases.map { framework in
      [
        "name": framework.rawValue.json,
        "steps": framework.steps(for: name).map { $0.json }.json,
        "code": framework.code(for: name).json,
      ]
    }.json
  }
}
