import AlertCheck
import SoundFormat
import SystemPackage

/// A file with a notification's payload, or with a list of payloads.
struct PayloadFile {
  let payloads: [NotificationPayload]
  let isList: Bool
  /// Warnings about the file.
  let notes: [String]

  /// The limit on a file, in bytes. Apple's servers accept far less, and reading 1 MiB still takes little time.
  private static let byteLimit = 1 << 20
  /// The limit on the depth of nested arrays and dictionaries. Real payloads are far less deep. Foundation's limit is
  /// 512, but Foundation's parser traps if a file ends right after the 512th opening bracket.
  private static let depthLimit = 100
  /// The limit on a string with its escapes, in bytes. No path is nearly as long, and comparing strings with long
  /// runs of combining characters takes very long.
  private static let stringByteLimit = 1 << 14

  /// Reads a payload or a list of payloads.
  ///
  /// - Throws: `SoundError`. If a key has a wrong value, the reason names the key.
  init(_ path: FilePath) throws(SoundError) {
    let file: InputFile
    do throws(SoundError) {
      file = try InputFile(path: path, waitingForPipes: true, byteLimit: Self.byteLimit)
    } catch {
      guard error.fault == .limit else { throw error }
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
    // Skip a byte order mark and white space, as the parser does.
    let ignored: [UInt8] = [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D]
    return bytes.first { !ignored.contains($0) } == UInt8(ascii: "[")
  }

  /// Refuses bytes that may be unsafe for Foundation's parser, and bytes that the parser accepts but that aren't JSON.
  private static func check(_ bytes: [UInt8], of path: FilePath) throws(SoundError) {
    func refusal(
      _ reason: String, advice: Remedy? = "give the JSON of a single notification"
    ) -> SoundError {
      SoundError(.openingInput, path, .sound(.malformed, reason: reason), advice: advice)
    }
    // Refuse UTF-16 and UTF-32, recognized by null bytes: RFC 8259, 8.1, allows these encodings only in closed systems.
    guard !bytes.contains(0) else { throw refusal("this is not JSON in UTF-8", advice: nil) }
    let quote = UInt8(ascii: "\"")
    var (depth, stringByteCount) = (0, 0)
    var (isQuoted, isEscaped) = (false, false)
    /// The last byte that isn't white space. In and after a string, the quote that opens the string.
    var previous = UInt8(ascii: " ")
    for byte in bytes {
      if isQuoted {
        stringByteCount += 1
        guard stringByteCount <= stringByteLimit else {
          throw refusal("it has a string of more than \(stringByteLimit) bytes")
        }
        isQuoted = byte != quote || isEscaped
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      case quote: (isQuoted, stringByteCount) = (true, 0)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        guard depth <= depthLimit else {
          throw refusal("this is nested too deeply for a payload")
        }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        // Refuse a trailing comma. Foundation's parser accepts it, but no service does.
        guard previous != UInt8(ascii: ",") else {
          throw refusal(
            "this is not JSON: it has a comma after a last value",
            advice: "remove the comma before the closing bracket")
        }
      default: break
      }
      previous = byte
    }
  }
}

/// A list of payloads, which services such as Expo accept.
private struct PayloadList: Decodable {
  let payloads: [NotificationPayload]

  /// The largest number of payloads in a list: each takes time to resolve. FCM's Admin SDKs accept 500, Expo 100.
  static let limit = 500

  static let tooMany = "there are too many messages"
  static let none = "there is no message in the list"

  private static func fault(_ description: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: description))
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    var payloads: [NotificationPayload] = []
    while !list.isAtEnd {
      guard payloads.count < Self.limit else {
        throw Self.fault(Self.tooMany)
      }
      payloads.append(try list.decode(NotificationPayload.self))
    }
    guard !payloads.isEmpty else {
      throw Self.fault(Self.none)
    }
    self.payloads = payloads
  }
}

extension NotificationPayload.Kind {
  /// Returns a note on a file that is too large for the service; nil if the file isn't too large.
  fileprivate func note(onByteCount byteCount: Int) -> String? {
    let limit = NotificationPayload.byteLimit
    guard byteCount > limit else { return nil }
    return switch self {
    case .apns, .aps:
      "the payload has \(byteCount) bytes; Apple's servers refuse more than \(limit)"
    // Say that the file has these bytes, not the payload: the file also names the recipient, which isn't part of the
    // payload. Sources: Firebase, "About FCM messages", 4096 bytes; Expo's documentation, 4 KiB.
    case .fcm:
      "the file has \(byteCount) bytes; FCM refuses a payload of more than \(limit)"
    case .expo: "the file has \(byteCount) bytes; Expo refuses a payload of more than \(limit)"
    // Accept any size, because Apple's servers limit the payload that the service makes from the file, not the file.
    case .oneSignal, .airship: nil
    }
  }
}

extension DecodingError {
  /// Where in the JSON the fault is, and a description; nil for an unknown kind of error.
  private var context: Context? {
    switch self {
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      context
    @unknown default: nil
    }
  }

  /// Advice on how to correct the file; nil if the sentence is enough.
  fileprivate var advice: Remedy? {
    switch context?.debugDescription {
    case NotificationPayload.legacyForm: return nil
    case NotificationPayload.unknownForm:
      return "--payload takes those of APNs, FCM, Expo, OneSignal and Airship"
    case PayloadList.tooMany, PayloadList.none:
      return "give a list of 1 to \(PayloadList.limit) messages"
    default: break
    }
    let outermost = context?.codingPath.first { $0.intValue == nil }
    // Show only the form of APNs, because the forms of other services are too long for a line.
    return [nil, "aps"].contains(outermost?.stringValue)
      ? "the form is {\"aps\": {\"sound\": \"ring.caf\"}}" : nil
  }

  /// The fault in words, with the keys that lead to it, such as `aps.sound`.
  fileprivate var sentence: String {
    switch self {
    // The whole notification or list is wrong.
    case .dataCorrupted(let context)
    where [
      NotificationPayload.unknownForm, NotificationPayload.legacyForm, PayloadList.tooMany,
      PayloadList.none,
    ].contains(context.debugDescription):
      (context.codingPath.isEmpty ? "" : "\(context.codingPath.keyPath): ")
        + context.debugDescription
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "this is not JSON" : "\(context.codingPath.keyPath) \(context.debugDescription)"
    case .keyNotFound(let key, let context):
      "there is no \((context.codingPath + [key]).keyPath) in it"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      context.codingPath.isEmpty
        ? "this is not a JSON dictionary" : "\(context.codingPath.keyPath) must be a dictionary"
    @unknown default: "\(self)"
    }
  }
}

extension [any CodingKey] {
  /// The keys from the outermost to the innermost: `aps.sound`, or `[1].sound` in a list, counted from 0.
  fileprivate var keyPath: String {
    map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }.joined(separator: ".")
  }
}
