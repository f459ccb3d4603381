extension SoundResolution {
  /// Determines the sound that Android plays, up to version 7.1, where the notification decides.
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
      if let claim = AndroidClaims.silence(service) { claims.append(claim) }
    case .defaultSound: outcome = .default
    case .named(let name): look(for: name, service, in: resources, inputPolicy)
    }
    claims.append(AndroidClaims.channelDecides)
    if let claim = AndroidClaims.otherChannel(service) { claims.append(claim) }
  }

  private mutating func look(
    for text: String, _ service: NotificationPayload.Kind, in resources: AndroidResources?,
    _ inputPolicy: InputPolicy
  ) {
    guard let name = AndroidSoundName(text) else {
      // If the name has an extension, report only that: it's the usual fault, and may be the only one.
      let stem = text.prefix { $0 != "." }
      let hasExtension = stem.count < text.count
      claims.append(
        hasExtension ? AndroidClaims.hasExtension(service) : AndroidClaims.claim(.androidName))
      claims.append(AndroidClaims.fallback(service))
      let fault =
        hasExtension ? "names in res/raw have no extension" : "Android's build refuses this name"
      return fail(
        .default, "\(text): \(fault); name it \(AndroidSoundName(nearestTo: String(stem)))")
    }
    guard let resources else { return }
    let files = resources.files.filter { $0.resourceName == name.name }
    guard let found = files.first else {
      claims.append(AndroidClaims.fallback(service))
      suggestions = resources.files(nearestTo: name).map {
        NearbySound(path: $0.path, difference: NearbySound.similar)
      }
      return fail(.default, "there is no sound named \(name) in res/raw")
    }
    guard files.count == 1 else {
      claims.append(AndroidClaims.claim(.androidUniqueName))
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
        claims += [AndroidClaims.claim(.androidFormat), AndroidClaims.claim(.androidKept)]
        self.format = format
        (outcome, fault) = (.undocumented, "this is \(format), which Android doesn't list")
      case .listed:
        claims.append(AndroidClaims.claim(.androidKept))
        outcome = .plays
      }
    } catch {
      fail(.unknown, error.reason)
      isSystemFailure = error.fault == .system
    }
  }
}

extension AndroidResources {
  /// Returns the files with the names nearest to a name that wasn't found.
  fileprivate func files(nearestTo name: AndroidSoundName) -> [File] {
    let wanted = Array(name.name.unicodeScalars)
    return files.prefix(NearbySounds.comparedLimit).compactMap { file in
      spellingDistance(wanted, Array(file.resourceName.unicodeScalars), spellingWork).map {
        (file, distance: $0)
      }
    }.first(NearbySounds.limit) { [$0.distance] }.map(\.0)
  }
}

/// Claims about the sounds of Android's notifications.
enum AndroidClaims {
  static let channelDecides = GradedClaim(
    "from Android 8 on, the channel's sound is played instead: the app sets it when it creates the"
      + " channel, and can't change it afterwards", AlertRule.androidChannel.grade,
    AlertRule.androidChannel.source)

  /// Returns the claim of a rule, with the same grade and source as in `alertsound check`.
  static func claim(_ rule: AlertRule) -> GradedClaim {
    GradedClaim("for Android, a sound should be \(rule.statement)", rule.grade, rule.source)
  }

  /// Returns the claim that Android doesn't find a name with an extension. The sources depend on the service.
  static func hasExtension(_ service: NotificationPayload.Kind) -> GradedClaim {
    let claim = claim(.androidExtension)
    switch service {
    case .oneSignal: return GradedClaim(claim.text, .documented, OneSignalClaims.reference)
    case .fcm:
      return GradedClaim(
        claim.text, claim.grade,
        "\(claim.source); \(FCMClaims.code), getSound;"
          + " https://github.com/arnesson/cordova-plugin-firebase/pull/526,"
          + " https://github.com/xamarin/GooglePlayServicesComponents/issues/186")
    case .apns, .aps, .expo, .airship: return claim
    }
  }

  /// Returns the claim about the sound that replaces a missing sound.
  static func fallback(_ service: NotificationPayload.Kind) -> GradedClaim {
    let text = "for a name that it doesn't find, Android plays the default sound"
    return service == .oneSignal
      ? GradedClaim(text, .documented, OneSignalClaims.page)
      : GradedClaim(text, .observedOnce, "\(FCMClaims.code), getSound")
  }

  /// Returns the claim about a notification that names no sound.
  static func silence(_ service: NotificationPayload.Kind) -> GradedClaim? {
    switch service {
    case .fcm:
      GradedClaim(
        "up to Android 7.1, FCM plays no sound for a message that names none", .observedOnce,
        "\(FCMClaims.code), getSound")
    case .oneSignal:
      GradedClaim("nil is no sound", .documented, OneSignalClaims.reference)
    case .apns, .aps, .expo, .airship: nil
    }
  }

  /// Returns the claim about a notification that names no channel, or a channel that the app hasn't created.
  static func otherChannel(_ service: NotificationPayload.Kind) -> GradedClaim? {
    switch service {
    case .fcm: FCMClaims.otherChannel
    case .expo: ExpoClaims.otherChannel
    case .oneSignal: OneSignalClaims.needsChannel
    case .apns, .aps, .airship: nil
    }
  }
}
