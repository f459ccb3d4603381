internal import SoundFormat
internal import SystemPackage

/// The versions of the file of records. All are read, the latest is written.
enum BatchStateVersion: Int, CaseIterable, Sendable {
  /// Lacks the output's length and what was missing from the input.
  case one = 1
  /// Lacks the decoder.
  case two = 2
  /// Lacks the Android sibling.
  case three = 3
  /// Lacks what was done to the sound.
  case four = 4
  case five = 5

  static let latest = five

  /// The file's first line without its end.
  var firstLine: [UInt8] { Array("alertsound state \(rawValue)".utf8) }

  /// The longest line in bytes: two paths as long as a system allows, escaped, and what is between them.
  /// Earlier versions allow less, so that their records still fit when they are written in the latest version.
  var lineLimit: Int {
    switch self {
    case .one: (1 << 15) - 64
    case .two: 1 << 15
    case .three: (1 << 15) + 8
    case .four: (1 << 15) + 8 + 512
    case .five: (1 << 15) + 8 + 512 + 512
    }
  }

  /// How many fields a record has after the output's path.
  fileprivate var fieldCount: Int {
    switch self {
    case .one: 8
    case .two: 10
    case .three: 11
    case .four: 16
    case .five: 18
    }
  }
}

extension BatchRecord {
  fileprivate static let none = [UInt8(ascii: "-")]
  /// The suffix of a stamp that a change could have left the same.
  fileprivate static let youth = Array(" young".utf8)
  /// The longest description of a truncation, in bytes. The decoders' descriptions are far shorter.
  private static let truncationByteLimit = 512
  /// The longest name of a decoder with its version, in bytes.
  static let decoderByteLimit = 128

  /// The fields of the latest version.
  var fields: [[UInt8]] {
    [
      input.bytes.escaped, inputStamp?.field ?? Self.none,
      Array(String(inputDigest, radix: 16).utf8),
      Array(String(recipeDigest, radix: 16).utf8),
      Self.field(outputStamp, isYoung: isOutputYoung),
      outputByteCount.map { Array("\($0)".utf8) } ?? Self.none,
      Array(String(outputDigest, radix: 16).utf8), Array(outcome.field.utf8),
      signalToNoise.map { Array(String($0.bitPattern, radix: 16).utf8) } ?? Self.none,
      Self.field(truncation, Self.truncationByteLimit), Self.field(decoder, Self.decoderByteLimit),
      arrangement?.field ?? Self.none, levels?.field ?? Self.none,
    ] + (sibling?.fields ?? Array(repeating: Self.none, count: SiblingRecord.fieldCount))
  }

  /// Returns a text as a field. What is beyond a limit, in bytes, is cut.
  static func field(_ text: String?, _ byteLimit: Int) -> [UInt8] {
    var text = text ?? ""
    while text.utf8.count > byteLimit { text.removeLast() }
    return text.isEmpty ? none : Array(text.utf8).escaped
  }

  /// Parses a text's field; nil if it isn't valid. What isn't there is an empty text.
  private static func text(_ field: ArraySlice<UInt8>, _ byteLimit: Int) -> String? {
    if field.elementsEqual(none) { return "" }
    guard field.count <= 3 * byteLimit else { return nil }
    return field.unescaped.flatMap { String(validUTF8: $0) }
  }

  /// Parses the fields that a version writes; nil if they aren't valid.
  init?(fields: ArraySlice<ArraySlice<UInt8>>, of version: BatchStateVersion) {
    guard fields.count == version.fieldCount else { return nil }
    var fields = Array(fields)
    if version == .one {
      // Its output stamp holds the length.
      let stamp = FileStamp(field: fields[4])
      fields.insert(stamp.map { Array("\($0.byteCount)".utf8)[...] } ?? Self.none[...], at: 5)
      fields.append(Self.none[...])
    }
    if [.one, .two].contains(version) { fields.append(Self.none[...]) }
    if version != .five { fields.insert(contentsOf: [Self.none[...], Self.none[...]], at: 11) }
    if ![.four, .five].contains(version) {
      fields += Array(repeating: Self.none[...], count: SiblingRecord.fieldCount)
    }
    let siblingFields = fields.suffix(SiblingRecord.fieldCount)
    let hasSibling = !siblingFields.allSatisfy { $0.elementsEqual(Self.none) }
    let sibling = hasSibling ? SiblingRecord(fields: Array(siblingFields)) : nil
    let isYoung = Self.removeYouth(from: &fields[4])
    let stamps = [fields[1], fields[4]].map { FileStamp(field: $0) }
    let outputByteCount = Int64(String(decoding: fields[5], as: UTF8.self))
    let signalToNoise = UInt64(hexadecimal: fields[8]).map(Double.init(bitPattern:)).flatMap {
      // In decibels. That of equal frames is infinite.
      abs($0) < 10_000 || $0 == .infinity ? $0 : nil
    }
    func isNone(_ index: Int) -> Bool { fields[index].elementsEqual(Self.none) }
    let arrangement = ArrangementChange(field: fields[11])
    let levels = LevelChange(field: fields[12])
    guard stamps[0] != nil || isNone(1), stamps[1] != nil || isNone(4) && !isYoung,
      outputByteCount.map({ $0 >= 0 }) ?? isNone(5), signalToNoise != nil || isNone(8),
      let truncation = Self.text(fields[9], Self.truncationByteLimit),
      let decoder = Self.text(fields[10], Self.decoderByteLimit),
      let input = fields[0].unescaped.map(FilePath.init(bytes:)), input.isRelativeInputPath,
      let inputDigest = UInt64(hexadecimal: fields[2]),
      let recipeDigest = UInt64(hexadecimal: fields[3]),
      let outputDigest = UInt64(hexadecimal: fields[6]),
      let outcome = AlertOutcome(field: fields[7]), arrangement != nil || isNone(11),
      levels != nil || isNone(12), !hasSibling || sibling != nil
    else { return nil }
    self.init(
      input: input, inputStamp: stamps[0], inputDigest: inputDigest,
      recipeDigest: recipeDigest, outputStamp: stamps[1], isOutputYoung: isYoung,
      outputByteCount: outputByteCount, outputDigest: outputDigest, outcome: outcome,
      signalToNoise: signalToNoise, truncation: truncation.isEmpty ? nil : truncation,
      decoder: decoder.isEmpty ? nil : decoder, arrangement: arrangement, levels: levels,
      sibling: sibling)
  }

  /// Removes the suffix of a stamp that a change could have left the same, and returns whether there was one.
  fileprivate static func removeYouth(from field: inout ArraySlice<UInt8>) -> Bool {
    guard field.suffix(youth.count).elementsEqual(youth) else { return false }
    field.removeLast(youth.count)
    return true
  }

  /// Returns a stamp's field.
  fileprivate static func field(_ stamp: FileStamp?, isYoung: Bool) -> [UInt8] {
    stamp.map { $0.field + (isYoung ? youth : []) } ?? none
  }
}

extension SiblingRecord {
  static let fieldCount = 5

  fileprivate var fields: [[UInt8]] {
    [
      Array(file.fileName.utf8), Array(String(workDigest, radix: 16).utf8),
      BatchRecord.field(written.stamp, isYoung: written.isYoung),
      Array("\(written.byteCount ?? 0)".utf8), Array(String(written.digest, radix: 16).utf8),
    ]
  }

  /// Parses the fields; nil if they aren't valid.
  fileprivate init?(fields: [ArraySlice<UInt8>]) {
    var stampField = fields[2]
    let isYoung = BatchRecord.removeYouth(from: &stampField)
    let stamp = FileStamp(field: stampField)
    guard let name = String(validUTF8: Array(fields[0])), let file = AndroidFile(fileName: name),
      let workDigest = UInt64(hexadecimal: fields[1]),
      stamp != nil || stampField.elementsEqual(BatchRecord.none) && !isYoung,
      let byteCount = Int64(String(decoding: fields[3], as: UTF8.self)), byteCount >= 0,
      let digest = UInt64(hexadecimal: fields[4])
    else { return nil }
    self.init(
      file: file, workDigest: workDigest,
      written: RecordedFile(
        stamp: stamp, isYoung: isYoung, byteCount: byteCount, digest: digest))
  }
}

extension FileStamp {
  fileprivate var field: [UInt8] {
    Array("\(byteCount) \(modificationTime) \(changeTime) \(inode)".utf8)
  }

  fileprivate init?(field: ArraySlice<UInt8>) {
    let numbers = field.split(separator: UInt8(ascii: " ")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard numbers.count == 4, let byteCount = Int64(numbers[0]),
      let modificationTime = Int64(numbers[1]), let changeTime = Int64(numbers[2]),
      let inode = UInt64(numbers[3])
    else { return nil }
    self.init(
      byteCount: byteCount, modificationTime: modificationTime, changeTime: changeTime,
      inode: inode)
  }
}

extension AlertOutcome {
  fileprivate var field: String {
    func text(_ word: String, _ length: AlertLength, _ seconds: Double...) -> String {
      let numbers = ([length.seconds] + seconds).map { String($0.bitPattern, radix: 16) }
      return ([word + length.suffix] + numbers).joined(separator: " ")
    }
    return switch self {
    case .converted: "converted"
    case .convertedTooLong(let seconds): text("too-long", .exactly(seconds: seconds))
    case .trimmed(let length, let kept): text("trimmed", length, kept)
    case .replacedByDefault(let length): text("replaced", length)
    case .omitted(let length): text("omitted", length)
    }
  }

  fileprivate init?(field: ArraySlice<UInt8>) {
    let words = field.split(separator: UInt8(ascii: " "))
    guard let word = words.first else { return nil }
    var seconds: [Double] = []
    for digits in words.dropFirst() {
      guard let bits = UInt64(hexadecimal: digits) else { return nil }
      let length = Double(bitPattern: bits)
      guard length.isFinite, length >= 0 else { return nil }
      seconds.append(length)
    }
    let text = String(decoding: word, as: UTF8.self)
    guard let first = seconds.first else {
      guard text == "converted" else { return nil }
      self = .converted
      return
    }
    let lengths: [AlertLength] = [
      .about(seconds: first), .atLeast(seconds: first), .exactly(seconds: first),
    ]
    // `.exactly` comes last: every word ends with its empty suffix.
    guard let length = lengths.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
    switch (text.dropLast(length.suffix.count), seconds.count, length) {
    case ("too-long", 1, .exactly): self = .convertedTooLong(seconds: first)
    case ("trimmed", 2, _): self = .trimmed(from: length, to: seconds[1])
    case ("replaced", 1, _): self = .replacedByDefault(from: length)
    case ("omitted", 1, _): self = .omitted(from: length)
    default: return nil
    }
  }
}

extension AlertLength {
  /// The suffix of an outcome's word that says how precise its length is.
  fileprivate var suffix: String {
    switch self {
    case .exactly: ""
    case .about: "-about"
    case .atLeast: "-at-least"
    }
  }
}

extension UInt64 {
  init?(hexadecimal digits: ArraySlice<UInt8>) {
    guard (1...16).contains(digits.count) else { return nil }
    var value: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(digit & 0xF)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(digit - 87)
      default: return nil
      }
    }
    self = value
  }
}

extension [UInt8] {
  /// The bytes with control characters and `%` replaced by `%` and two hexadecimal digits.
  var escaped: [UInt8] {
    guard contains(where: Self.mustBeEscaped) else { return self }
    return flatMap { byte in
      guard Self.mustBeEscaped(byte) else { return [byte] }
      return [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 0xF)]]
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  fileprivate static func mustBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%")
  }
}

extension ArraySlice<UInt8> {
  /// The bytes that were escaped. nil if these can't be escaped bytes: an empty path, a zero byte, a stray
  /// `%`, or a byte that should have been escaped.
  var unescaped: [UInt8]? {
    guard !isEmpty else { return nil }
    guard contains(where: [UInt8].mustBeEscaped) else { return Array(self) }
    var bytes: [UInt8] = []
    var rest = self
    while let byte = rest.popFirst() {
      guard [UInt8].mustBeEscaped(byte) else {
        bytes.append(byte)
        continue
      }
      guard byte == UInt8(ascii: "%") else { return nil }
      guard rest.count >= 2, let value = UInt64(hexadecimal: rest.prefix(2)), value > 0 else {
        return nil
      }
      bytes.append(UInt8(value))
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
