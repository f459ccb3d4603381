extension SoundResolution {
  /// Determines the sound that Android plays up to version 7.1. From Android 8 on, the notification's channel decides.
  ///
  /// - Parameters:
  ///   - service: The form of the notification.
  ///   - resources: The app's `res/raw`; nil if unknown.
  ///   - inputPolicy: Limits on the size and length of a sound.
  package init(
    of request: SoundRequest, by service: NotificationPayload.Kind, in resources: AndroidResources?,
    inputPolicy: InputPolicy = InputPolicy()
  ) {
    self.init(request, isSearched: resources != nil)
    switch request.sound {
    case _ where service == .expo: outcome = .channel
    case .silence:
      outcome = .silence
      claims += [GradedClaim.silence(service)].compactMap(\.self)
    case .defaultSound: outcome = .default
    case .named(let name): look(for: name, service, in: resources, inputPolicy)
    }
    claims.append(.channelDecides)
    claims += [GradedClaim.otherChannel(service)].compactMap(\.self)
  }

  private mutating func look(
    for text: String, _ service: NotificationPayload.Kind, in resources: AndroidResources?,
    _ inputPolicy: InputPolicy
  ) {
    guard let name = AndroidSoundName(text) else {
      // If the name has an extension, report only the extension, which is the usual fault and may be the only fault.
      let stem = text.prefix { $0 != "." }
      let hasExtension = stem.count < text.count
      claims.append(hasExtension ? .hasExtension(service) : .forAndroid(.androidName))
      claims.append(.fallback(service))
      let fault =
        hasExtension ? "names in res/raw have no extension" : "Android's build refuses this name"
      return fail(
        .default, "\(text): \(fault); name it \(AndroidSoundName(nearestTo: String(stem)))")
    }
    guard let resources else { return }
    let files = resources.files.filter { $0.resourceName == name.name }
    guard let found = files.first else {
      claims.append(.fallback(service))
      suggestions = resources.files.nearest(
        NearbySounds.limit, to: name.name, resources.spellingWork, by: \.resourceName
      ).map { NearbySound(path: $0.path, difference: NearbySound.similar) }
      return fail(.default, "there is no sound named \(name) in res/raw")
    }
    guard files.count == 1 else {
      claims.append(.forAndroid(.androidUniqueName))
      suggestions = files.map { NearbySound(path: $0.path, difference: "the same name") }
      let names = files.map(\.path.string).joined(separator: " and ")
      return fail(.conflict, "the app can't be built: \(names) have the same name; remove one")
    }
    file = found.path
    do throws(SoundError) {
      switch try resources.support(of: found, within: inputPolicy) {
      case .unknown(let format):
        self.format = format
        fail(.default, "this is \(format), not a sound that Android lists")
      case .unlisted(let format):
        claims += [.forAndroid(.androidFormat), .forAndroid(.androidKept)]
        self.format = format
        (outcome, fault) = (.undocumented, "this is \(format), which Android doesn't list")
      case .listed:
        claims.append(.forAndroid(.androidKept))
        outcome = .plays
      }
    } catch {
      fail(.unknown, error.reason)
      isSystemFailure = error.fault == .system
    }
  }
}

/// Claims about the sounds of Android's notifications.
extension GradedClaim {
  fileprivate static let channelDecides = Self(
    "from Android 8 on, the channel's sound is played instead: the app sets it when it creates the"
      + " channel, and can't change it afterwards", AlertRule.androidChannel.grade,
    AlertRule.androidChannel.source)

  /// Returns the claim of a rule, with the same grade and source as in `alertsound check`.
  fileprivate static func forAndroid(_ rule: AlertRule) -> Self {
    Self("for Android, a sound should be \(rule.statement)", rule.grade, rule.source)
  }

  /// Returns the claim that Android doesn't find a name with an extension. The sources depend on the service.
  fileprivate static func hasExtension(_ service: NotificationPayload.Kind) -> Self {
    let claim = forAndroid(.androidExtension)
    switch service {
    case .oneSignal: return Self(claim.text, .documented, oneSignalReference)
    case .fcm:
      return Self(
        claim.text, claim.grade,
        "\(claim.source); \(fcmCode);"
          + " https://github.com/arnesson/cordova-plugin-firebase/pull/526,"
          + " https://github.com/xamarin/GooglePlayServicesComponents/issues/186")
    case .apns, .aps, .expo, .airship: return claim
    }
  }

  /// Returns the claim about the sound that replaces a missing sound.
  fileprivate static func fallback(_ service: NotificationPayload.Kind) -> Self {
    let text = "for a name that it doesn't find, Android plays the default sound"
    return service == .oneSignal
      ? Self(
        text, .documented,
        "OneSignal, Notification sounds, https://documentation.onesignal.com/docs/notification-sounds"
      )
      : Self(text, .observedOnce, fcmCode)
  }

  /// Returns the claim about a notification that names no sound.
  fileprivate static func silence(_ service: NotificationPayload.Kind) -> Self? {
    switch service {
    case .fcm:
      Self(
        "up to Android 7.1, FCM plays no sound for a message that names none", .observedOnce,
        fcmCode)
    case .oneSignal: Self("nil is no sound", .documented, oneSignalReference)
    case .apns, .aps, .expo, .airship: nil
    }
  }
}
