import AlertSound
import ArgumentParser
import CommandSupport

/// `alertsound check`: says what iOS will do with sounds.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check which sounds iOS plays, and explain why it doesn't play the others.",
    discussion: """
      A file is checked whatever its name. A folder is searched, with its subfolders, for files \
      with the extension of a sound: caf, aiff, wav, mp3, m4a, ogg and others. Names that begin \
      with a dot are skipped, and links to folders are not followed. Only headers are read, unless \
      --listen is given; nothing is changed or unpacked.

      In an app (.app, .appex) or an archive (.ipa), a sound must also be where iOS looks for it: \
      at the top of the main bundle, not in one of its extensions. Exclude files that aren't alert \
      sounds, such as a game's music: --exclude '*.mp3' --exclude 'Music/*'.

      A sound plays; or it is undocumented, that is, outside Apple's list, although shipping apps \
      use such sounds (AAC and Apple Lossless in CAF, m4a); or iOS replaces it with its default \
      sound. Apple leaves a length of exactly 30 s undefined; it is treated as too long.

      The exit status is 1 if a sound falls back to the default sound or can't be read, and 0 \
      otherwise. With --strict it is also 1 for undocumented sounds and notes, and if no sound is \
      found.
      """)

  @Argument(help: ArgumentHelp("A sound, a folder, an app or an .ipa archive.", valueName: "path"))
  var paths: [CommandArgument]

  @Flag(help: "Also fail on undocumented sounds, on notes, and if there are no sounds.")
  var strict = false

  @Flag(help: "Print JSON, schema \(CheckJSON.schema), instead of lines.")
  var json = false

  @Flag(help: "Also decode the sounds, for notes on low levels, silence and clicks.")
  var listen = false

  @Option(
    help: ArgumentHelp(
      "Instead of the list, print a line for each finding on standard error in this form.",
      valueName: "style"))
  var diagnostics: Diagnostic.Style?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The length that a sound must stay under; iOS's is 30 seconds.", valueName: "seconds"))
  var limit = SecondsArgument(seconds: AlertRules.iOS.lengthLimit)

  @Option(
    help: ArgumentHelp(
      "Skip files and folders with this name or path; * also matches slashes.",
      valueName: "pattern"))
  var exclude: [CommandArgument] = []

  @OptionGroup
  var use: UseOptions

  @OptionGroup
  var limits: InputLimitOptions

  func run() throws {
    var check = SoundCheck()
    check.inputPolicy = limits.policy
    check.rules = use.rules(limit: limit)
    check.listens = listen
    check.exclusions = exclude.map { PathPattern($0.path) }
    var report = CheckReport(isStrict: strict, use: use.use)
    for path in paths {
      try check.check(path.inputPath) { finding in
        try show(report.add(finding))
      }
    }
    if json {
      try printJSON(CheckJSON(report))
    } else {
      try Results.show([report.summary] + ClaimLines.lines(use.use.remarks))
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
