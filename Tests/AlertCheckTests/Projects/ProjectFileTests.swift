import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertCheck

struct ProjectFileTests {
  private static let sounds = SortedPaths(
    [
      "app/a.caf", "app/assets/a.mp3", "app/assets/sounds/b.mp3",
      "app/Platforms/iOS/Resources/c.caf",
      "app/Resources/Raw/in/d.wav", "app/Resources/e.caf",
    ].map { FilePath($0) })

  @Test func pathsDoNotLeadOut() {
    let folder = FilePath("ios")
    #expect(folder.joined(with: "../a/./b")?.string == "a/b")
    #expect(folder.joined(with: "../../a") == nil)
    #expect(folder.joined(with: "/a") == nil)
    #expect(folder.joined(with: "") == folder)
  }

  @Test func propertyLists() throws {
    var reader = PropertyListReader(
      Array(
        """
        // !$*UTF8*$!
        { a = b; /* c */ "d e" = "f\\"g\\n\\U00e9\\101"; 'h' = (i, "j", { k = l; }, ); m = <0fbd77>; n = {} }
        """.utf8))
    let values = try reader.readValue().entries.map { ($0.key, $0.value.texts) }
    #expect(
      Dictionary(uniqueKeysWithValues: values)
        == ["a": ["b"], "d e": ["f\"g\né" + "A"], "h": ["i", "j"], "m": [], "n": []])
  }

  @Test(arguments: [
    "", "{", "{ a", "{ a = ", "{ a = b", "{ a = b c = d; }", "{ a = (b c); }", "{ a = \"b; }",
    "{ a = \"b\\", "{ a = <00; }", "{ a = /* b; }", "( a )", "{ = a; }",
  ])
  func damagedPropertyLists(text: String) {
    #expect(throws: SoundFileError.self) { try XcodeObjects(parsing: Array(text.utf8)) }
  }

  @Test(arguments: [
    ("{\n  a = b;\n  c = d\n  e = f; }", "line 4: ';' is missing"),
    (
      "{\n  a = (\n    b,\n<<<<<<< HEAD\n    c,\n=======\n    d,\n>>>>>>> other\n  ); }",
      "line 8: a merge conflict isn't resolved"
    ),
    ("{\n<<<<<<< HEAD\n  a = b;\n", "line 2: a merge conflict isn't resolved"),
  ])
  func damageNamesItsLine(text: String, reason: String) {
    let error = #expect(throws: SoundFileError.self) { try XcodeObjects(parsing: Array(text.utf8)) }
    #expect(error?.reason == reason)
  }

  @Test func xmlTags() {
    let text = """
      <?xml version="1.0"?>
      <!-- <a b="c"/> -->
      <widget id='x &amp; y'>
        <platform name="ios"><resource-file src="a&#x2e;caf" target = "b.caf" /></platform>
        <![CDATA[ <a/> ]]><empty/>
      </widget><last a>
      """
    let tags = Array(XMLTags(Array(text.utf8)))
    #expect(tags.map(\.name) == ["widget", "platform", "resource-file", "empty", "last"])
    #expect(tags[0].attributes == ["id": "x & y"])
    #expect(tags[2].attributes == ["src": "a.caf", "target": "b.caf"])
    #expect(tags[2].line == 4)
    #expect(tags[2].parents.map(\.name) == ["widget", "platform"])
    #expect(tags[3].parents.map(\.name) == ["widget"])
  }

  @Test func flutterAssets() throws {
    let text = """
      dependencies:
        flutter:
          sdk: flutter
      # flutter:
      flutter:
        uses-material-design: true
        assets:
          - assets/ # the folder
          - "assets/sounds/b.mp3"
          - path: a.caf
        fonts:
          - family: x
      other:
        assets:
          - assets/sounds/
      """
    let assets = FlutterAssets(parsing: Array(text.utf8))
    #expect(assets.isFlutter)
    #expect(assets.paths == ["assets/", "assets/sounds/b.mp3", "a.caf"])
    var budget = WorkBudget.forProjects
    let found = try assets.sounds(among: Self.sounds, in: "app", &budget)
    #expect(found.map(\.path) == ["app/a.caf", "app/assets/a.mp3", "app/assets/sounds/b.mp3"])
    #expect(found[0].destination == "Frameworks/App.framework/flutter_assets/a.caf")
    #expect(!FlutterAssets(parsing: Array("name: a".utf8)).isFlutter)
  }

  @Test(arguments: [
    (
      #"{"expo":{"plugins":["expo-router",["expo-notifications",{"color":"f","sounds":["./a.wav","b.wav"]}]]}}"#,
      2, false
    ),
    (#"{"expo":{"plugins":["expo-notifications"]}}"#, 0, false),
    (#"{"expo":{"plugins":[["./plugins/sounds",{}]]}}"#, 0, true),
    ("export default { expo: { plugins: [['expo-notifications', { sounds: list }]] } };", 0, true),
    ("plugins: [['expo-notifications', { sounds: ['./a.wav', ...more] }]]", 1, true),
    ("plugins: [['expo-notifications', properties]]", 0, true),
    ("plugins: [['alertsound', { sounds: ['sounds'] }]]", 1, false),
    ("plugins: ['./withSounds', ['expo-notifications', { sounds: ['a.wav'] }]]", 1, true),
    ("plugins: [['expo-notifications', { ...shared }]]", 0, true),
    ("plugins: [withSounds, 'expo-router']", 0, true),
    ("plugins: list", 0, true),
    ("plugins: [['expo-splash-screen', { image: './a.png' }]]", 0, false),
  ])
  func expoSounds(text: String, count: Int, isComputed: Bool) {
    let expo = ExpoSounds(in: SourceTokens(of: Array(text.utf8), in: .javaScript))
    #expect(expo.sounds.count == count)
    #expect(expo.sources.isEmpty != isComputed)
  }

  /// Many projects beside many sounds don't multiply the work.
  @Test func manyProjectsBesideManySounds() throws {
    var project = try DemoProject()
    let sound = try #require(project.files["android/app/src/main/res/raw/ring.wav"])
    (project.files, project.xcode.targets) = ([:], [])
    for index in 0..<500 {
      project.write(
        "a\(index).csproj",
        "<Project Sdk=\"S\"><OutputType>Exe</OutputType><A>net9.0-ios</A></Project>")
      project.write(
        "apps/\(index)/app.json",
        #"{"expo":{"plugins":[["expo-notifications",{"sounds":["ring.wav"]}]]}}"#)
      project.files["apps/\(index)/ring.wav"] = sound
      project.files["Resources/\(index).wav"] = sound
    }
    let failures = try ProjectFixture.problems(in: project).filter { $0.rule == "failure" }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("its folder has more than 16 projects") == true)
  }

  @Test func dotNetResources() throws {
    let text = """
      <Project><PropertyGroup><OutputType>Exe</OutputType><UseMaui>true</UseMaui></PropertyGroup>
      <ItemGroup><BundleResource Include="Resources\\*.caf" LogicalName="x.caf" />
      <MauiAsset Include="Resources\\Raw\\**" LogicalName="%(RecursiveDir)%(Filename)%(Extension)" />
      </ItemGroup></Project>
      """
    let resources = DotNetResources(parsing: Array(text.utf8))
    #expect(resources.isForIOS && resources.isMAUI)
    var budget = WorkBudget.forProjects
    let found = try resources.sounds(among: Self.sounds, in: "app", &budget)
    #expect(found.map { $0.destination?.string } == ["c.caf", "x.caf", "in/d.wav"])
    let plain = DotNetResources(
      parsing: Array(
        "<Sdk Name=\"S\" /><OutputType>Exe</OutputType><TargetFramework>net9.0-ios</TargetFramework>"
          .utf8))
    #expect(
      try plain.sounds(among: Self.sounds, in: "app", &budget).map { $0.destination?.string }
        == ["Raw/in/d.wav", "e.caf"])
    let unlisted = DotNetResources(
      parsing: Array("<OutputType>Exe</OutputType><UseMaui>true</UseMaui>".utf8))
    #expect(unlisted.isComputed)
    #expect(
      try unlisted.sounds(among: Self.sounds, in: "app", &budget).map { $0.destination?.string }
        == ["c.caf"])
    let computed = DotNetResources(
      parsing: Array("<BundleResource Include=\"a\"><Link>b</Link></BundleResource>".utf8))
    #expect(computed.isComputed)
  }

  /// Each case: an item's attributes, its places in the app for `a.wav` in `S`, `S/in` and `s`, and whether there may
  /// be more sounds. A place is `?` if the disk decides whether the build finds the sound.
  @Test(
    arguments: [
      (#"Include="S\*.wav" LogicalName="%(Filename)%(Extension)""#, ["a.wav", "?"], false),
      (
        #"Include="S\**" LogicalName="%(RecursiveDir)%(Filename)%(Extension)""#,
        ["a.wav", "in/a.wav", "?"], false
      ),
      (
        #"Include="S/**/*.wav" Link="tones/%(RecursiveDir)b.wav""#,
        ["tones/b.wav", "tones/in/b.wav", "?"], false
      ),
      (#"Include="S/a.wav;S/in/a.wav""#, ["S/a.wav", "?", "S/in/a.wav"], false),
      (#"Include="a.wav""#, [], false), (#"Include="*.wav""#, [], false),
      (#"Include="S/*.wav" LogicalName="%(FullPath)""#, [], true),
      (#"Include="S/*.wav" Exclude="S/a.wav""#, [], true), (#"Include="../S/*.wav""#, [], true),
      (#"Include="*/a.wav""#, [], true), (#"Include="$(Sounds)""#, [], true),
      (#"Remove="S/a.wav""#, [], true), (#"Include="S/*.wav" Condition="$(A)""#, [], true),
      (
        #"Include="S/a.wav" Condition="$(TargetFramework.Contains('-ios'))" Link="a.wav""#,
        ["a.wav", "?"], false
      ),
    ] as [(String, [String], Bool)])
  func dotNetItems(attributes: String, places: [String], isComputed: Bool) throws {
    let text = "<UseMaui>true</UseMaui><MauiAsset \(attributes) />"
    let resources = DotNetResources(parsing: Array(text.utf8))
    let sounds = SortedPaths(["app/S/a.wav", "app/S/in/a.wav", "app/s/a.wav"].map { FilePath($0) })
    var budget = WorkBudget.forProjects
    let found = try resources.sounds(among: sounds, in: "app", &budget)
    #expect(found.map { $0.destination?.string ?? "?" } == places)
    #expect(resources.isComputed == isComputed)
  }

  @Test func workspaces() {
    let text = """
      <Workspace version="1.0">
        <FileRef location="group:App.xcodeproj"></FileRef>
        <Group location="group:Libraries" name="Libraries">
          <FileRef location="group:Kit/Kit.xcodeproj"></FileRef>
          <FileRef location="container:Top.xcodeproj"></FileRef>
        </Group>
        <FileRef location="group:../Other/Other.xcodeproj"></FileRef>
        <FileRef location="absolute:/Work/Abs.xcodeproj"></FileRef>
        <Group location="absolute:/Away"><FileRef location="group:Far.xcodeproj"></FileRef></Group>
        <FileRef location="group:README.md"></FileRef>
      </Workspace>
      """
    let workspace = XcodeWorkspace(parsing: Array(text.utf8), in: "/Work")
    #expect(
      workspace.projects
        == ["App.xcodeproj", "Libraries/Kit/Kit.xcodeproj", "Top.xcodeproj", "Abs.xcodeproj"])
    #expect(workspace.projectsElsewhere == ["../Other/Other.xcodeproj", "Far.xcodeproj"])
  }

  /// A project of 3,000 files needs less than a fiftieth of the budget, so no real project exceeds it.
  @Test func largeProjectsAreFarBelowTheBudget() throws {
    let folder = try TemporaryDirectory()
    var app = XcodeFixture.Target("App")
    app.sources = (0..<2700).map { "Sources/\($0).swift" }
    app.resources = (0..<300).map { .file("Sounds/\($0).caf") }
    app.dependencies = ["Service"]
    var service = XcodeFixture.Target("Service", "app-extension")
    service.resources = app.resources
    service.sources = Array(app.sources.prefix(500))
    var project = try DemoProject()
    project.xcode = XcodeFixture([app, service])
    for index in 0..<300 { project.files["ios/Sounds/\(index).caf"] = [] }
    try project.write(into: folder)
    let reading = try #require(
      Project(
        reading: ProjectFiles(in: AnchoredFolder(folder.filePath("demo")), of: .known) { _ in false
        }))
    #expect(reading.bundles.count == 2 && reading.bundles[0].places.count == 300)
    let limit = WorkBudget.forProjects.rest
    #expect(limit - reading.budget.rest < limit / 50)
  }
}
