/// The sound that a notification from a server asks Android to play.
public struct AndroidSoundRequest: Hashable, Sendable {
  /// The sound to play.
  public enum Sound: Hashable, Sendable {
    /// The sound of this name in `res/raw`.
    case named(String)
    /// The default sound.
    case defaultSound
    /// Nothing.
    case silence
    /// The form of the notification has no sound for Android.
    case unspecified

    /// Creates a sound from a payload's value. An absent or empty one is silence.
    init(_ name: String?) {
      self =
        switch name {
        case nil, "": .silence
        case "default": .defaultSound
        case let name?: .named(name)
        }
    }
  }

  /// The sound to play.
  public var sound: Sound
  /// The channel's identifier; nil if none is named.
  public var channel: String?
  /// The form of the notification, which tells what delivers it.
  public var service: NotificationPayload.Kind

  /// Creates a request.
  public init(_ sound: Sound, channel: String? = nil, service: NotificationPayload.Kind) {
    self.sound = sound
    // An empty identifier names no channel.
    self.channel = channel?.isEmpty ?? true ? nil : channel
    self.service = service
  }
}
