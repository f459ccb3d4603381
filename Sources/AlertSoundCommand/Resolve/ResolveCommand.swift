import AlertSound
import ArgumentParser
import CommandSupport

/// `alertsound resolve`: says which sound a notification plays.
struct ResolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Show which sound iOS plays for a notification, and why.",
    discussion: """
      The name is that of UNNotificationSound(named:), or of aps.sound in a payload. iOS looks for \
      it in the app's Library/Sounds, in the app group's Library/Sounds, and at the top of the \
      main bundle. If it finds no sound that it can play, it plays its default sound.

      The exit status is 0 if the sound plays, if Apple doesn't document whether it does (AAC or \
      Apple Lossless, which shipping apps use), and if the default sound or silence was requested. \
      It is 1 if the default sound replaces another.
      """)

  @Argument(
    help: "The sound's name, with its extension.",
    transform: { String(decoding: ParserText.bytes(of: $0), as: UTF8.self) })
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The app: a folder, an .ipa archive or an .xcarchive, whose first app is used.",
      valueName: "path"))
  var bundle: CommandArgument

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
      "A notification's JSON as the server sends it, instead of a name.", valueName: "file"))
  var payload: CommandArgument?

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

  @Flag(help: "Print JSON, schema \(ResolutionJSON.schema), instead of lines.")
  var json = false

  func validate() throws {
    guard (name == nil) != (payload == nil) else {
      throw ValidationError("Give either a name or --payload.")
    }
    guard payload == nil || api == .notification else {
      throw ValidationError("--api doesn't apply to a payload: it is never a local notification's.")
    }
  }

  func run() throws {
    let request: SoundRequest
    var notes: [String] = []
    var search: SoundSearch
    do {
      (request, notes) = try requestAndNotes()
      search = try SoundSearch(
        bundle: bundle.path, librarySounds: librarySounds?.path, groupSounds: groupSounds?.path,
        inputPolicy: inputLimits.policy)
    } catch {
      printError(Diagnostic(error).line())
      throw ExitCode(error.exitStatus)
    }
    search.rules.lengthLimit = limit.seconds
    let resolution = search.resolve(request)
    if json {
      try printJSON(ResolutionJSON(resolution, notes: notes))
    } else {
      try Results.show(resolution.lines(notes: notes))
    }
    guard !resolution.isFailure else { throw ExitCode(resolution.exitStatus) }
  }

  private func requestAndNotes() throws(SoundError) -> (SoundRequest, notes: [String]) {
    guard let payload else {
      let interface: SoundRequest.Interface =
        api == .local ? .localNotification : .notification
      return (SoundRequest(name: name, interface: interface), [])
    }
    let file = try PayloadFile(payload.inputPath)
    return (file.payload.request, file.notes + file.payload.request.notes)
  }
}
