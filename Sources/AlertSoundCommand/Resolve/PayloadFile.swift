import AlertSound
import SoundFormat
import SystemPackage

/// A notification's payload in a file.
struct PayloadFile {
  let payload: NotificationPayload
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
      payload = try decoded(NotificationPayload.self, fromJSON: bytes)
    } catch let error as SoundError {
      throw error
    } catch let error as DecodingError {
      throw SoundError(
        .openingInput, path, .sound(.malformed, reason: error.sentence),
        advice: "the form is {\"aps\": {\"sound\": \"ring.caf\"}}")
    } catch {
      throw SoundError(.openingInput, path, .sound(.inputOutput, reason: "\(error)"))
    }
    let limit = NotificationPayload.byteLimit
    notes =
      file.byteCount > limit
      ? ["the payload has \(file.byteCount) bytes; Apple's servers refuse more than \(limit)"] : []
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
  }

  /// Returns the greatest nesting depth of arrays and dictionaries.
  private static func depth(ofJSON bytes: [UInt8]) -> Int {
    var structure = JSONStructure()
    var deepest = 0
    for byte in bytes where structure.isOutside(byte) { deepest = max(deepest, structure.depth) }
    return deepest
  }
}

extension DecodingError {
  /// What is wrong and where, in words.
  fileprivate var sentence: String {
    switch self {
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
  fileprivate var keyPath: String { map(\.stringValue).joined(separator: ".") }
}
