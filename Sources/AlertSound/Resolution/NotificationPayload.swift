/// The part of a notification from a server that says which sound to play.
///
/// ```swift
/// let payload = try JSONDecoder().decode(NotificationPayload.self, from: data)
/// print(payload.request.sound)
/// ```
///
/// Other keys are ignored. A value of the wrong type causes a `DecodingError` whose coding path says where.
///
/// Source: Apple, "Generating a remote notification".
public struct NotificationPayload: Hashable, Sendable {
  /// What the payload asks for.
  public let request: SoundRequest

  /// The most bytes that Apple's servers accept for a notification.
  public static let byteLimit = 4096
}

extension NotificationPayload: Decodable {
  private enum Key: String, CodingKey {
    case aps
  }

  private enum ApsKey: String, CodingKey {
    case sound
  }

  private enum SoundKey: String, CodingKey {
    case critical, name, volume
  }

  public init(from decoder: any Decoder) throws {
    let payload = try decoder.container(keyedBy: Key.self)
    let aps = try payload.nestedContainer(keyedBy: ApsKey.self, forKey: .aps)
    guard aps.contains(.sound), try !aps.decodeNil(forKey: .sound) else {
      request = SoundRequest(.silence)
      return
    }
    if let name = try? aps.decode(String.self, forKey: .sound) {
      request = SoundRequest(name: name)
      return
    }
    guard let sound = try? aps.nestedContainer(keyedBy: SoundKey.self, forKey: .sound) else {
      throw DecodingError.dataCorruptedError(
        forKey: .sound, in: aps,
        debugDescription: "must be a name, or a dictionary with critical, name and volume")
    }
    // Apple doesn't say what a dictionary without a name plays.
    var request = SoundRequest(name: try sound.text(.name) ?? "default")
    request.isCritical = try sound.truth(.critical) ?? false
    request.volume = try sound.number(.volume)
    self.request = request
  }
}

extension KeyedDecodingContainer {
  fileprivate func text(_ key: Key) throws -> String? {
    try value(key, "must be a string") { try? decode(String.self, forKey: key) }
  }

  fileprivate func number(_ key: Key) throws -> Double? {
    try value(key, "must be a number") {
      // A decoder may accept true as a number.
      (try? decode(Bool.self, forKey: key)) == nil ? try? decode(Double.self, forKey: key) : nil
    }
  }

  /// Returns a Boolean, written as in JSON or as in Apple's documents, 1 or 0.
  fileprivate func truth(_ key: Key) throws -> Bool? {
    try value(key, "must be 1 or 0") {
      if let truth = try? decode(Bool.self, forKey: key) { return truth }
      let number = try? decode(Double.self, forKey: key)
      return number == 1 ? true : number == 0 ? false : nil
    }
  }

  private func value<Value>(
    _ key: Key, _ demand: String, _ decode: () -> Value?
  ) throws -> Value? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    guard let value = decode() else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: demand)
    }
    return value
  }
}
