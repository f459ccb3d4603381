import AlertSound
import CommandSupport

extension AlertRule {
  /// What is known about the rule, for people.
  var explanation: [String] {
    var lines = [
      "\(rawValue): a sound is \(statement)",
      VerdictLine.first("outcome", "\(outcome.rawValue): \(outcome.explanation)"),
      VerdictLine.first("grade", "\(grade.name): \(grade.explanation)"),
      VerdictLine.first("source", source),
    ]
    if let background { lines += ["", background] }
    return lines
  }

  /// How a sound comes to break the rule, and what then happens; nil if the rule speaks for itself.
  private var background: String? {
    switch self {
    case .present:
      """
      A notification's sound is looked up by name, in Library/Sounds of the app and of its group and at the
      top of the main bundle. If nothing has the name, the default sound plays, and nothing is logged.
      """
    case .membership:
      """
      A file in the project's folder is only copied into the app if it belongs to the app's target. Xcode asks
      for the target when a file is added. A script, a generator or a pull request that copies a file doesn't.
      Select the file in Xcode and look at Target Membership in the File inspector. In folders
      that Xcode 16 keeps in step with the disk, files belong to the target unless an exception excludes them.
      """
    case .folder:
      """
      Xcode copies a group's files to the top of the app, but a folder reference (a blue folder) with its
      structure. A plain name is looked up at the top only.
      """
    case .bundle:
      """
      Resources of a framework, a Swift package, an extension or a Flutter app's assets are in bundles of their
      own. A notification's sound is looked up in the app's main bundle.
      """
    case .localization:
      """
      A localised file is in a folder for each language (en.lproj) and not at the top of the app.
      """
    case .nameExtension:
      "The name in a notification is the whole name of the file: ring.caf, not ring."
    case .nameCase:
      """
      iOS's file system is case-sensitive, that of most Macs isn't. So a name that differs only by capital
      letters is found in the simulator and not on a phone.
      """
    case .androidKept:
      """
      A release build with shrinkResources removes resources that no code refers to. It sees R.raw.ring, but not
      a name in Dart, JavaScript or a payload. Flutter's release builds shrink resources by default. A file
      res/raw/keep.xml with tools:keep="@raw/ring" keeps the sound.
      """
    case .androidExtension:
      """
      Code names a resource without an extension: ring for res/raw/ring.ogg. Some packages remove an extension,
      others don't.
      """
    case .androidPresent:
      """
      From Android 8 on, the sound belongs to the notification's channel and can't be changed once the channel
      exists. After adding a missing sound, use a new channel, or install the app again.
      """
    default: nil
    }
  }
}

extension AlertVerdict.Outcome {
  fileprivate var explanation: String {
    switch self {
    case .plays: "this is advice; no request for the sound fails because of it"
    case .undocumented:
      "a sound that breaks the rule may play or not; it isn't documented, or can't be told from here"
    case .default: "a sound that breaks the rule counts as not played"
    }
  }
}

extension AlertRule.Grade {
  fileprivate var explanation: String {
    switch self {
    case .documented: "the platform's documentation says so today"
    case .widelyObserved: "several independent sources have observed it"
    case .observedOnce: "one source has observed it, or an old document says so"
    case .judgement: "no measurement is known"
    }
  }
}
