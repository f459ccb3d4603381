import Foundation
import SoundFormat
import SystemPackage

@testable import AlertCheck

/// Reads one file of a project. The first byte chooses the file's name, the others are its
/// contents. No path that is derived from the file leads out of the folder, and every request in
/// code has a valid line.
enum ProjectFilePromise {
  private static let sounds = SortedPaths(
    ["ring.caf", "ios/Runner/ring.caf", "ios/Runner/Sounds/ping.caf", "assets/ring.caf"].map {
      FilePath($0)
    })

  static func keep(for bytes: [UInt8]) throws {
    guard let first = bytes.first else { return }
    let name = FilePath(ProjectPromise.names[Int(first) % ProjectPromise.names.count])
    let contents = Array(bytes.dropFirst())
    let lineCount = contents.count { $0 == 0x0A } + 1
    do throws(SoundFileError) {
      for path in try paths(in: contents, of: name)
      where !path.components.allSatisfy({ $0.kind == .regular }) {
        throw SoundFileError(.inputOutput, "\(path) leads out")
      }
    } catch {
      try expect(error.code != .inputOutput && !error.reason.isEmpty, error.reason)
    }
    guard let language = SourceLanguage(name.name, Substring(name.extension ?? "")) else { return }
    for request in RequestFinder(
      in: SourceTokens(of: contents, in: language), at: name, by: Frameworks.apis,
      readingChannels: true
    ).requests.map(\.code) {
      try expect(
        (1...lineCount).contains(request.line) && request.name?.isEmpty != true,
        "an impossible place: \(request)")
    }
  }

  /// The paths of the sounds that a file names.
  private static func paths(
    in contents: [UInt8], of name: FilePath
  ) throws(SoundFileError) -> [FilePath] {
    var budget = WorkBudget.forProjects
    let folder = name.removingLastComponent()
    let framework = Frameworks.known.framework(describedBy: name.name)
    if framework == Xcode.self {
      let project = try XcodeProject(parsing: contents, at: folder, sounds: sounds, &budget)
      return try project.bundles(sounds, &budget).flatMap { $0.origins.values.flatMap(\.self) }
        + project.fileReferences
    } else if framework == SwiftPackages.self {
      let package = SwiftPackageResources(in: SourceTokens(of: contents, in: .swift))
      return try package.sounds(among: sounds, in: folder, &budget).map(\.path)
    } else if framework == CocoaPods.self {
      let pods = LocalPods(parsing: contents).pods.compactMap { folder.joined(with: $0.path) }
      return try pods
        + PodResources(parsing: contents).sounds(among: sounds, in: folder, &budget)
        .map(\.path)
    } else if framework == Flutter.self {
      return try FlutterAssets(parsing: contents).sounds(among: sounds, in: folder, &budget)
        .map(\.path)
    } else if framework == Expo.self {
      let expo = ExpoSounds(in: SourceTokens(of: contents, in: .javaScript))
      return expo.sounds.compactMap { folder.joined(with: $0.path) }
    } else if framework == Cordova.self {
      return CordovaResources(parsing: contents).resources.compactMap {
        folder.joined(with: $0.source)
      }
    } else if framework == DotNet.self {
      return try DotNetResources(parsing: contents).sounds(among: sounds, in: folder, &budget)
        .map(\.path)
    } else if framework == Gradle.self {
      _ = GradleModule(parsing: contents, in: folder)
    } else {
      _ = KeptResources.patterns(inXML: contents)
      _ = XcodeWorkspace(parsing: contents, in: folder)
    }
    return []
  }
}

/// Checks the inputs of `ProjectFilePromise` in a project folder. Two checks report the same, open
/// no sound outside the folder or through a link, and change nothing.
enum ProjectPromise {
  /// The file names that an input's first byte chooses from.
  static let names = [
    "ios/Runner.xcodeproj/project.pbxproj", "config.xml", "pubspec.yaml", "app.json", "App.csproj",
    "Tones/Package.swift", "android/app/build.gradle", "ios/Runner/Main.swift", "lib/main.dart",
    "src/index.ts", "payload.json", "android/app/src/main/java/Main.kt", "ios/Runner/Main.m",
    "Main.cs", "android/app/src/main/res/raw/keep.xml", "project.yml", "ios/Podfile",
  ]

  /// The first byte that chooses the file name with the given suffix.
  static func selector(_ suffix: String) -> UInt8 {
    UInt8(names.firstIndex { $0.hasSuffix(suffix) } ?? 0)
  }

  static func keep(for bytes: [UInt8]) throws {
    guard let first = bytes.first else { return }
    let folder = try ProjectFolder()
    let name = names[Int(first) % names.count]
    try folder.write(Array(bytes.dropFirst()), to: name)
    let report = try folder.report()
    try expect(try folder.report() == report, "another report the second time")
    try folder.restore(name)
    try folder.checkFiles()
  }
}

/// A project with a file of each kind, sounds, and a link to sounds outside the folder.
private struct ProjectFolder {
  private let root: FilePath
  private var folder: FilePath { root.appending("project") }

  private static let sound = ShortSounds.padded

  private static let files: [String: [UInt8]] = [
    "ring.caf": sound, "ios/Runner/ring.caf": sound, "ios/Runner/Sounds/ping.caf": sound,
    "ios/Runner/en.lproj/hello.caf": sound, "assets/ring.caf": sound,
    "Tones/Sources/Tones/a.caf": sound,
    "android/app/src/main/res/raw/ring.wav": ShortSounds.all[0],
    "ios/Runner.xcodeproj/project.pbxproj": Array(ProjectTexts.xcode.utf8),
    "pubspec.yaml": Array(ProjectTexts.pubspec.utf8),
    "ios/Runner/Main.swift": Array(ProjectTexts.swift.utf8),
    "android/app/build.gradle": Array("android { shrinkResources true }".utf8),
  ]

  /// Creates the folder, or the files that are missing in it.
  init() throws {
    root = ScratchFile.folderOfThread
    for (name, bytes) in Self.files {
      let path = folder.pushing(FilePath(name))
      guard FileIdentity(of: path) == nil else { continue }
      try path.folder.createFolders()
      try WholeFile.write(bytes, to: path)
    }
    try root.appending("outside").createFolders()
    try WholeFile.write(Self.sound, to: root.pushing("outside/secret.caf"))
    let link = folder.appending("away")
    if (try? link.stat(followTargetSymlink: false)) == nil {
      try FileManager.default.createSymbolicLink(
        atPath: link.string, withDestinationPath: "../outside")
    }
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let path = folder.pushing(FilePath(name))
    try path.folder.createFolders()
    try WholeFile.write(bytes, to: path)
  }

  /// Restores a file's original contents.
  func restore(_ name: String) throws {
    let path = folder.pushing(FilePath(name))
    if let bytes = Self.files[name] {
      try WholeFile.write(bytes, to: path)
    } else {
      try FileManager.default.removeItem(atPath: path.string)
    }
  }

  /// The lines of a check's report.
  func report() throws -> [String] {
    var lines: [String] = []
    var paths: [FilePath] = []
    SoundCheck().check(folder) { finding in
      switch finding {
      case .extent(let sources, let sounds): lines.append("looked at \(sources), \(sounds)")
      case .part(let part): lines.append("\(part.kind) \(part.path)")
      case .note(let path, let text): lines.append("\(path) \(text)")
      case .partOfProject(let path, let root): lines.append("\(path) is a part of \(root)")
      case .failure(let error): lines.append("\(error)")
      case .request(let request):
        lines.append("\(request.first) \(request.others.count) \(request.outcome)")
        paths.append(request.first.path)
        if case .proven = request.outcome { paths += [request.sound].compactMap(\.self) }
      case .sound(let sound):
        lines.append("\(sound.path) \(sound.outcome)")
        paths.append(sound.path)
      }
    }
    for path in paths {
      try expect(
        path.starts(with: folder) && !path.components.contains("..")
          && !path.starts(with: folder.appending("away")), "\(path) is outside")
    }
    return lines
  }

  /// Checks that all files are unchanged, and that no others exist.
  func checkFiles() throws {
    var count = 0
    for entry in FolderTree(folder) {
      let entry = try entry.get()
      guard entry.kind == .file else { continue }
      count += 1
      let bytes = Self.files[entry.path.inside(folder).string]
      let size = try entry.path.stat().size
      try expect(bytes.map { Int64($0.count) == size } ?? false, "\(entry.path) was changed")
    }
    try expect(count == Self.files.count, "a file is gone")
  }
}

/// Valid contents of project files. Tests make hostile files from them.
enum ProjectTexts {
  static let xcode = """
    // !$*UTF8*$!
    {
      archiveVersion = 1;
      objectVersion = 77;
      objects = {
        A1 /* Runner */ = {isa = PBXNativeTarget; buildPhases = (A2, A9, B5, ); dependencies = (A8, );
          buildConfigurationList = B1; fileSystemSynchronizedGroups = (A5, ); name = Runner;
          productType = "com.apple.product-type.application"; };
        A2 = {isa = PBXResourcesBuildPhase; files = (A3, B3, ); };
        A3 = {isa = PBXBuildFile; fileRef = A4; };
        A4 = {isa = PBXFileReference; lastKnownFileType = file; path = Runner/ring.caf; sourceTree = "<group>"; };
        A5 = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (A6, ); explicitFolders = (Sounds, );
          path = Runner; sourceTree = "<group>"; };
        A6 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (ring.caf,
          "/Localized: hello.caf", ); target = A1; };
        A7 = {isa = PBXGroup; children = (A4, A5, B4, ); path = "."; sourceTree = "<group>"; };
        A8 = {isa = PBXTargetDependency; target = B6; targetProxy = B7; };
        A9 = {isa = PBXCopyFilesBuildPhase; dstPath = "Sounds"; dstSubfolderSpec = 7; files = (A3, ); };
        B1 = {isa = XCConfigurationList; buildConfigurations = (B2, ); };
        B2 = {isa = XCBuildConfiguration; buildSettings = {SDKROOT = iphoneos; }; name = Release; };
        B3 = {isa = PBXBuildFile; fileRef = B4; };
        B4 = {isa = PBXVariantGroup; children = (B8, ); name = hello.caf; sourceTree = "<group>"; };
        B5 = {isa = PBXShellScriptBuildPhase; shellScript = "echo \\"$SRCROOT\\"\\n"; };
        B6 = {isa = PBXNativeTarget; dependencies = (A8, ); name = Kit; buildPhases = (A2, );
          productType = "com.apple.product-type.app-extension"; };
        B7 = {isa = PBXContainerItemProxy; remoteGlobalIDString = A1; };
        B8 = {isa = PBXFileReference; path = Runner/en.lproj/hello.caf; sourceTree = SOURCE_ROOT; };
        B9 = {isa = PBXProject; mainGroup = A7; projectDirPath = ""; projectRoot = ""; targets = (A1, B6, ); };
      };
      rootObject = B9;
    }
    """

  static let pubspec = """
    name: demo
    dependencies:
      flutter:
        sdk: flutter
    flutter:
      assets:
        - assets/
        - "assets/ring.caf"
        - path: ../away/secret.caf
    """

  static let cordova = """
    <?xml version='1.0' encoding='utf-8'?>
    <widget id="com.example.demo" xmlns="http://www.w3.org/ns/widgets">
      <!-- sounds -->
      <platform name="ios"><resource-file src="assets/ring.caf" target="ring.caf" /></platform>
      <platform name="android">
        <resource-file src="assets/ring.caf" target="app/src/main/res/raw/ring&#x2e;caf" />
      </platform>
      <resource-file src="../away/secret.caf" />
    </widget>
    """

  static let expo = #"""
    {"expo": {"name": "demo", "plugins": [
      ["expo-notifications", {"sounds": ["./assets/ring.caf", "away/secret.caf", "../../etc/ring.caf"]}],
      ["alertsound", {"sounds": ["assets", "/"]}]
    ]}}
    """#

  static let swift = #"""
    content.sound = UNNotificationSound(named: UNNotificationSoundName("ring.caf"))
    content.sound = UNNotificationSound(named: .init(rawValue: "ping.caf"))
    content.sound = UNNotificationSound(named: UNNotificationSoundName("../outside/secret.caf"))
    let name = "\(tone).caf", url = "Library/Sounds"
    content.sound = UNNotificationSound(named: UNNotificationSoundName(name))
    """#

  static let dart = #"""
    const a = DarwinNotificationDetails(presentSound: true, sound: 'ring.caf');
    const b = RawResourceAndroidNotificationSound(r'ring$');
    const c = NotificationChannel(soundSource: 'resource://raw/ring');
    """#

  static let script = #"""
    import * as Notifications from 'expo-notifications';
    Notifications.setNotificationChannelAsync('a', { sound: `ring.${b ? `wav` : "caf"}` });
    Notifications.f({ content: { sound: 'ring.caf' }, aps: { sound: { name: "ping.caf" } } });
    """#

  static let dotNet = #"""
    <Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><UseMaui>true</UseMaui>
    </PropertyGroup><ItemGroup><BundleResource Include="assets\*.caf" LogicalName="a/b.caf" />
    <BundleResource Include="..\away\*" /></ItemGroup></Project>
    """#

  static let package = #"""
    let package = Package(name: "Tones", targets: [
      .target(name: "Tones", path: "Sources/../Sources/Tones", resources: [.process("a.caf"), .copy("../..")])])
    """#

  /// An input for each kind of file: the byte that chooses the file's name, then valid contents.
  static var inputs: [[UInt8]] {
    [
      ("pbxproj", xcode), ("config.xml", cordova), ("pubspec.yaml", pubspec), ("app.json", expo),
      ("csproj", dotNet), ("Package.swift", package), ("Main.swift", swift), ("main.dart", dart),
      ("index.ts", script),
      ("payload.json", #"{"message": {"android": {"notification": {"sound": "ring"}}}}"#),
      ("Main.kt", #"Uri.parse("android.resource://a/raw/ring"); R.raw.ring; "$sound""#),
      ("Main.m", "[UNNotificationSound soundNamed:@\"ring.caf\"];"),
      ("Main.cs", "UNNotificationSound.GetSound($\"{a}ring.caf\");"),
      (
        "build.gradle",
        "plugins { id 'com.android.application' }\nandroid { shrinkResources = true }"
      ),
    ].map { [ProjectPromise.selector($0)] + Array($1.utf8) }
  }
}
