import Foundation
import SoundFormat
import TestSupport
import Testing

struct RecipeTests {
  private static let recipes = packageRoot.appending(path: "Samples/Recipes")

  /// A recipe's folder, with two sounds in its input folder.
  private static func folder(
    _ recipe: String, sounds: String = "Sounds"
  ) throws -> ShellFolder {
    let folder = try ShellFolder()
    let source = recipes.appending(path: recipe)
    for path in try FileManager.default.subpathsOfDirectory(atPath: source.path) {
      if let bytes = try? Data(contentsOf: source.appending(path: path)) {
        try folder.write([UInt8](bytes), to: path)
      }
    }
    for (container, name) in [(Container.wave, "Chime.wav"), (.aiff, "Notifications/Sonar.aiff")] {
      let order: ByteOrder = container == .aiff ? .big : .little
      try folder.write(try soundFile(container, .pcm(.int16, order)), to: "\(sounds)/\(name)")
    }
    return folder
  }

  @discardableResult
  private static func run(
    _ folder: ShellFolder, _ lines: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try folder.run(lines)
    #expect(
      outcome.ending == .exit(0), "\(lines)\n\(outcome.outputText)\(outcome.errors)",
      sourceLocation: sourceLocation)
    return outcome.outputText
  }

  private static func alerts(in folder: ShellFolder) throws -> [String] {
    try folder.files().filter { $0.hasSuffix(".caf") }
  }

  @Test(.enabled(if: Tool("make").isInstalled, "Make is not installed"))
  func makeConvertsEachSound() throws {
    let folder = try Self.folder("Make")
    try Self.run(folder, "mv Sounds/Notifications/Sonar.aiff Sounds; make -j2")
    #expect(try Self.alerts(in: folder) == ["Resources/Chime.caf", "Resources/Sonar.caf"])
    #expect(try Self.run(folder, "make").contains("Nothing to be done"))
    let again = try Self.run(folder, "touch -t 203001010000 Sounds/Chime.wav; make")
    #expect(again == "alertsound convert --quiet Sounds/Chime.wav -o Resources/Chime.caf\n")
  }

  @Test(.enabled(if: Tool("make").isInstalled, "Make is not installed"))
  func makeListsWhatItSkips() throws {
    let folder = try Self.folder("Make")
    let lines = """
      cp Sounds/Chime.wav 'Sounds/My Chime.wav'; cp Sounds/Chime.wav Sounds/song.mp3
      cp Sounds/Chime.wav Sounds/.hidden.mp3; make
      """
    let outcome = try folder.run(lines)
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.errorLines.sorted() == [
        "skipped: Sounds/My Chime.wav", "skipped: Sounds/Notifications", "skipped: Sounds/song.mp3",
      ])
    #expect(try Self.alerts(in: folder) == ["Resources/Chime.caf"])
  }

  /// A build system that converts the whole folder in one step, with a depfile.
  struct FolderBuild {
    let recipe: String
    let tools: [String]
    let build: String
    let outputs: String
    /// Text that the build prints when it converts, and text that it prints when nothing changed.
    let runs, rests: String
    var preparation = ""

    var isPossible: Bool { tools.allSatisfy { Tool($0).isInstalled } }

    static let make = FolderBuild(
      recipe: "Make", tools: ["make"], build: "make -f Folder.mk", outputs: "Resources",
      runs: "alertsound convert", rests: "Nothing to be done")
    static let ninja = FolderBuild(
      recipe: "Ninja", tools: ["ninja"], build: "ninja", outputs: "Resources",
      runs: "Converting sounds", rests: "no work to do")
    static let cmake = FolderBuild(
      recipe: "CMake", tools: ["cmake", "ninja"], build: "cmake --build build",
      outputs: "build/Resources", runs: "Converting sounds", rests: "no work to do",
      preparation: "cmake -G Ninja -B build")
  }

  @Test(
    .enabled(if: FolderBuild.make.isPossible, "Make is not installed"),
    arguments: [FolderBuild.make, .ninja, .cmake].filter(\.isPossible))
  func aDepfileTriggersRuns(system: FolderBuild) throws {
    let folder = try Self.folder(system.recipe)
    func expectRun(
      _ change: String, gives names: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let text = try Self.run(folder, "\(change)\n\(system.build)", sourceLocation: sourceLocation)
      #expect(text.contains(system.runs), sourceLocation: sourceLocation)
      #expect(
        try Self.alerts(in: folder) == names.map { "\(system.outputs)/\($0)" },
        sourceLocation: sourceLocation)
      let again = try Self.run(folder, system.build, sourceLocation: sourceLocation)
      #expect(again.contains(system.rests), sourceLocation: sourceLocation)
      #expect(!again.contains(system.runs), sourceLocation: sourceLocation)
    }
    try expectRun(
      "mv Sounds/Chime.wav 'Sounds/My Chime.wav'; \(system.preparation)", gives: "My Chime.caf",
      "Notifications/Sonar.caf")
    // Wait a second before each change, because file times may have a resolution of only a second.
    try expectRun(
      "sleep 1; cp Sounds/*/Sonar.aiff Sounds/Notifications/New.aiff", gives: "My Chime.caf",
      "Notifications/New.caf", "Notifications/Sonar.caf")
    try expectRun(
      "sleep 1; rm Sounds/My*", gives: "Notifications/New.caf", "Notifications/Sonar.caf")
    // A bad sound fails each build until it is fixed.
    var change = "sleep 1; echo no sound >Sounds/Bad.wav"
    for _ in 0..<2 {
      let outcome = try folder.run("\(change)\n\(system.build)")
      change = ""
      #expect(outcome.ending != .exit(0), "\(outcome.outputText)")
      #expect((outcome.outputText + outcome.errors).contains("Sounds/Bad.wav: error: "))
    }
    try expectRun(
      "sleep 1; cp Sounds/Notifications/New.aiff Sounds/Bad.wav", gives: "Bad.caf",
      "Notifications/New.caf", "Notifications/Sonar.caf")
  }

  @Test func aShellConvertsAndChecks() throws {
    let folder = try Self.folder("Shell")
    try Self.run(folder, "sh convert-sounds.sh")
    let alerts = ["Resources/Chime.caf", "Resources/Notifications/Sonar.caf"]
    #expect(try Self.alerts(in: folder) == alerts)
    #expect(try Self.run(folder, "sh convert-sounds.sh").contains("0 converted, 2 unchanged"))
    let siren = packageRoot.appending(path: "Samples/Siren.caf").path(percentEncoded: false)
    let outcome = try folder.run("cp '\(siren)' Sounds/Long.caf; sh convert-sounds.sh")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.contains("Sounds/Long.caf: error: 31.2 s long"))
  }

  @Test func xcodePutsTheAlertsAtTheTopOfTheApp() throws {
    let folder = try Self.folder("Xcode")
    let lists = ["Sounds.xcfilelist", "Alerts.xcfilelist"]
    let recorded = try lists.map(folder.directory.read)
    try Self.run(folder, "rm *.xcfilelist; echo read me >Sounds/README.txt; sh write-file-lists.sh")
    #expect(try lists.map(folder.directory.read) == recorded)
    let text = try Self.run(
      folder,
      """
      export SRCROOT=$PWD DERIVED_FILE_DIR=$PWD/derived TARGET_BUILD_DIR=$PWD/products
      export UNLOCALIZED_RESOURCES_FOLDER_PATH=App.app
      mkdir -p products/App.app && sh convert-sounds.sh && cd products/App.app && ls -A
      # What Xcode is told it will find.
      eval "ls $(tr '()' '{}' <$SRCROOT/Alerts.xcfilelist | tr '\\n' ' ')" >/dev/null
      """)
    #expect(text == "Chime.caf\nSonar.caf\n")
  }

  @Test func flutterHasTheAlertsInRunner() throws {
    let folder = try Self.folder("Flutter", sounds: "sounds")
    try Self.run(folder, "cd /; sh \"$HOME/tool/convert_sounds.sh\"")
    let alerts = ["ios/Runner/Sounds/Chime.caf", "ios/Runner/Sounds/Sonar.caf"]
    #expect(try Self.alerts(in: folder) == alerts)
    #expect(try Self.run(folder, "ls android/app/src/main/res/raw") == "chime.ogg\nsonar.ogg\n")
  }

  @Test(.enabled(if: Tool("npm").isInstalled, "npm is not installed"))
  func capacitorRunsTheHook() throws {
    let folder = try Self.folder("Capacitor", sounds: "sounds")
    try Self.run(folder, "npm run capacitor:sync:before")
    let alerts = ["ios/App/App/Sounds/Chime.caf", "ios/App/App/Sounds/Sonar.caf"]
    #expect(try Self.alerts(in: folder) == alerts)
  }

  /// fastlane isn't installed, so the shell runs its commands, without writing anything.
  @Test func fastlanesCommandsAreValid() throws {
    let text = try String(
      contentsOf: Self.recipes.appending(path: "Fastlane/fastlane/Fastfile"), encoding: .utf8)
    let commands = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.firstMatch(of: /alertsound (convert|check) [^"]*/)?.output.0 }
    #expect(commands.count == 2)
    let folder = try Self.folder("Fastlane")
    // Make the folder in which fastlane runs commands, and the converted sounds that `check` reads.
    try Self.run(folder, "mkdir -p fastlane App; cp -r Sounds Resources; cp -r Sounds App/Sounds")
    for command in commands {
      let isConversion = command.hasPrefix("alertsound convert")
      let before = try folder.files()
      let text = try Self.run(
        folder,
        (command.contains("../") ? "cd fastlane; " : "") + command
          + (isConversion ? " --dry-run" : ""))
      #expect(text.isEmpty == command.contains("--quiet"), "\(command)")
      #expect(try folder.files() == before, "\(command)")
    }
  }

  /// Every recipe is listed, and every listed file exists.
  @Test func theListNamesEveryRecipe() throws {
    let list = try String(contentsOf: Self.recipes.appending(path: "README.md"), encoding: .utf8)
    let links = list.matches(of: /\| \[[^\]]*\]\(([^)]*)\)/).map { String($0.output.1) }
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.recipes.path)
      .filter { $0 != "README.md" }
    #expect(Set(links.map { String($0.prefix { $0 != "/" }) }) == Set(folders))
    for link in links {
      #expect(FileManager.default.fileExists(atPath: Self.recipes.appending(path: link).path))
    }
  }
}
