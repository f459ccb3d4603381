/// What Android plays for a notification, and why.
package struct AndroidSoundResolution: Sendable {
  package let request: AndroidSoundRequest
  /// What the notification decides: it plays up to Android 7.1. From Android 8 on, the channel's sound plays.
  package let outcome: Outcome
  /// Why, and what else decides which sound plays, the most important first.
  package let claims: [GradedClaim]

  package enum Outcome: Hashable, Sendable {
    case playsCustomSound(AndroidResources.File)
    /// The sound that was requested, or another one: Android doesn't list its format. The text names it.
    case undocumented(AndroidResources.File, format: String)
    /// The default sound, because the file is no sound. The text says what it is.
    case replacesUnplayable(AndroidResources.File, format: String)
    /// The default sound, because no file has the name. One of these may have been meant.
    case replacesMissing(nearest: [AndroidResources.File])
    /// The default sound, because no sound can have the name. `nearest` was probably meant.
    case replacesUnusable(nearest: AndroidSoundName)
    /// The app can't be built, because these files have the same name.
    case conflicts([AndroidResources.File])
    /// The default sound, which was requested.
    case playsDefaultSound
    /// Nothing, since no sound was requested.
    case staysSilent
    /// The channel's sound: the notification has none.
    case playsChannelSound
    /// Unknown, because the app's resources weren't given.
    case unsearched
    /// Unknown, because the file with the name can't be read, for this reason.
    case unknown(AndroidResources.File, SoundError)
  }

  /// Whether another sound replaces what was requested, or the file can't be examined.
  package var isFailure: Bool {
    switch outcome {
    case .playsCustomSound, .undocumented, .playsDefaultSound, .staysSilent, .playsChannelSound,
      .unsearched:
      false
    case .replacesUnplayable, .replacesMissing, .replacesUnusable, .conflicts, .unknown: true
    }
  }

  /// Finds out what plays.
  ///
  /// - Parameters:
  ///   - request: What a notification asks for.
  ///   - resources: The app's `res/raw`; nil if unknown.
  ///   - inputPolicy: How large and how long a sound may be.
  package init(
    of request: AndroidSoundRequest, in resources: AndroidResources?,
    inputPolicy: InputPolicy = InputPolicy()
  ) {
    self.request = request
    var claims: [GradedClaim] = []
    switch request.sound {
    case .silence:
      outcome = .staysSilent
      if let claim = AndroidClaims.silence(request.service) { claims.append(claim) }
    case .defaultSound: outcome = .playsDefaultSound
    case .unspecified: outcome = .playsChannelSound
    case .named(let text):
      outcome = Self.outcome(for: text, request, in: resources, inputPolicy, &claims)
    }
    claims.append(AndroidClaims.channelDecides)
    if let claim = AndroidClaims.otherChannel(request.service) { claims.append(claim) }
    self.claims = claims
  }

  private static func outcome(
    for text: String, _ request: AndroidSoundRequest, in resources: AndroidResources?,
    _ inputPolicy: InputPolicy, _ claims: inout [GradedClaim]
  ) -> Outcome {
    guard let name = AndroidSoundName(text) else {
      // The extension is the usual fault, and may be the only one.
      let stem = text.prefix { $0 != "." }
      claims.append(
        stem.count < text.count
          ? AndroidClaims.hasExtension(request.service) : AndroidClaims.claim(.androidName))
      claims.append(AndroidClaims.fallback(request.service))
      return .replacesUnusable(nearest: AndroidSoundName(nearestTo: String(stem)))
    }
    guard let resources else { return .unsearched }
    let files = resources.files.filter { $0.resourceName == name.name }
    guard let file = files.first else {
      claims.append(AndroidClaims.fallback(request.service))
      return .replacesMissing(nearest: resources.files(nearestTo: name))
    }
    guard files.count == 1 else {
      claims.append(AndroidClaims.claim(.androidUniqueName))
      return .conflicts(files)
    }
    do throws(SoundError) {
      switch try file.support(within: inputPolicy) {
      case .unknown(let format): return .replacesUnplayable(file, format: format)
      case .unlisted(let format):
        claims += [AndroidClaims.claim(.androidFormat), AndroidClaims.claim(.androidKept)]
        return .undocumented(file, format: format)
      case .listed:
        claims.append(AndroidClaims.claim(.androidKept))
        return .playsCustomSound(file)
      }
    } catch {
      return .unknown(file, error)
    }
  }
}

extension AndroidResources {
  private static let nearestCount = 3

  /// The files whose names are nearest to one that wasn't found.
  fileprivate func files(nearestTo name: AndroidSoundName) -> [File] {
    let wanted = Array(name.name.unicodeScalars)
    let candidates = files.prefix(NearbySounds.comparedLimit).compactMap { file in
      spellingDistance(wanted, Array(file.resourceName.unicodeScalars)).map {
        (file: file, distance: $0)
      }
    }
    // Equally near names stay in order.
    let order = candidates.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }
    return order.prefix(Self.nearestCount).map(\.element.file)
  }
}

/// What is known of the sounds of Android's notifications.
enum AndroidClaims {
  static let channelDecides = GradedClaim(
    "from Android 8 on, the channel's sound is played instead: the app sets it when it creates the"
      + " channel, and can't change it afterwards", .documented,
    "Android developers, Create and manage notification channels,"
      + " https://developer.android.com/develop/ui/views/notifications/channels")

  /// The claim that a rule makes, with the grade and source that `check` has for it.
  static func claim(_ rule: AlertRule) -> GradedClaim {
    GradedClaim("for Android, a sound should be \(rule.statement)", rule.grade, rule.source)
  }

  /// The claim that a name with an extension isn't found. Some services have sources of their own for it.
  static func hasExtension(_ service: NotificationPayload.Kind) -> GradedClaim {
    let claim = claim(.androidExtension)
    switch service {
    case .oneSignal: return GradedClaim(claim.text, .documented, OneSignalClaims.reference)
    case .fcm, .fcmLegacy:
      return GradedClaim(
        claim.text, claim.grade,
        "\(claim.source); \(FCMClaims.code), getSound;"
          + " https://github.com/arnesson/cordova-plugin-firebase/pull/526,"
          + " https://github.com/xamarin/GooglePlayServicesComponents/issues/186")
    case .apns, .aps, .expo: return claim
    }
  }

  /// The claim about what replaces a sound that isn't found.
  static func fallback(_ service: NotificationPayload.Kind) -> GradedClaim {
    let text = "for a name that it doesn't find, Android plays the default sound"
    return service == .oneSignal
      ? GradedClaim(text, .documented, OneSignalClaims.page)
      : GradedClaim(text, .observedOnce, "\(FCMClaims.code), getSound")
  }

  /// The claim about a notification that names no sound.
  static func silence(_ service: NotificationPayload.Kind) -> GradedClaim? {
    switch service {
    case .fcm, .fcmLegacy:
      GradedClaim(
        "up to Android 7.1, FCM plays no sound for a message that names none", .observedOnce,
        "\(FCMClaims.code), getSound")
    case .oneSignal:
      GradedClaim("nil is no sound", .documented, OneSignalClaims.reference)
    case .apns, .aps, .expo: nil
    }
  }

  /// The claim about a channel that isn't named, or that the app hasn't created.
  static func otherChannel(_ service: NotificationPayload.Kind) -> GradedClaim? {
    switch service {
    case .fcm, .fcmLegacy: FCMClaims.otherChannel
    case .expo: ExpoClaims.otherChannel
    case .oneSignal: OneSignalClaims.needsChannel
    case .apns, .aps: nil
    }
  }
}
