import AlertSound
import ArgumentParser
import CommandSupport

/// `alertsound check`: says what iOS will do with sounds.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say which sounds iOS plays, and why it plays its default sound instead of others.",
    discussion: """
      A file is checked whatever its name. In a folder, and in all folders inside it, the files are \
      checked whose extension is that of a sound: caf, aiff, wav, mp3, m4a, ogg and others. Names \
      that begin with a dot are left out, and links to folders are not followed. Only headers are \
      read, unless --listen is given; nothing is changed or unpacked.

      In an app (.app, .appex) or an archive (.ipa), a sound must also be where its name is looked \
      for: at the top of the main bundle, not in one of its extensions. Leave out what is no alert sound, such as the music of a \
      game: --exclude '*.mp3' --exclude 'Music/*'.

      A sound plays; or it is undocumented, which is to say outside Apple's list, although \
      shipping apps use such sounds (AAC and Apple Lossless in CAF, m4a); or it counts as replaced \
      by the default sound of iOS. Exactly 30 s is the limit itself, undefined by Apple, and counts \
      as too long.

      The exit status is 1 where a sound falls back to the default sound or can't be read, and 0 \
      otherwise. With --strict it is 1 for undocumented sounds and notes, too, and where no sound \
      is found.
      """)

  @Argument(help: ArgumentHelp("A sound, a folder, an app or an .ipa archive.", valueName: "path"))
  var paths: [CommandArgument]

  @Flag(help: "Fail on undocumented sounds and on notes, too, and where there are no sounds.")
  var strict = false

  @Flag(help: "Print JSON, schema \(CheckJSON.schema), instead of lines.")
  var json = false

  @Flag(help: "Decode the sounds, too, for notes on low levels, silence and clicks.")
  var listen = false

  @Option(
    help: ArgumentHelp(
      "Print a line for each finding on standard error, in this form, instead of the list.",
      valueName: "style"))
  var diagnostics: Diagnostic.Style?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The length that a sound must stay under; iOS's is 30 seconds.", valueName: "seconds"))
  var limit = SecondsArgument(seconds: AlertRules.iOS.lengthLimit)

  @Option(
    help: ArgumentHelp(
      "Leave out files and folders of this name or path; * also stands for slashes.",
      valueName: "pattern"))
  var exclude: [CommandArgument] = []

  @OptionGroup
  var limits: InputLimitOptions

  func run() throws {
    var check = SoundCheck()
    check.inputPolicy = limits.policy
    check.rules.lengthLimit = limit.seconds
    check.listens = listen
    check.exclusions = exclude.map { PathPattern($0.path) }
    var report = CheckReport(isStrict: strict)
    for path in paths {
      try check.check(path.inputPath) { finding in
        try show(report.add(finding))
      }
    }
    if json {
      try printJSON(CheckJSON(report))
    } else {
      try Results.show([report.summary])
    }
    guard !report.hasFailed else { throw ExitCode(report.exitStatus) }
  }

  private func show(_ finding: SoundCheck.Finding) throws {
    if diagnostics == nil, case .sound(let sound) = finding {
      guard !json else { return }
      try Results.show(sound.lines)
    } else {
      for diagnostic in finding.diagnostics(isStrict: strict) {
        printError(diagnostic.line(diagnostics ?? .plain))
      }
    }
  }
}
