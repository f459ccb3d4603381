import AlertCheck
import ArgumentParser
import CommandSupport
import SystemPackage

/// `alertsound resolve`: says which sound a notification plays.
struct ResolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Show which sound iOS plays for a notification, and why.",
    usage: "alertsound resolve [<options>] [<name>]",
    discussion: """
        alertsound resolve ring.caf --bundle MyApp.app
        alertsound resolve --payload push.json --bundle MyApp.ipa

      The name is that of UNNotificationSound(named:), or the one in a payload. iOS looks for \
      it in the app's Library/Sounds, in the app group's Library/Sounds, and at the top of the \
      main bundle. If it finds no sound that it can play, it plays its default sound. With --for, \
      the places and the rules are those of another API.

      A payload for several platforms is resolved for each: --bundle is the iOS app, --android \
      the Android app.

      The exit status is 0 if the sound plays, if Apple doesn't document whether it does (AAC or \
      Apple Lossless, which shipping apps use), and if the default sound or silence was requested. \
      It is 1 if, on a platform whose app is given, the default sound replaces another, or the \
      payload has the sound in a wrong place.
      """)

  private static let schema = "alertsound.resolve/3"

  @Argument(help: "The sound's name, with its extension.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The iOS app: a folder, an .ipa archive or an .xcarchive, whose first app is used.",
      valueName: "path"))
  var bundle: CommandArgument?

  @Option(
    help: ArgumentHelp(
      "The Android app: an .apk, an .aab, its res/raw or a folder that has one; with --payload.",
      valueName: "path"))
  var android: CommandArgument?

  @Option(
    help: ArgumentHelp(
      "A folder with the contents of the app's Library/Sounds.", valueName: "folder"))
  var librarySounds: CommandArgument?

  @Option(
    help: ArgumentHelp(
      "A folder with the contents of the app group's Library/Sounds.", valueName: "folder"))
  var groupSounds: CommandArgument?

  @Option(
    help: ArgumentHelp(
      "The JSON that a server sends, instead of a name: for APNs, FCM, Expo, OneSignal or"
        + " Airship; one notification or a list.", valueName: "file"))
  var payload: CommandArgument?

  @OptionGroup
  var use: UseOptions

  /// The API by which the app requests the sound.
  enum Interface: String, CaseIterable, ExpressibleByArgument {
    case notification, local
  }

  @Option(
    help: ArgumentHelp(
      "The API that receives the name: UNNotificationSound, or UILocalNotification, which also takes a path.",
      valueName: "api"))
  var api = Interface.notification

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The length that a sound must stay under; iOS's is 30 seconds.", valueName: "seconds"))
  var limit = SecondsArgument(seconds: AlertRules.iOS.lengthLimit)

  @OptionGroup
  var inputLimits: InputLimitOptions

  @Flag(help: "Print JSON, schema \(ResolveCommand.schema), instead of lines.")
  var json = false

  func validate() throws {
    let isLocal = api == .local
    let faults = [
      ((name == nil) == (payload == nil), "Give either a name or --payload."),
      (bundle == nil && payload == nil, "Name the app with --bundle."),
      (bundle == nil && android == nil, "Name the app with --bundle or --android, or both."),
      (
        payload == nil && android != nil,
        "--android needs --payload, which says what Android is asked to play."
      ),
      (
        bundle == nil && (librarySounds != nil || groupSounds != nil),
        "--library-sounds and --group-sounds need --bundle."
      ),
      (
        payload != nil && isLocal,
        "--api doesn't apply to a payload: it is never a local notification's."
      ),
      (
        isLocal && use.use != .notification,
        "--api local is UILocalNotification's; leave out --for."
      ),
      (
        payload != nil && use.use == .liveActivity,
        "a payload for a Live Activity says so by its keys event and content-state; leave out --for."
      ),
      (
        payload != nil && [.callkit, .alarmkit, .systemSound].contains(use.use),
        "no payload names a sound for \(use.use.rawValue); give the name itself."
      ),
    ]
    if let (_, message) = faults.first(where: \.0) { throw ValidationError(message) }
  }

  func run() throws {
    let search = try search()
    let messages: [PayloadResolution]
    var headings: [String?] = [nil]
    if let payload {
      let file = try PayloadFile(payload.inputPath)
      messages = file.payloads.map { noted(search.resolve($0), file.notes) }
      headings = file.headings(payload.path)
    } else {
      let interface: SoundRequest.Interface = api == .local ? .localNotification : .notification
      let request = SoundRequest(name: name, interface: interface, for: use.use)
      messages = [noted(PayloadResolution(nil, ios: search.resolve(request)), [])]
    }
    let uses = [use.use] + messages.compactMap { $0.ios?.request.use }
    let remarks = uses.distinct.flatMap(\.remarks)
    let hasFailed = messages.contains(where: \.isFailure)
    if json {
      try Results.show([
        "schema": Self.schema.json, "for": use.use.rawValue.json, "failed": hasFailed.json,
        "messages": messages.map(\.json).json, "remarks": remarks.map(\.json).json,
      ])
    } else {
      let lines = zip(messages, headings).flatMap { $0.lines(heading: $1) }
      try Results.show(lines + (messages.flatMap(\.allClaims) + remarks).lines)
    }
    let status = messages.map(\.exitStatus).max() ?? .success
    guard status == .success else { throw ExitCode(status) }
  }

  private func search() throws(SoundError) -> SoundSearch {
    var search = try SoundSearch(
      bundle: bundle?.path, android: android?.path, librarySounds: librarySounds?.path,
      groupSounds: groupSounds?.path, inputPolicy: inputLimits.policy)
    search.rules = use.rules(limit: limit)
    return search
  }

  /// Adds the notes on the payload's file, and a note if `--bundle` names a folder that isn't an app.
  private func noted(_ message: PayloadResolution, _ notes: [String]) -> PayloadResolution {
    var message = message
    message.ios?.notes.insert(contentsOf: notes, at: 0)
    guard let ios = message.ios, ios.isFailure, ios.file == nil, !ios.places.isEmpty,
      let path = bundle?.path,
      !["app", "appex", "ipa", "xcarchive"].contains(path.extension?.lowercased()),
      ["Info.plist", "Contents", "Payload", "Products"].allSatisfy({
        (try? path.appending($0).stat()) == nil
      })
    else { return message }
    message.ios?.notes.append(
      "\(path) isn't an app that was built; for a project, use alertsound check")
    return message
  }
}

extension PayloadFile {
  fileprivate func headings(_ path: FilePath) -> [String] {
    payloads.enumerated().map { index, payload in
      let place = path.string.onOneLine + (isList ? ", message \(index + 1)" : "")
      return "\(place): \(payload.description)"
    }
  }
}
