internal import SoundFormat
internal import SystemPackage

/// The records of an output folder, by the outputs' paths in it.
///
/// As a file it is text: a line that names the format, a line for each record with its fields between
/// tabs, sorted, and a line with the digest of the lines before. A file that isn't so to the last
/// byte counts for nothing, which costs a rebuild.
struct BatchState: Equatable, Sendable {
  var records: [FilePath: BatchRecord] = [:]

  /// The file's name in the output folder.
  static let fileName: FilePath.Component = ".alertsound-state"

  private static let firstLine = Array("alertsound state 1\n".utf8)
  private static let lastLinePrefix = Array("digest ".utf8)
}

extension BatchState {
  /// Reads what `fileBytes` wrote; nil for anything else.
  init?(fileBytes: [UInt8]) {
    guard fileBytes.starts(with: Self.firstLine), fileBytes.last == UInt8(ascii: "\n") else {
      return nil
    }
    let lines = fileBytes.dropFirst(Self.firstLine.count).dropLast()
    let lastLineStart = lines.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? lines.startIndex
    let lastLine = fileBytes[lastLineStart...].dropLast()
    guard lastLine.starts(with: Self.lastLinePrefix),
      let digest = UInt64(hexadecimal: lastLine.dropFirst(Self.lastLinePrefix.count)),
      digest == Self.digest(of: fileBytes[..<lastLineStart])
    else { return nil }
    for line in lines[..<lastLineStart].split(separator: UInt8(ascii: "\n")) {
      guard let (path, record) = Self.record(line) else { return nil }
      records[path] = record
    }
  }

  private static let digestedByteCount = 1 << 20

  /// The digest of bytes that needn't all be copied for it.
  private static func digest(of bytes: ArraySlice<UInt8>) -> UInt64 {
    var digest = ContentDigest()
    var rest = bytes
    while !rest.isEmpty {
      digest.update(Array(rest.prefix(digestedByteCount)))
      rest = rest.dropFirst(digestedByteCount)
    }
    return digest.value
  }

  /// About how long a record's line is.
  private static let lineByteCount = 224

  /// The file's bytes.
  var fileBytes: [UInt8] {
    var bytes = Self.firstLine
    bytes.reserveCapacity(records.count * Self.lineByteCount)
    for (path, record) in records.map({ ($0.key.bytes.escaped, $0.value) }).sorted(by: {
      $0.0.lexicographicallyPrecedes($1.0)
    }) {
      bytes += path
      for field in record.fields {
        bytes.append(UInt8(ascii: "\t"))
        bytes += field
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    let digest = ContentDigest.value(of: bytes)
    bytes += Self.lastLinePrefix + String(digest, radix: 16).utf8
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private static func record(_ line: ArraySlice<UInt8>) -> (FilePath, BatchRecord)? {
    let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard fields.count == 1 + BatchRecord.fieldCount, let path = fields[0].unescaped,
      let record = BatchRecord(fields: fields.dropFirst())
    else { return nil }
    return (FilePath(bytes: path), record)
  }
}

extension BatchRecord {
  fileprivate static let fieldCount = 8
  private static let none = [UInt8(ascii: "-")]

  fileprivate var fields: [[UInt8]] {
    [
      input.bytes.escaped, inputStamp?.field ?? Self.none,
      Array(String(inputDigest, radix: 16).utf8),
      Array(String(recipeDigest, radix: 16).utf8),
      outputStamp?.field ?? Self.none,
      Array(String(outputDigest, radix: 16).utf8), Array(outcome.field.utf8),
      signalToNoise.map { Array(String($0.bitPattern, radix: 16).utf8) } ?? Self.none,
    ]
  }

  fileprivate init?(fields: ArraySlice<ArraySlice<UInt8>>) {
    let fields = Array(fields)
    let stamps = [fields[1], fields[4]].map { FileStamp(field: $0) }
    let signalToNoise = UInt64(hexadecimal: fields[7]).map(Double.init(bitPattern:))
    guard stamps[0] != nil || fields[1].elementsEqual(Self.none),
      stamps[1] != nil || fields[4].elementsEqual(Self.none),
      signalToNoise != nil || fields[7].elementsEqual(Self.none),
      let input = fields[0].unescaped, let inputDigest = UInt64(hexadecimal: fields[2]),
      let recipeDigest = UInt64(hexadecimal: fields[3]),
      let outputDigest = UInt64(hexadecimal: fields[5]),
      let outcome = AlertOutcome(field: fields[6])
    else { return nil }
    self.init(
      input: FilePath(bytes: input), inputStamp: stamps[0], inputDigest: inputDigest,
      recipeDigest: recipeDigest, outputStamp: stamps[1], outputDigest: outputDigest,
      outcome: outcome, signalToNoise: signalToNoise)
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
      seconds.append(Double(bitPattern: bits))
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
    // Every word ends with the empty suffix of the last one.
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
  /// What follows an outcome's word to say how precise its length is.
  fileprivate var suffix: String {
    switch self {
    case .exactly: ""
    case .about: "-about"
    case .atLeast: "-at-least"
    }
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

extension [UInt8] {
  /// The bytes with `%` and two digits for those that stand between fields or can't be seen.
  fileprivate var escaped: [UInt8] {
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
  /// What was escaped; nil where it can't have been: an empty path, a zero byte, a stray `%`, or a byte
  /// that should have been.
  fileprivate var unescaped: [UInt8]? {
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

extension BatchState {
  /// Reads a folder's records; none where there is no such file, or where it isn't whole.
  init(at path: FilePath) {
    guard let file = try? InputFile(path: path),
      let bytes = try? file.bytes(at: 0, count: file.byteCount),
      let state = BatchState(fileBytes: bytes)
    else {
      self.init()
      return
    }
    self = state
  }
}
