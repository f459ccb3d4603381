import AlertCheck
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Project files and code that are damaged or malicious.
struct HostileProjectTests {
  @Test(arguments: ProjectTexts.inputs.indices)
  func truncations(index: Int) {
    let bytes = ProjectTexts.inputs[index]
    var run = HostileRun(.projectFile)
    run.attempt(bytes, cutTo: stride(from: 1, through: bytes.count, by: bytes.count / 200 + 1))
  }

  private static let values: [[UInt8]] = [[0], [0x22], [0x28], [0x7B], [0x5C], [0xFF]]

  @Test(arguments: ProjectTexts.inputs.indices)
  func bytesAtTheirExtremes(index: Int) {
    let bytes = ProjectTexts.inputs[index]
    var run = HostileRun(.projectFile)
    run.attempt(
      bytes, setting: stride(from: 1, to: bytes.count, by: bytes.count / 80 + 1), to: Self.values)
  }

  /// Tries fewer inputs than the other tests, because checking a folder takes a tenth of a second
  /// without optimization.
  @Test(arguments: ProjectTexts.inputs.indices)
  func damageInAFolder(index: Int) {
    let bytes = ProjectTexts.inputs[index]
    var run = HostileRun(.project)
    let offsets = stride(from: 1, to: bytes.count, by: max(1, bytes.count / 3))
    run.attempt(bytes, cutTo: offsets)
    for (offset, value) in zip(offsets, Self.values) {
      run.attempt(bytes, setting: [offset], to: [value])
    }
  }

  /// Every file's contents appear under every other file's name.
  @Test func filesOfAnotherKind() {
    var run = HostileRun(.projectFile)
    for bytes in ProjectTexts.inputs {
      for selector in ProjectPromise.names.indices {
        run.attempt([UInt8(selector)] + bytes.dropFirst(), "as \(ProjectPromise.names[selector])")
      }
    }
  }

  @Test(arguments: ProjectPromise.names.indices)
  func endlessNesting(index: Int) {
    var run = HostileRun(.projectFile)
    // Nest each of these 600 times, which is deeper than every limit.
    for unit in [
      "{", "(", "[", "{a=", "{a={b=(", "\"", "'", "`", "`${", "/*", "<!--", "<a>", "<a b='", "\\",
      "- ", "f(a: ", "aps: {", "flutter:\n  assets:\n", "objects = {",
    ] {
      let text = String(repeating: unit, count: 600)
      run.attempt([UInt8(index)] + Array(text.utf8), "\(unit) endlessly")
      run.attempt(
        [UInt8(index)] + Array("{ objects = { ".utf8) + Array(text.utf8), "\(unit) in objects")
    }
  }

  /// Each case: a file, and a text to nest so deeply that recursion would overflow the stack.
  @Test(arguments: [
    ("pbxproj", "("), ("pbxproj", "{a={"), ("config.xml", "<a>"), ("app.json", "["),
    ("Main.swift", "f("),
    ("index.ts", "`${"),
  ])
  func deepNesting(name: String, unit: String) {
    var run = HostileRun(.projectFile)
    let text = String(repeating: unit, count: 100_000)
    run.attempt([ProjectPromise.selector(name)] + Array(text.utf8), "\(unit) 100,000 times")
  }

  /// Swift sorts combining characters when it compares strings, which takes long for a long run.
  @Test(arguments: ProjectPromise.names.indices)
  func combiningCharacters(index: Int) {
    var run = HostileRun(.projectFile)
    let marks =
      String(repeating: "\u{323}", count: 50_000) + String(repeating: "\u{301}", count: 50_000)
    for text in [
      "sound a\(marks)", "sound 'a\(marks)'", "<a\(marks) b='c'/>", "<a b='\(marks)'/>",
      "{ objects = { a\(marks) = { isa = PBXGroup; children = (a\(marks), b); }; }; }",
      "flutter:\n  assets:\n    - a\(marks)\n",
    ] {
      run.attempt([UInt8(index)] + Array(text.utf8), "combining characters")
    }
  }

  /// Groups, targets and proxies that contain themselves.
  @Test func cycles() {
    var run = HostileRun(.project)
    let selector = ProjectPromise.selector("pbxproj")
    for (text, other) in [
      ("children = (A4, A5, B4, )", "children = (A7, A4, A5, )"),
      ("path = \".\"; sourceTree", "path = \"a\"; sourceTree"),
      ("children = (B8, )", "children = (B4, )"), ("target = B6", "target = A1"),
      ("files = (A3, B3, )", "files = (A2, A3, )"), ("fileRef = A4", "fileRef = A3"),
      ("exceptions = (A6, )", "exceptions = (A5, A6, A6, )"),
      ("targets = (A1, B6, )", "targets = (B9, A1, A1)"),
      ("sourceTree = SOURCE_ROOT", "sourceTree = \"<absolute>\""),
      ("path = Runner/ring.caf", "path = ../../outside/secret.caf"),
      ("path = Runner/ring.caf", "path = ../away/secret.caf"),
      ("path = Runner/ring.caf", "path = /etc/passwd.caf"),
      (
        "explicitFolders = (Sounds, )", "explicitFolders = (\"..\", \"/\", \"\", Sounds/ping.caf, )"
      ),
      ("path = Runner;", "path = \"../away\";"), ("dstPath = \"Sounds\"", "dstPath = \"../..\""),
      ("projectDirPath = \"\"", "projectDirPath = \"../../..\""),
      ("name = Runner", "name = \"../x/y\""),
    ] {
      let bytes = ProjectTexts.xcode.split(separator: text, omittingEmptySubsequences: false)
        .joined(separator: other)
      run.attempt([selector] + Array(bytes.utf8), other)
    }
  }

  /// Short files that put each sound into many bundles.
  @Test func multiplication() {
    var run = HostileRun(.project)
    let selector = ProjectPromise.selector("pbxproj")
    let count = 60
    let many = (0..<count).map { "T\($0)" }
    let targets = many.map {
      "\($0) = {isa = PBXNativeTarget; name = \($0); productType = \"com.apple.product-type.application\";"
        + " fileSystemSynchronizedGroups = (A5, ); dependencies = (D0, ); };"
    }
    let objects =
      targets.joined(separator: "\n") + "D0 = {isa = PBXTargetDependency; target = T0; };"
    let text = ProjectTexts.xcode
      .split(separator: "targets = (A1, B6, )", omittingEmptySubsequences: false)
      .joined(separator: "targets = (\(many.joined(separator: ", ")), )")
      .split(separator: "B9 = {isa", omittingEmptySubsequences: false)
      .joined(separator: objects + " B9 = {isa")
    run.attempt([selector] + Array(text.utf8), "\(count) targets")
    let items = String(repeating: "<BundleResource Include=\"**\" />", count: 2000)
    run.attempt(
      [ProjectPromise.selector("csproj")]
        + Array("<Project><OutputType>Exe -ios \(items)</Project>".utf8), "2000 items")
    let assets = String(repeating: "    - ./\n    - assets/\n", count: 1000)
    run.attempt(
      [ProjectPromise.selector("pubspec.yaml")]
        + Array((ProjectTexts.pubspec + "\n" + assets).utf8), "2000 assets")
  }

  /// Files for which a reader that starts again and again would take minutes.
  @Test(arguments: [
    // The end of the file's name; what comes once at the beginning; what is repeated up to 500 KB; what comes last.
    ("index.ts", "sound ", "=/[", ""), ("index.ts", "sound ", "=/[=", "][/]"),
    ("index.ts", "sound ", "=/\\/", ""),
    ("index.ts", String(repeating: "a:{", count: 255), "sound:x,", "from 'expo-notifications'"),
    ("index.ts", String(repeating: "\(marks).\(marks)(", count: 95) + "{", "sound:1,", ""),
    ("Main.swift", "", "\"Sounds\" ", ""), ("app.json", "{\"expo\":", "plugins:[", ""),
    ("app.json", "{\"expo\":{plugins:[[\"expo-notifications\",{\"sounds\":[", "\".\",", ""),
    ("Package.swift", "Package(name: \"a\") target(name: \"b\", path: \"\") ", "copy(\".\")", ""),
    ("config.xml", "<widget id=\"a\">", "<resource-file src=\"ring.caf\"/>", ""),
    ("csproj", "<OutputType>Exe -ios ", "<BundleResource Include=\"*a*a*a*a*a*a*a*b\"/>", ""),
    ("csproj", "<OutputType>Exe -ios <BundleResource Include=\"*", "a", "\"/>"),
    (
      "project.yml", String(repeating: "<Group location=\"group:\(detour)\">", count: 60),
      "<FileRef location=\"group:A.xcodeproj\"/>", ""
    ),
  ])
  func repetitions(name: String, start: String, unit: String, end: String) {
    var run = HostileRun(.projectFile)
    let text = start + String(repeating: unit, count: 500_000 / unit.utf8.count) + end
    run.attempt([ProjectPromise.selector(name)] + Array(text.utf8), "\(unit) in \(name)")
  }

  private static let marks = String(repeating: "e\u{301}", count: 333)
  private static let detour = String(repeating: "a/../", count: 180)

  /// The limit on the memory for what the budget of work allows, in bytes.
  private static let memoryLimit = 95 << 20

  /// Small files that name the same 500 sounds again and again.
  @Test(arguments: [
    // The file's name; what comes once at the beginning; what is repeated up to 100 KB; what comes last.
    (
      "app.json", "{\"expo\":{plugins:[[\"alertsound\",{\"sounds\":[", "\"./s\",", "]}]]}}"
    ),
    ("App.csproj", "<OutputType>Exe -ios ", "<BundleResource Include=\"s/*\"/>", ""),
    (
      "Package.swift",
      "Package(name: \"a\", targets: [.target(name: \"b\", path: \"s\", resources: [",
      ".copy(\".\"),", "])])"
    ),
    ("pubspec.yaml", "flutter:\n  assets:\n", "    - ././././s/%\n", ""),
    (
      "A.xcodeproj/project.pbxproj",
      "{ objects = { G={isa=PBXFileSystemSynchronizedRootGroup;path=s;};",
      "T%={isa=PBXNativeTarget;fileSystemSynchronizedGroups=(G);};",
      "P={isa=PBXProject;};}; rootObject=P;}"
    ),
  ])
  func repeatedSounds(name: String, start: String, unit: String, end: String) throws {
    let folder = try TemporaryDirectory()
    for index in 0..<500 { try folder.make("s/\(index).caf", []) }
    let units = (0..<100_000 / unit.utf8.count).map {
      unit.replacingOccurrences(of: "s/%", with: String(repeating: "./", count: $0 % 400) + "s/")
        .replacingOccurrences(of: "%", with: "\($0)")
    }
    try folder.make(name, Array((start + units.joined() + end).utf8))
    let (_, peak) = AllocationMeter.measure {
      SoundCheck().check(FilePath(folder.url.path())) { _ in }
    }
    #expect(peak < Self.memoryLimit, "\(peak) bytes of memory")
  }

  /// Projects that share one file or script among so many targets that the check must stop, or must not repeat its
  /// work.
  @Test(arguments: [
    // The number of targets, files and projects; the script's length; whether the check stops.
    (1000, 500, 1, 0, true), (200, 200, 8, 0, true), (1, 32_000, 1, 0, false),
    (3000, 3000, 1, 0, true), (4000, 900, 1, 0, true), (600, 150, 1, 0, false),
    (1000, 0, 1, 1 << 20, false),
  ])
  func sharedPhases(
    targetCount: Int, fileCount: Int, projectCount: Int, scriptLength: Int, stops: Bool
  ) throws {
    let folder = try TemporaryDirectory()
    let targets = (0..<targetCount).map { "T\($0)" }
    let files = (0..<fileCount).map {
      "B\($0)={isa=PBXBuildFile;fileRef=F\($0);};F\($0)={isa=PBXFileReference;path=\"d\($0)/ring.caf\";};"
    }
    let text = """
      { objects = { P = {isa=PBXProject;targets=(\(targets.joined(separator: ",")));};
      S = {isa=PBXShellScriptBuildPhase;shellScript="\(String(repeating: "a ", count: scriptLength / 2))";};
      R = {isa=PBXResourcesBuildPhase;files=(\((0..<fileCount).map { "B\($0)" }.joined(separator: ",")));};
      \(files.joined(separator: "\n"))
      \(targets.map {
        "\($0) = {isa=PBXNativeTarget;name=\($0);buildPhases=(R,S);productType=\"com.apple.product-type.application\";};"
      }.joined(separator: "\n")) }; rootObject = P; }
      """
    for index in 0..<projectCount {
      try folder.make("\(index).xcodeproj/project.pbxproj", Array(text.utf8))
    }
    // 100 spellings of one name.
    let code = (0..<100).map { number in
      let name = "abcdefg".enumerated().map { index, letter in
        number >> index & 1 == 1 ? letter.uppercased() : "\(letter)"
      }.joined()
      return "UNNotificationSoundName(\"\(name).caf\")\n"
    }
    try folder.make("a.swift", Array(code.joined().utf8))
    var (reasons, failures): (Set<String>, [SoundError]) = ([], [])
    let (_, peak) = AllocationMeter.measure {
      SoundCheck().check(FilePath(folder.url.path())) { item in
        if case .request(let request) = item, case .unknown(let reason) = request.outcome {
          reasons.insert(reason)
        }
        if case .failure(let error) = item { failures.append(error) }
      }
    }
    #expect(peak < Self.memoryLimit, "\(peak) bytes of memory")
    #expect(failures.isEmpty != stops)
    #expect(failures.allSatisfy { $0.reason == "checking it takes too much work" }, "\(failures)")
    #expect(reasons.isEmpty != stops)
  }

  /// Thousands of names that share their stem with thousands of files in no target. No name is compared with all files.
  @Test func manyNamesWithOneStem() throws {
    let folder = try TemporaryDirectory()
    let project = """
      { objects = { P={isa=PBXProject;targets=(T);}; T={isa=PBXNativeTarget;name=T;
      productType="com.apple.product-type.application";}; }; rootObject=P; }
      """
    try folder.make("A.xcodeproj/project.pbxproj", Array(project.utf8))
    for index in 0..<2500 { try folder.make("d\(index)/ring.caf", []) }
    let code = (0..<2500).map { "UNNotificationSoundName(\"ring.a\($0)\")\n" }
    try folder.make("a.swift", Array(code.joined().utf8))
    var failures: [SoundError] = []
    SoundCheck().check(FilePath(folder.url.path())) { item in
      if case .failure(let error) = item { failures.append(error) }
    }
    #expect(failures.isEmpty)
  }
}
