/// A mistake that keeps a sound from playing, in a project that is otherwise right.
public struct ProjectMistake: Sendable, CustomStringConvertible {
  public let name: String
  /// The rules that are broken, sorted.
  public let rules: [String]
  /// A phrase of the advice.
  public let advice: String
  public let make: @Sendable (inout DemoProject) throws -> Void
  /// Does what the advice says; nil if that is the mistake undone.
  public let steps: (@Sendable (inout DemoProject) throws -> Void)?

  init(
    _ name: String, _ rules: [String], _ advice: String,
    _ make: @escaping @Sendable (inout DemoProject) throws -> Void,
    steps: (@Sendable (inout DemoProject) throws -> Void)? = nil
  ) {
    self.name = name
    self.rules = rules
    self.advice = advice
    self.make = make
    self.steps = steps
  }

  public var description: String { name }
}

extension ProjectMistake {
  public static let all: [ProjectMistake] = placement + names + android

  /// Moves the app's resources into another target. If `isEmbedded`, the app embeds that target.
  private static func moveResources(
    of project: inout DemoProject, to target: XcodeFixture.Target, isEmbedded: Bool = true
  ) {
    var target = target
    target.resources = project.xcode.targets[0].resources
    project.xcode.targets[0].resources = []
    if isEmbedded { project.xcode.targets[0].dependencies = [target.name] }
    project.xcode.targets.append(target)
  }

  private static let placement: [ProjectMistake] = [
    ProjectMistake("in no target", ["membership"], "tick the target Runner") {
      $0.xcode.targets[0].resources = []
    } steps: {
      $0.xcode.targets[0].resources = [.file("Runner/ring.caf")]
    },
    ProjectMistake("in the project, but in no target", ["membership"], "tick the target Runner") {
      $0.xcode.targets[0].resources = []
      $0.xcode.otherFiles = [.file("Runner/ring.caf")]
    } steps: {
      $0.xcode.otherFiles = []
      $0.xcode.targets[0].resources = [.file("Runner/ring.caf")]
    },
    ProjectMistake("nowhere", ["present"], "correct the name") {
      $0.xcode.targets[0].resources = []
      $0.files["ios/Runner/ring.caf"] = nil
    } steps: {
      $0.files["ios/Runner/ring.caf"] = try DemoProject().files["ios/Runner/ring.caf"]
      $0.xcode.targets[0].resources = [.file("Runner/ring.caf")]
    },
    ProjectMistake("listed, but not there", ["listed"], "add the file") {
      $0.files["ios/Runner/ring.caf"] = nil
    } steps: {
      $0.files["ios/Runner/ring.caf"] = try DemoProject().files["ios/Runner/ring.caf"]
    },
    ProjectMistake("perhaps made by code", ["built-in"], "or add the sound to the app") {
      $0.xcode.targets[0].resources = []
      $0.files["ios/Runner/ring.caf"] = nil
      $0.write("ios/Runner/AppDelegate.swift", #"let folder = "Library/Sounds""#)
    } steps: {
      $0.files["ios/Runner/ring.caf"] = try DemoProject().files["ios/Runner/ring.caf"]
      $0.xcode.targets[0].resources = [.file("Runner/ring.caf")]
    },
    ProjectMistake(
      "outside the repository", ["repository"], "the target Runner lists ../Downloads/ring.caf"
    ) {
      $0.xcode.targets[0].resources = [.file("../../Downloads/ring.caf")]
      $0.files["ios/Runner/ring.caf"] = nil
    } steps: {
      $0.files["ios/Runner/ring.caf"] = try DemoProject().files["ios/Runner/ring.caf"]
      $0.xcode.targets[0].resources = [.file("Runner/ring.caf")]
    },
    ProjectMistake("outside the repository, and never asked for", ["repository"], "list the copy") {
      $0.xcode.targets[0].resources.append(.file("../../Desktop/old.caf"))
    },
    ProjectMistake("in a folder reference", ["folder"], "remove the folder reference Sounds") {
      $0.move("ios/Runner/ring.caf", to: "ios/Runner/Sounds/ring.caf")
      $0.xcode.targets[0].resources = [.folder("Runner/Sounds")]
    } steps: {
      $0.xcode.targets[0].resources = [.file("Runner/Sounds/ring.caf")]
    },
    ProjectMistake("localised", ["localization"], "move ring.caf out of en.lproj") {
      $0.move("ios/Runner/ring.caf", to: "ios/en.lproj/ring.caf")
      $0.xcode.targets[0].resources = [.variants("ring.caf", ["en"])]
    } steps: {
      $0.move("ios/en.lproj/ring.caf", to: "ios/ring.caf")
      $0.xcode.targets[0].resources = [.file("ring.caf")]
    },
    ProjectMistake("in an extension", ["bundle"], "tick the target Runner") {
      moveResources(of: &$0, to: XcodeFixture.Target("Service", "app-extension"))
    } steps: {
      $0.xcode.targets[0].resources = $0.xcode.targets[1].resources
    },
    ProjectMistake("in a framework", ["bundle"], "tick the target Runner") {
      moveResources(of: &$0, to: XcodeFixture.Target("Kit", "framework"))
    } steps: {
      $0.xcode.targets[0].resources = $0.xcode.targets[1].resources
    },
    ProjectMistake("in a package's bundle", ["bundle"], "tick the target Runner") {
      $0.xcode.targets[0].resources = []
      $0.move("ios/Runner/ring.caf", to: "ios/Tones/Sources/Tones/Sounds/ring.caf")
      $0.write(
        "ios/Tones/Package.swift",
        """
        let package = Package(
          name: "Tones",
          targets: [.target(name: "Tones", resources: [.process("Sounds")])])
        """)
    } steps: {
      $0.xcode.targets[0].resources = [.file("Tones/Sources/Tones/Sounds/ring.caf")]
    },
    ProjectMistake("a Flutter asset", ["bundle"], "tick the target Runner") {
      $0.xcode.targets[0].resources = []
      $0.move("ios/Runner/ring.caf", to: "assets/ring.caf")
      $0.write(
        "pubspec.yaml",
        "dependencies:\n  flutter:\n    sdk: flutter\nflutter:\n  assets:\n    - assets/ # all\n")
    } steps: {
      $0.xcode.targets[0].resources = [.file("../assets/ring.caf")]
    },
    ProjectMistake("in the watch's app", ["watch"], "tick the target Runner") {
      moveResources(of: &$0, to: XcodeFixture.Target("Watch", "application.watchapp2"))
    } steps: {
      $0.xcode.targets[0].resources = $0.xcode.targets[1].resources
    },
    ProjectMistake("in the tests' target", ["membership"], "tick the target Runner") {
      moveResources(
        of: &$0, to: XcodeFixture.Target("RunnerTests", "bundle.unit-test"), isEmbedded: false)
    } steps: {
      $0.xcode.targets[0].resources = $0.xcode.targets[1].resources
    },
    ProjectMistake("excepted from a synchronised folder", ["membership"], "the target Runner") {
      $0.xcode.targets[0].resources = []
      $0.xcode.targets[0].folders = ["Runner"]
      $0.xcode.exceptions = [
        XcodeFixture.Exception(in: "Runner", for: "Runner", ["ring.caf", "Info.plist"])
      ]
    },
    ProjectMistake(
      "in a folder that is copied whole", ["folder"], "remove the folder reference Sounds"
    ) {
      $0.xcode.targets[0].resources = []
      $0.move("ios/Runner/ring.caf", to: "ios/Runner/Sounds/ring.caf")
      $0.xcode.targets[0].folders = ["Runner"]
      $0.xcode.explicitFolders = ["Sounds"]
    },
    ProjectMistake("beside the target, and in Flutter's assets", ["membership"], "drag ring.caf") {
      $0.files["assets/ring.caf"] = $0.files["ios/Runner/ring.caf"]
      $0.write("pubspec.yaml", text(of: $0, "pubspec.yaml") + "\n  assets:\n    - assets/\n")
      $0.xcode.targets[0].resources = []
    } steps: {
      $0.xcode.targets[0].resources = [.file("Runner/ring.caf")]
    },
    ProjectMistake("two files for one place", ["one-source"], "keep one of them") {
      $0.files["ios/Other/ring.caf"] = $0.files["ios/Runner/ring.caf"]
      $0.xcode.targets[0].resources.append(.file("Other/ring.caf"))
    } steps: {
      $0.xcode.targets[0].resources.removeLast()
    },
  ]

  private static let names: [ProjectMistake] = [
    ProjectMistake("without the extension", ["name-extension"], "ask for ring.caf") {
      $0.replace("'ring.caf'", by: "'ring'", in: "lib/main.dart")
    } steps: {
      $0.replace("sound: 'ring'", by: "sound: 'ring.caf'", in: "lib/main.dart")
    },
    ProjectMistake("in capital letters", ["name-case"], "ask for ring.caf") {
      $0.replace("'ring.caf'", by: "'Ring.caf'", in: "lib/main.dart")
    } steps: {
      $0.replace("'Ring.caf'", by: "'ring.caf'", in: "lib/main.dart")
    },
    ProjectMistake("as a path", ["plain-name"], "ask for ring.caf") {
      $0.replace("'ring.caf'", by: "'Runner/ring.caf'", in: "lib/main.dart")
    } steps: {
      $0.replace("'Runner/ring.caf'", by: "'ring.caf'", in: "lib/main.dart")
    },
    ProjectMistake(
      "as a path in the app", ["plain-name"],
      "drag ring.caf into Xcode and tick the target Runner, and ask for ring.caf"
    ) {
      $0.move("ios/Runner/ring.caf", to: "ios/Runner/Sounds/ring.caf")
      $0.xcode.targets[0].resources = [.folder("Runner/Sounds")]
      $0.replace("'ring.caf'", by: "'Sounds/ring.caf'", in: "lib/main.dart")
    },
    ProjectMistake(
      "not an AIFF for awesome_notifications", ["present"], "add ring.aiff to the app's target"
    ) {
      $0.replace(
        "DarwinNotificationDetails(\n  sound: 'ring.caf'",
        by: "NotificationChannel(\n  soundSource: 'resource://raw/ring'", in: "lib/main.dart")
    },
    ProjectMistake("no asset", ["present"], "list assets/ring.caf under assets in pubspec.yaml") {
      $0.move("ios/Runner/ring.caf", to: "assets/ring.caf")
      $0.xcode.targets[0].resources = []
      $0.replace(
        "DarwinNotificationDetails(\n  sound: 'ring.caf'",
        by: "scheduleOneShotAlarm(\n  soundPath: 'assets/ring.caf'", in: "lib/main.dart")
    },
    ProjectMistake("with another extension", ["present"], "if ios/Runner/ring.caf is meant") {
      $0.replace("'ring.caf'", by: "'ring.aiff'", in: "lib/main.dart")
    } steps: {
      $0.replace("'ring.aiff'", by: "'ring.caf'", in: "lib/main.dart")
    },
    ProjectMistake("a misspelt name", ["present"], "if ios/Runner/ring.caf is meant, ask for") {
      $0.replace("'ring.caf'", by: "'rign.caf'", in: "lib/main.dart")
    } steps: {
      $0.replace("'rign.caf'", by: "'ring.caf'", in: "lib/main.dart")
    },
    ProjectMistake("never asked for", ["requested"], "remove it") {
      $0.files["ios/Runner/old.caf"] = $0.files["ios/Runner/ring.caf"]
      $0.xcode.targets[0].resources.append(.file("Runner/old.caf"))
    } steps: {
      $0.files["ios/Runner/old.caf"] = nil
      $0.xcode.targets[0].resources.removeLast()
    },
    ProjectMistake("a web page that nothing asks for", ["container", "requested"], "download") {
      $0.write("ios/Runner/old.caf", "<!DOCTYPE html><title>Not found</title>")
      $0.xcode.targets[0].resources.append(.file("Runner/old.caf"))
    },
    ProjectMistake("only known to a server, and in a folder", ["folder"], "top of the bundle") {
      $0.replace("sound: 'ring.caf',", by: "", in: "lib/main.dart")
      $0.move("ios/Runner/ring.caf", to: "ios/Runner/Sounds/ring.caf")
      $0.xcode.targets[0].resources = [.folder("Runner/Sounds")]
    },
    ProjectMistake("only known to a server, in another format", ["container"], "convert it") {
      $0.replace("sound: 'ring.caf',", by: "", in: "lib/main.dart")
      $0.files["ios/Runner/ring.caf"] = nil
      $0.files["ios/Runner/ring.ogg"] = try PlainSound(.bell, frameCount: 6400).file(
        libsndfile: Libsndfile.vorbis)
      $0.xcode.targets[0].resources = [.file("Runner/ring.ogg")]
    },
    ProjectMistake("left out, and never asked for", ["left-out"], "add it to the app's target") {
      $0.files["ios/Runner/new.caf"] = $0.files["ios/Runner/ring.caf"]
    } steps: {
      $0.files["ios/Runner/new.caf"] = nil
    },
  ]

  private static let raw = "android/app/src/main/res/raw"

  private static func text(of project: DemoProject, _ path: String) -> String {
    String(decoding: project.files[path] ?? [], as: UTF8.self)
  }

  private static let android: [ProjectMistake] = [
    ProjectMistake(
      "a misspelt resource", ["android-present", "requested"],
      "main/res/raw/ring.wav is meant, ask for"
    ) {
      $0.replace("Sound('ring')", by: "Sound('rign')", in: "lib/main.dart")
    } steps: {
      $0.replace("Sound('rign')", by: "Sound('ring')", in: "lib/main.dart")
    },
    ProjectMistake("not in res/raw", ["android-present"], "put it into res/raw") {
      $0.move("\(raw)/ring.wav", to: "assets/ring.wav")
    } steps: {
      $0.move("assets/ring.wav", to: "\(raw)/ring.wav")
    },
    ProjectMistake(
      "a name that Android refuses", ["android-kept", "android-name", "android-present"],
      "rename it to ring_tone.wav, and the resource in code to ring_tone"
    ) {
      $0.move("\(raw)/ring.wav", to: "\(raw)/Ring Tone.wav")
    } steps: {
      $0.move("\(raw)/Ring Tone.wav", to: "\(raw)/ring_tone.wav")
      $0.replace("Sound('ring')", by: "Sound('ring_tone')", in: "lib/main.dart")
      $0.replace("@raw/ring", by: "@raw/ring_tone", in: "\(raw)/keep.xml")
    },
    ProjectMistake("asked for with the extension", ["android-extension"], "ask for ring") {
      $0.replace("Sound('ring')", by: "Sound('ring.wav')", in: "lib/main.dart")
    } steps: {
      $0.replace("Sound('ring.wav')", by: "Sound('ring')", in: "lib/main.dart")
    },
    ProjectMistake("two extensions", ["android-unique-name"], "keep one of them") {
      $0.files["\(raw)/ring.mp3"] = Array("ID3".utf8)
    } steps: {
      $0.files["\(raw)/ring.mp3"] = nil
    },
    ProjectMistake("by its number", ["android-address"], "end the address in /raw/ring") {
      $0.write(
        "android/app/src/main/java/A.kt",
        "val channel = NotificationChannel(a, b, NotificationManager.IMPORTANCE_HIGH)\n"
          + "channel.setSound(Uri.parse(\"android.resource://$packageName/${R.raw.ring}\"), null)\n"
          + "manager.createNotificationChannel(channel)")
    } steps: {
      $0.replace("/${R.raw.ring}", by: "/raw/ring", in: "android/app/src/main/java/A.kt")
    },
    ProjectMistake("removed by the build", ["android-kept"], "add @raw/ring to tools:keep") {
      $0.files["\(raw)/keep.xml"] = nil
    } steps: {
      $0.files["\(raw)/keep.xml"] = try DemoProject().files["\(raw)/keep.xml"]
    },
    ProjectMistake(
      "removed by the build, under names that code computes",
      ["android-kept", "android-kept", "unknown"], "add @raw/bell,@raw/ring to tools:keep"
    ) {
      $0.files["\(raw)/keep.xml"] = nil
      $0.files["\(raw)/bell.wav"] = $0.files["\(raw)/ring.wav"]
      $0.replace("Sound('ring')", by: "Sound(name)", in: "lib/main.dart")
    },
    ProjectMistake(
      "a channel without a sound", ["android-channel"], "without a sound of its own; set"
    ) {
      $0.write(
        "lib/main.dart",
        text(of: $0, "lib/main.dart")
          + "\nplugin.createNotificationChannel(AndroidNotificationChannel('calls', 'C'));")
    } steps: {
      $0.replace(
        "Channel('calls', 'C')",
        by: "Channel('calls2', 'C', sound: RawResourceAndroidNotificationSound('ring'))",
        in: "lib/main.dart")
      $0.replace("'calls', 'Calls'", by: "'calls2', 'Calls'", in: "lib/main.dart")
    },
    ProjectMistake(
      "a channel with another sound", ["android-channel-sound", "unknown"],
      "with the sound bell; use"
    ) {
      $0.files["\(raw)/bell.wav"] = $0.files["\(raw)/ring.wav"]
      $0.replace("@raw/ring", by: "@raw/*", in: "\(raw)/keep.xml")
      $0.write(
        "lib/main.dart",
        "AndroidNotificationDetails('calls', 'C', sound: RawResourceAndroidNotificationSound('bell'));\n"
          + text(of: $0, "lib/main.dart"))
    } steps: {
      $0.replace("'calls', 'C'", by: "'bells', 'C'", in: "lib/main.dart")
      $0.replace("'calls', 'Calls'", by: "'rings', 'Calls'", in: "lib/main.dart")
    },
    ProjectMistake("silenced by its request", ["audible"], "or ask for no sound") {
      $0.replace("'Calls',", by: "'Calls', playSound: false,", in: "lib/main.dart")
    } steps: {
      $0.replace("playSound: false,", by: "", in: "lib/main.dart")
    },
    ProjectMistake("a Git LFS pointer", ["android-audio"], "git lfs pull") {
      $0.write("\(raw)/ring.wav", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n")
    } steps: {
      $0.files["\(raw)/ring.wav"] = try DemoProject().files["\(raw)/ring.wav"]
    },
    ProjectMistake(
      "an empty file that nothing asks for", ["android-audio", "requested"], "by the sound"
    ) {
      $0.files["\(raw)/old.wav"] = []
    },
    ProjectMistake("a text in an unknown module", ["android-audio"], "this is a text, not a sound")
    {
      $0.write("\(raw)/ring.wav", "to do: record the sound\n")
    },
    ProjectMistake("a format that Android doesn't list", ["android-format"], "convert it to a WAVE")
    {
      $0.move("ios/Runner/ring.caf", to: "\(raw)/ring.caf")
      $0.xcode.targets[0].resources = [.file("../\(raw)/ring.caf")]
      $0.files["\(raw)/ring.wav"] = nil
    } steps: {
      $0.files["\(raw)/ring.wav"] = try DemoProject().files["\(raw)/ring.wav"]
      $0.move("\(raw)/ring.caf", to: "ios/Runner/ring.caf")
      $0.xcode.targets[0].resources = [.file("Runner/ring.caf")]
    },
  ]
}
