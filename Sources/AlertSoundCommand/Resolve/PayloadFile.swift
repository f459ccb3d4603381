import AlertCheck
import SoundFormat
import SystemPackage

/// A file with a notification's payload, or with a list of them.
struct PayloadFile {
  let payloads: [NotificationPayload]
  let isList: Bool
  /// Warnings about the file.
  let notes: [String]

  /// In bytes: many times what Apple's servers accept, and still cheap to read.
  private static let byteLimit = 1 << 20
  /// Many times the depth of real payloads. Foundation's limit is 512, and it traps if a file ends right
  /// after that depth.
  private static let depthLimit = 100

  /// Reads a payload.
  ///
  /// - Throws: `SoundError`, whose reason names the key that is wrong.
  init(_ path: FilePath) throws(SoundError) {
    let file: InputFile
    do throws(SoundError) {
      file = try InputFile(path: path, waitingForPipes: true, byteLimit: Self.byteLimit)
    } catch {
      guard error.isLimitExceeded else { throw error }
      throw SoundError(
        .openingInput, path, .sound(.tooLong, reason: "this is too large for a payload"),
        advice: "give the JSON of a single notification")
    }
    do {
      let bytes = try file.bytes(at: 0, count: file.byteCount)
      try Self.check(bytes, of: path)
      isList = Self.isList(bytes)
      payloads =
        isList
        ? try decoded(PayloadList.self, fromJSON: bytes).payloads
        : [try decoded(NotificationPayload.self, fromJSON: bytes)]
    } catch let error as SoundError {
      throw error
    } catch let error as DecodingError {
      throw SoundError(
        .openingInput, path, .sound(.malformed, reason: error.sentence),
        advice: error.advice)
    } catch {
      throw SoundError(.openingInput, path, .sound(.inputOutput, reason: "\(error)"))
    }
    let note = isList ? nil : payloads[0].kind.note(onByteCount: file.byteCount)
    notes = [note].compactMap(\.self)
  }

  private static func isList(_ bytes: [UInt8]) -> Bool {
    // The parser skips a byte order mark and white space.
    let ignored: [UInt8] = [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D]
    return bytes.first { !ignored.contains($0) } == UInt8(ascii: "[")
  }

  /// Refuses input that Foundation's parser can't be trusted with.
  private static func check(_ bytes: [UInt8], of path: FilePath) throws(SoundError) {
    // Zero bytes occur only in UTF-16 and UTF-32, which RFC 8259, 8.1, allows only in closed systems.
    guard !bytes.contains(0) else {
      throw SoundError(
        .openingInput, path, .sound(.malformed, reason: "this is not JSON in UTF-8"))
    }
    guard depth(ofJSON: bytes) <= depthLimit else {
      throw SoundError(
        .openingInput, path,
        .sound(.malformed, reason: "this is nested too deeply for a payload"),
        advice: "give the JSON of a single notification")
    }
    guard !hasTrailingComma(bytes) else {
      throw SoundError(
        .openingInput, path,
        .sound(.malformed, reason: "this is not JSON: it has a comma after a last value"),
        advice: "remove the comma before the closing bracket")
    }
    guard !JSONStructure.hasEndlessString(bytes) else {
      throw SoundError(
        .openingInput, path,
        .sound(
          .malformed, reason: "it has a string of more than \(JSONStructure.stringByteLimit) bytes"),
        advice: "give the JSON of a single notification")
    }
  }

  /// Whether a list or a dictionary ends with a comma, which Foundation's parser accepts and no service does.
  private static func hasTrailingComma(_ bytes: [UInt8]) -> Bool {
    var structure = JSONStructure()
    var previous = UInt8(ascii: " ")
    for byte in bytes {
      let isOutside = structure.isOutside(byte)
      if isOutside, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { continue }
      let isClosing = [UInt8(ascii: "]"), UInt8(ascii: "}")].contains(byte)
      if isOutside, isClosing, previous == UInt8(ascii: ",") { return true }
      // The rest of a string hides what was before it.
      previous = isOutside ? byte : UInt8(ascii: "\"")
    }
    return false
  }

  private static func depth(ofJSON bytes: [UInt8]) -> Int {
    var structure = JSONStructure()
    var deepest = 0
    for byte in bytes where structure.isOutside(byte) { deepest = max(deepest, structure.depth) }
    return deepest
  }
}

/// Tells the strings of a JSON text from what is between them.
private struct JSONStructure {
  private var isQuoted = false
  private var isEscaped = false
  /// How many arrays and dictionaries the byte before is in.
  private(set) var depth = 0

  /// Whether the next byte is outside of strings. Their opening quotes are, too.
  mutating func isOutside(_ byte: UInt8) -> Bool {
    if isQuoted {
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted = false }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      return false
    }
    switch byte {
    case UInt8(ascii: "\""): isQuoted = true
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
    default: break
    }
    return true
  }

  /// In bytes, as they are written: several times the longest path.
  static let stringByteLimit = 1 << 14

  /// Whether a string in JSON is too long to be compared.
  ///
  /// Strings are compared by canonical equivalence, for which a long run of combining characters is sorted.
  static func hasEndlessString(_ bytes: [UInt8]) -> Bool {
    var structure = JSONStructure()
    var byteCount = 0
    for byte in bytes {
      byteCount = structure.isOutside(byte) ? 0 : byteCount + 1
      if byteCount > stringByteLimit { return true }
    }
    return false
  }
}

/// A list of payloads, such as one for Expo.
private struct PayloadList: Decodable {
  let payloads: [NotificationPayload]

  /// Far more than the services take: Expo 100, FCM's Admin SDKs 500. Each takes time to resolve.
  static let limit = 500

  static let tooMany = "there are too many messages"
  static let none = "there is no message in the list"

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    var payloads: [NotificationPayload] = []
    while !list.isAtEnd {
      guard payloads.count < Self.limit else {
        throw Self.fault(list, Self.tooMany)
      }
      payloads.append(try list.decode(NotificationPayload.self))
    }
    guard !payloads.isEmpty else { throw Self.fault(list, Self.none) }
    self.payloads = payloads
  }

  private static func fault(
    _ list: any UnkeyedDecodingContainer, _ description: String
  ) -> DecodingError {
    .dataCorruptedError(in: list, debugDescription: description)
  }
}

extension NotificationPayload.Kind {
  /// Returns a note on a file that is larger than the service accepts; nil if it isn't.
  fileprivate func note(onByteCount byteCount: Int) -> String? {
    let limit = NotificationPayload.byteLimit
    guard byteCount > limit else { return nil }
    return switch self {
    case .apns, .aps:
      "the payload has \(byteCount) bytes; Apple's servers refuse more than \(limit)"
    // Firebase, "About FCM messages": 4096 bytes. Expo's documentation: 4 KiB. Neither counts the recipient.
    case .fcm, .fcmLegacy:
      "the file has \(byteCount) bytes; FCM refuses a payload of more than \(limit)"
    case .expo: "the file has \(byteCount) bytes; Expo refuses a payload of more than \(limit)"
    // What Apple's servers get is made by OneSignal.
    case .oneSignal: nil
    }
  }
}

extension DecodingError {
  /// The place of the fault; nil if there is none.
  private var context: Context? {
    switch self {
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      context
    @unknown default: nil
    }
  }

  /// Whether the JSON is a dictionary, but no notification.
  private var isOfUnknownForm: Bool {
    context?.debugDescription == NotificationPayload.unknownForm
  }

  /// Whether the fault is in the list of payloads itself, not in one of them.
  private var isOfList: Bool {
    [PayloadList.tooMany, PayloadList.none].contains(context?.debugDescription)
  }

  /// What to do about it; nil if the sentence says it.
  fileprivate var advice: String? {
    if isOfUnknownForm { return "--payload takes those of APNs, FCM, Expo and OneSignal" }
    if isOfList { return "give a list of 1 to \(PayloadList.limit) messages" }
    let outermost = context?.codingPath.first { $0.intValue == nil }
    // The form of other services is too long for a line.
    return [nil, "aps"].contains(outermost?.stringValue)
      ? "the form is {\"aps\": {\"sound\": \"ring.caf\"}}" : nil
  }

  /// What is wrong and where, in words.
  fileprivate var sentence: String {
    switch self {
    case .dataCorrupted(let context) where isOfUnknownForm:
      (context.codingPath.isEmpty ? "" : "\(context.keyPath): ") + context.debugDescription
    case .dataCorrupted(let context) where isOfList:
      context.debugDescription
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "this is not JSON" : "\(context.keyPath) \(context.debugDescription)"
    case .keyNotFound(let key, let context):
      "there is no \((context.codingPath + [key]).keyPath) in it"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      context.codingPath.isEmpty
        ? "this is not a JSON dictionary" : "\(context.keyPath) must be a dictionary"
    @unknown default: "\(self)"
    }
  }
}

extension DecodingError.Context {
  fileprivate var keyPath: String { codingPath.keyPath }
}

extension [any CodingKey] {
  /// The keys from the outermost to the innermost: `aps.sound`, or `[1].sound` in a list, counted from 0.
  fileprivate var keyPath: String {
    map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }.joined(separator: ".")
  }
}
