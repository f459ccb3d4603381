/// The sound that Android plays for a notification, and the reasons.
package struct AndroidSoundResolution: Sendable {
  package let request: AndroidSoundRequest
  /// The sound up to Android 7.1, where the notification decides. From Android 8 on, the channel's sound plays.
  package let outcome: Outcome
  /// The reasons for the outcome, and other facts that decide the sound, the most important first.
  package let claims: [GradedClaim]

  package enum Outcome: Hashable, Sendable {
    case playsCustomSound(AndroidResources.File)
    /// Either the requested sound or another sound, because Android doesn't list this format.
    case undocumented(AndroidResources.File, format: String)
    /// The default sound, because the file isn't a known sound. The format says what it is, such as "a web page".
    case replacesUnplayable(AndroidResources.File, format: String)
    /// The default sound, because no file has the requested name. Perhaps the name of one of these files was meant.
    case replacesMissing(nearest: [AndroidResources.File])
    /// The default sound, because no resource can have the requested name. Probably, `nearest` was meant.
    case replacesUnusable(nearest: AndroidSoundName)
    /// No sound, because the app can't be built: these files have the same resource name.
    case conflicts([AndroidResources.File])
    /// The default sound, as requested.
    case playsDefaultSound
    /// Silence, as requested.
    case staysSilent
    /// The channel's sound, because the notification can't request a sound.
    case playsChannelSound
    /// Unknown, because the app's resources aren't given.
    case unsearched
    /// Unknown, because the requested file can't be read, for this reason.
    case unknown(AndroidResources.File, SoundError)
  }

  /// Whether the requested sound isn't played, or its file can't be examined.
  package var isFailure: Bool {
    switch outcome {
    case .playsCustomSound, .undocumented, .playsDefaultSound, .staysSilent, .playsChannelSound,
      .unsearched:
      false
    case .replacesUnplayable, .replacesMissing, .replacesUnusable, .conflicts, .unknown: true
    }
  }

  /// Determines the sound that plays.
  ///
  /// - Parameters:
  ///   - resources: The app's `res/raw`; nil if unknown.
  ///   - inputPolicy: Limits on the size and length of a sound.
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
      // If the name has an extension, report only that: it's the usual fault, and may be the only one.
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
      switch try resources.support(of: file, within: inputPolicy) {
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
