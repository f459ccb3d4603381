import AlertCheck
import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

/// `alertsound check`: says whether iOS plays sounds.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check which sounds iOS plays, and explain why it doesn't play the others.",
    discussion: """
        alertsound check Sounds
        alertsound check MyApp.ipa --strict

      A file is checked whatever its name. A folder is searched for files with a sound's extension. \
      Names that begin with a dot are skipped, and links to folders are not followed. Only headers \
      are read, unless --listen is given; nothing is changed or unpacked.

      A folder with an Xcode project, an Android module, or an app of Flutter, Expo, Cordova, \
      NativeScript or .NET is a project: the sounds that its code asks for are looked up where the \
      build puts them. A sound plays if each link from the code to the sound is proven, and fits \
      if nothing seen asks for it. A request is unknown if one of the links isn't known. For a \
      part of a project, such as ios or a file of code, the whole project is checked. Without a \
      path, the current folder is checked.

      In an app (.app, .appex) or an archive (.ipa), a sound must also be where iOS looks for it: \
      at the top of the main bundle, not in one of its extensions. Of an Android app (.apk, .aab), \
      the sounds in res/raw are checked. Exclude other sounds, such as \
      a game's music: --exclude '*.mp3' --exclude 'Music/*'.

      A sound plays; or it is undocumented, that is, outside Apple's list, although shipping apps \
      use such sounds (AAC and Apple Lossless in CAF, m4a); or iOS replaces it with its default \
      sound. Apple leaves a length of exactly 30 s undefined; it is treated as too long.

      The exit status is 1 if a sound falls back to the default sound or can't be read, and 0 \
      otherwise. With --strict it is also 1 for undocumented sounds, unknown requests and notes, and if \
      no sound is found.
      """)

  @Argument(
    help: ArgumentHelp(
      "A sound, a folder, a project, or an app, also in an archive.", valueName: "path"))
  var paths: [PathsArgument] = []

  @Flag(
    help:
      "Also fail on undocumented sounds, unknown requests and notes, and if there are no sounds.")
  var strict = false

  @Flag(
    name: .shortAndLong,
    help: "Show each link of the chain from a request in code to the sound that a phone plays.")
  var verbose = false

  /// The form of a report for programs. Without a form, the report is for people.
  enum Form: EnumerableFlag {
    case json, sarif, junit

    static func help(for value: Form) -> ArgumentHelp? {
      switch value {
      case .json: "Print JSON, schema \(CheckReport.schema), instead of lines."
      case .sarif: "Print SARIF 2.1.0, as code scanning takes it, instead of lines."
      case .junit: "Print JUnit's XML, with a test for each sound and request, instead of lines."
      }
    }
  }

  @Flag
  var form: Form?

  @Option(
    help: ArgumentHelp(
      "Print what is known about a rule, and check nothing; help lists the rules.",
      valueName: "rule"),
    completion: .list(AlertRule.all.map(\.name)),
    transform: { name in
      guard let rule = AlertRule.all.first(where: { $0.name == name }) else {
        throw ValidationError("'--explain help' lists the values")
      }
      return rule
    })
  var explain: AlertRule?

  @Flag(help: "Check a folder with a project as a folder of sounds.")
  var ignoreProjects = false

  @Flag(help: "Also decode the sounds, for notes on low levels, silence and clicks.")
  var listen = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Listen, and also note the sounds whose loudness differs from this one, such as -16.",
      valueName: "LUFS"))
  var loudness: DecibelArgument?

  @Option(
    help: ArgumentHelp(
      "How far a sound may be from --loudness; \(decimalText(Self.usualTolerance, decimals: 1)) by default.",
      valueName: "LU"))
  var tolerance: DecibelArgument?

  private static let usualTolerance = 2.0

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

  func validate() throws {
    if tolerance != nil, loudness == nil {
      throw ValidationError("--tolerance needs --loudness")
    }
    if let tolerance, tolerance.value < 0 {
      throw ValidationError("--tolerance can't be below 0")
    }
    try PreparationOptions.checkLoudness(loudness)
    guard explain == nil || paths.isEmpty else {
      throw ValidationError("--explain takes no path: it checks nothing.")
    }
  }

  func run() throws {
    if let explain { return try Results.show(explain.explanation) }
    var check = SoundCheck()
    check.readsProjects = !ignoreProjects
    check.inputPolicy = limits.policy
    check.rules = use.rules(limit: limit)
    check.rules.usualLoudness = loudness.map {
      UsualLoudness($0.value, tolerance: tolerance?.value ?? Self.usualTolerance)
    }
    check.listens = listen || loudness != nil
    check.exclusions = exclude.map { PathPattern($0.path) }
    var report = CheckReport(isStrict: strict, use: use.use)
    var projects: Set<FilePath> = []
    for path in paths.isEmpty ? [CommandArgument(".")] : paths.flatMap(\.paths) {
      try check.check(path.inputPath, after: &projects) { finding in
        let (lines, problems) = report.add(
          finding, listing: diagnostics == nil, showingLinks: verbose)
        if form == nil { try Results.show(lines) }
        for problem in problems { printError(problem.diagnostic.line(diagnostics ?? .plain)) }
      }
    }
    for (path, message) in report.noteOnNotes {
      let problem = CheckProblem(noteOn: path, message, isStrict: strict)
      printError(problem.diagnostic.line(diagnostics ?? .plain))
    }
    switch form {
    case .json: try Results.show(report.json)
    case .sarif: try Results.show(report.sarif)
    case .junit: try Results.show(report.junit)
    case nil:
      try Results.show(
        report.summaries(showsVerdicts: diagnostics == nil) + use.use.remarks.lines
          + (diagnostics == nil ? report.steps : []))
    }
    guard !report.hasFailed else { throw ExitCode(report.exitStatus) }
  }
}
