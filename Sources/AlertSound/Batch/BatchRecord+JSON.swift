internal import SoundFormat
internal import SystemPackage

// A record is a line of JSON. This file parses it by hand, because Foundation's decoder takes ten times as long
// and would double the time of a run that finds nothing changed. The members of a line have a fixed order.

extension BatchRecord {
  /// Returns the record of an output as a line, without the line feed.
  func line(of output: FilePath) -> [UInt8] {
    var line = LineWriter()
    line.add("output", line.quoted(output.bytes))
    line.add("input", line.quoted(input.bytes))
    line.add("inputStamp", inputStamp?.json)
    line.add("inputDigest", line.quoted(String(inputDigest, radix: 16).utf8))
    line.add("recipeDigest", line.quoted(String(recipeDigest, radix: 16).utf8))
    line.add("outputStamp", outputStamp?.json)
    line.add("outputByteCount", "\(outputByteCount)".utf8)
    line.add("outputDigest", line.quoted(String(outputDigest, radix: 16).utf8))
    line.add("outcome", line.quoted(outcome.word.utf8))
    line.add("length", outcome.sourceLength.map { "\($0.seconds)".utf8 })
    line.add("lengthIs", outcome.sourceLength.map { line.quoted($0.precision.utf8) })
    if case .trimmed(_, let kept) = outcome { line.add("kept", "\(kept)".utf8) }
    line.add("signalToNoise", signalToNoise.map { $0.json.utf8 })
    let warnings = warnings.map { "\($0.kind.rawValue) \($0.fact)" }.joined(separator: "\n")
    line.add("warnings", warnings.isEmpty ? nil : line.quoted(warnings.utf8))
    line.add("arrangement", arrangement.map { $0.numbers.json })
    line.add("levels", levels.map { $0.numbers.json })
    return line.end()
  }

  /// Parses a line; nil if it isn't valid.
  static func parsed(_ line: ArraySlice<UInt8>) -> (output: FilePath, record: BatchRecord)? {
    var line = LineReader(line)
    guard line.skip("{\"output\":"), let output = line.text(),
      line.skipKey("input"), let input = line.text(), let inputStamp = line.stamp(of: "inputStamp"),
      line.skipKey("inputDigest"), let inputDigest = line.digest(),
      line.skipKey("recipeDigest"), let recipeDigest = line.digest(),
      let outputStamp = line.stamp(of: "outputStamp"),
      line.skipKey("outputByteCount"), let outputByteCount = line.integer(Int64.self),
      outputByteCount >= 0, line.skipKey("outputDigest"), let outputDigest = line.digest(),
      line.skipKey("outcome"), let outcome = line.outcome()
    else { return nil }
    let (outputPath, inputPath) = (FilePath(bytes: output), FilePath(bytes: input))
    // Reject a path such as `a//b`. `FilePath` turns it into `a/b`, so this library never writes such a path.
    guard outputPath.bytes == output, inputPath.isRelativeInputPath else { return nil }
    var record = BatchRecord(
      input: inputPath, inputStamp: inputStamp, inputDigest: inputDigest,
      recipeDigest: recipeDigest, outputStamp: outputStamp, outputByteCount: outputByteCount,
      outputDigest: outputDigest, outcome: outcome)
    guard record.hasOutput || outputByteCount == 0 else { return nil }
    if line.skipKey("signalToNoise") {
      // Read null as infinity, the ratio of equal frames.
      guard let ratio = line.number(), abs(ratio ?? 0) < 10_000 else { return nil }
      record.signalToNoise = ratio ?? .infinity
    }
    var warnings: String?
    guard line.skipText("warnings", into: &warnings) else { return nil }
    for warning in warnings?.split(separator: "\n") ?? [] {
      let words = warning.split(separator: " ", maxSplits: 1).map { String($0) }
      guard words.count == 2, let kind = SoundWarning.Kind(rawValue: words[0]) else { return nil }
      record.warnings.append(SoundWarning(kind, words[1]))
    }
    if line.skipKey("arrangement") {
      guard let change = line.numbers().flatMap(ArrangementChange.init) else { return nil }
      record.arrangement = change
    }
    if line.skipKey("levels") {
      guard let change = line.numbers().flatMap(LevelChange.init) else { return nil }
      record.levels = change
    }
    guard line.skip("}"), line.isAtEnd else { return nil }
    return (outputPath, record)
  }
}

private struct LineWriter {
  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(512) }

  mutating func add(_ key: StaticString, _ json: (some Sequence<UInt8>)?) {
    guard let json else { return }
    bytes += (bytes.isEmpty ? "{\"" : ",\"").utf8
    unsafe bytes += UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    bytes += "\":".utf8
    bytes += json
  }

  /// Returns a string in JSON. A file name may have any bytes. Bytes that JSON can't hold become `%` and two
  /// hexadecimal digits.
  func quoted(_ text: some Collection<UInt8>) -> [UInt8] {
    let isText = text.allSatisfy { $0 < 0x80 } || String(validUTF8: Array(text)) != nil
    var json = [UInt8(ascii: "\"")]
    for byte in text {
      if LineReader.isPlain(byte) && (isText || byte < 0x80) {
        json.append(byte)
      } else {
        json += [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 0xF)]]
      }
    }
    json.append(UInt8(ascii: "\""))
    return json
  }

  private static let digits = Array("0123456789abcdef".utf8)

  mutating func end() -> [UInt8] {
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }
}

/// Reads the members of a line in their order.
private struct LineReader {
  private var rest: ArraySlice<UInt8>

  init(_ line: ArraySlice<UInt8>) { rest = line }

  var isAtEnd: Bool { rest.isEmpty }

  /// Whether a byte appears unescaped in strings.
  static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "\\"), 0x7F: false
    default: true
    }
  }

  /// Skips the given bytes if they come next.
  mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest.removeFirst(text.utf8.count)
    return true
  }

  /// Skips a member's key if it comes next.
  mutating func skipKey(_ key: String) -> Bool {
    let byteCount = key.utf8.count + 4
    guard rest.count >= byteCount, rest.starts(with: ",\"".utf8),
      rest.dropFirst(2).starts(with: key.utf8),
      rest.dropFirst(byteCount - 2).starts(with: "\":".utf8)
    else { return false }
    rest.removeFirst(byteCount)
    return true
  }

  /// Reads a string. An empty string isn't valid.
  mutating func text() -> [UInt8]? {
    guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      if Self.isPlain(byte) {
        text.append(byte)
      } else if byte == UInt8(ascii: "%") {
        guard rest.count >= 2, let value = UInt64(hexadecimal: rest.prefix(2)), value > 0 else {
          return nil
        }
        text.append(UInt8(value))
        rest.removeFirst(2)
      } else {
        return byte == UInt8(ascii: "\"") && !text.isEmpty ? text : nil
      }
    }
    return nil
  }

  /// Reads a member that may be missing. Returns whether it is missing or valid.
  mutating func skipText(_ key: String, into value: inout String?) -> Bool {
    guard skipKey(key) else { return true }
    value = text().flatMap { String(validUTF8: $0) }
    return value != nil
  }

  mutating func digest() -> UInt64? {
    guard let digits = text() else { return nil }
    return UInt64(hexadecimal: digits[...])
  }

  mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    Value(String(decoding: token(), as: UTF8.self))
  }

  mutating func numbers() -> [Double?]? {
    guard skip("[") else { return nil }
    var numbers: [Double?] = []
    repeat {
      guard let number = number() else { return nil }
      numbers.append(number)
    } while skip(",")
    return skip("]") ? numbers : nil
  }

  /// Reads a number. Returns nil if it isn't valid, `.some(nil)` for null, which replaces an infinite number.
  mutating func number() -> Double?? {
    if skip("null") { return .some(nil) }
    guard let value = Double(String(decoding: token(), as: UTF8.self)), value.isFinite else {
      return nil
    }
    return value
  }

  /// Reads the characters of a number.
  private mutating func token() -> ArraySlice<UInt8> {
    let token = rest.prefix { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "e"):
        true
      default: false
      }
    }
    rest.removeFirst(token.count)
    return token
  }

  /// Reads a stamp if its key comes next. Returns nil if the stamp isn't valid, `.some(nil)` if there is no stamp.
  mutating func stamp(of key: String) -> FileStamp?? {
    guard skipKey(key) else { return .some(nil) }
    guard skip("["), let byteCount = integer(Int64.self), skip(","),
      let modificationTime = integer(Int64.self), skip(","), let changeTime = integer(Int64.self),
      skip(","), let inode = integer(UInt64.self), skip("]")
    else { return nil }
    return FileStamp(
      byteCount: byteCount, modificationTime: modificationTime, changeTime: changeTime,
      inode: inode)
  }

  mutating func outcome() -> AlertOutcome? {
    guard let word = text() else { return nil }
    if word.elementsEqual(AlertOutcome.converted.word.utf8) { return .converted }
    guard let length = length() else { return nil }
    let outcomes: [AlertOutcome] = [
      .convertedTooLong(seconds: length.seconds), .replacedByDefault(from: length),
      .omitted(from: length), .trimmed(from: length, to: 0),
    ]
    guard let outcome = outcomes.first(where: { word.elementsEqual($0.word.utf8) }) else {
      return nil
    }
    guard case .trimmed = outcome else { return outcome }
    guard skipKey("kept"), let kept = seconds() else { return nil }
    return .trimmed(from: length, to: kept)
  }

  private mutating func length() -> AlertLength? {
    guard skipKey("length"), let seconds = seconds(), skipKey("lengthIs"), let precision = text()
    else { return nil }
    let lengths: [AlertLength] = [
      .exactly(seconds: seconds), .about(seconds: seconds), .atLeast(seconds: seconds),
    ]
    return lengths.first { precision.elementsEqual($0.precision.utf8) }
  }

  private mutating func seconds() -> Double? {
    guard let value = number() ?? nil, value >= 0 else { return nil }
    return value
  }
}

extension FileStamp {
  fileprivate var json: String.UTF8View {
    "[\(byteCount),\(modificationTime),\(changeTime),\(inode)]".utf8
  }
}

extension Double {
  fileprivate var json: String { isFinite ? "\(self)" : "null" }
}

extension [Double?] {
  fileprivate var json: String.UTF8View {
    "[\(map { $0?.json ?? "null" }.joined(separator: ","))]".utf8
  }
}

extension AlertLength {
  /// The precision's name in records and manifests.
  package var precision: String {
    switch self {
    case .exactly: "exact"
    case .about: "about"
    case .atLeast: "at-least"
    }
  }
}

extension ArrangementChange {
  fileprivate var numbers: [Double?] {
    [
      trimmedAtStart, trimmedAtEnd, silenceTrimmedAtStart, silenceTrimmedAtEnd, fadeIn, fadeOut,
      gap, Double(playCount), isSilent ? 1 : 0, fadesBetweenPlays ? 1 : 0,
    ]
  }

  fileprivate init?(_ numbers: [Double?]) {
    let numbers = numbers.compactMap(\.self)
    guard numbers.count == 10, numbers.allSatisfy({ $0 >= 0 }),
      let playCount = Int(exactly: numbers[7]), playCount >= 1
    else { return nil }
    self.init()
    (trimmedAtStart, trimmedAtEnd) = (numbers[0], numbers[1])
    (silenceTrimmedAtStart, silenceTrimmedAtEnd) = (numbers[2], numbers[3])
    (fadeIn, fadeOut, gap) = (numbers[4], numbers[5], numbers[6])
    self.playCount = playCount
    (isSilent, fadesBetweenPlays) = (numbers[8] == 1, numbers[9] == 1)
  }
}

extension LevelChange {
  fileprivate var numbers: [Double?] {
    [loudnessBefore, loudnessAfter, truePeakBefore, truePeakAfter, gain, limiting, shortfall]
  }

  fileprivate init?(_ numbers: [Double?]) {
    guard numbers.count == 7, numbers.allSatisfy({ ($0?.magnitude ?? 0) < 10_000 }),
      let gain = numbers[4], let limiting = numbers[5]
    else { return nil }
    // Read null as minus infinity, the peak of silence.
    self.init(
      loudnessBefore: numbers[0], loudnessAfter: numbers[1],
      truePeakBefore: numbers[2] ?? -.infinity, truePeakAfter: numbers[3] ?? -.infinity,
      gain: gain, limiting: limiting, shortfall: numbers[6])
  }
}

extension UInt64 {
  fileprivate init?(hexadecimal digits: ArraySlice<UInt8>) {
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
