import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AlertCheck

/// Tests which resources shrinking keeps, and which modules shrink their resources.
struct KeptResourcesTests {
  private static func kept(_ xml: String, in name: String = "res/raw/keep.xml") throws
    -> KeptResources
  {
    let directory = try TemporaryDirectory()
    try FilePath(directory.path(name)).folder.createFolders()
    try directory.write(Array(xml.utf8), to: name)
    return KeptResources(resFolder: try? AnchoredFolder(FilePath(directory.path("res"))))
  }

  private static func xml(_ list: String) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <resources xmlns:tools="http://schemas.android.com/tools"
      tools:keep="\(list)" tools:discard="@raw/old" />
    """
  }

  @Test(arguments: [
    ("@raw/ring", "ring", true), ("@raw/ring", "ring2", false), ("@raw/ring", "old", false),
    ("@layout/a, @raw/ring ,\n @raw/ping", "ping", true), ("@raw/*", "ring", true),
    ("@raw/r*g", "ring", true), ("@raw/r*g", "rings", false), ("@raw/*i*g*", "ring", true),
    ("@raw/rin?", "ring", true), ("@raw/rin?", "rin", false), ("@layout/ring", "ring", false),
    ("@raw/", "ring", false), ("", "ring", false), ("@raw/[r]ing", "ring", false),
    (String(repeating: "@raw/*a", count: 1) + String(repeating: "*a", count: 500), "bbbb", false),
  ])
  func namesMatch(list: String, name: String, isKept: Bool) throws {
    #expect(try Self.kept(Self.xml(list)).keeps(name) == isKept)
  }

  @Test(arguments: [
    ("res/values/keep.xml", true), ("res/raw-de/x.xml", true), ("res/xml/keep.xml", true),
    ("res/layout/keep.xml", false), ("res/raw/keep.txt", false), ("other/raw/keep.xml", false),
  ])
  func filesOfSomeFoldersCount(name: String, isKept: Bool) throws {
    #expect(try Self.kept(Self.xml("@raw/ring"), in: name).keeps("ring") == isKept)
  }

  @Test(arguments: [
    ("<resources tools:keep='@raw/ring'/>", true),
    ("<resources tools:keep = \"@raw/ring\"/>", true),
    ("<!-- a --><resources tools:keep=\"@raw/ring\"/><!-- b", true),
    ("<!-- <resources tools:keep=\"@raw/ring\"/> -->", false),
    ("<resources tools:keep=\"@raw/ring", false), ("tools:keep", false), ("tools:keep=", false),
    ("<resources tools:keep=@raw/ring/>", false), ("<!-- tools:keep='@raw/ring'", false),
    ("<resources tools:discard=\"@raw/ring\"/>", false),
    (xml("@raw/ring") + String(repeating: " ", count: 1 << 18), false),
  ])
  func spellings(xml: String, isKept: Bool) throws {
    #expect(try Self.kept(xml).keeps("ring") == isKept)
  }

  /// A link in a checkout may lead anywhere.
  @Test func linksAreNotFollowed() throws {
    let directory = try TemporaryDirectory()
    try FilePath(directory.path("res/raw")).createFolders()
    try directory.write(Array(Self.xml("@raw/*").utf8), to: "keep.xml")
    for (name, target) in [("res/raw/keep.xml", "../../keep.xml"), ("res/values", "..")] {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path(name), withDestinationPath: target)
    }
    let folder = try AnchoredFolder(FilePath(directory.path("res")))
    #expect(!KeptResources(resFolder: folder).keeps("ring"))
  }

  @Test(
    arguments: [
      ("release {\n shrinkResources true\n}", true), ("isShrinkResources = true", true),
      ("shrinkResources = true", true), ("isShrinkResources=true", true),
      ("shrinkResources(true)", true), ("// shrinkResources true", nil),
      ("shrinkResources false", false),
      ("isShrinkResources = false\nisShrinkResources = true", true),
      ("minifyEnabled true", nil), ("isShrinkResources = isRelease", true), ("", nil),
      ("isShrinkResources.set(true)", true), ("isShrinkResources.set( false )", false),
      ("setShrinkResources(true)", true), ("shrinkResources =\n  true", true),
      ("shrinkResources /* always */ true", true), ("shrinkResources true // not false", true),
      ("/* shrinkResources true */", nil), ("/*\nshrinkResources true\n*/", nil),
      ("/* a */ shrinkResources true /* b */", true), ("/* shrinkResources true", nil),
      ("exclude \"**/*.kt\"\nshrinkResources true", true),
      ("url 'https://a'; shrinkResources true", true),
      ("println(\"shrinkResources true\")", nil), ("'''\nshrinkResources true\n'''", nil),
      ("'it\\'s' + 'shrinkResources true'", nil), ("~/it's/\nshrinkResources true", true),
      ("if (isShrinkResources == true) {}", nil), ("shrinkResources trueByDefault", true),
      ("def shrink = true\nshrinkResources shrink", true),
      ("val shrink = false\nisShrinkResources = shrink", false),
      ("ext.shrink = f(true)\nshrinkResources shrink", true), ("dontShrinkResources true", nil),
      ("shrinkResources true\u{301}", true),
      ("a" + String(repeating: "\u{301}", count: 1000) + " shrinkResources true", true),
      ("shrinkResources \"x\" true", nil),
    ] as [(String, Bool?)])
  func buildFilesSayWhetherTheyShrink(script: String, shrinks: Bool?) {
    #expect(GradleScript(parsing: Array(script.utf8)).shrinksResources == shrinks)
  }

  /// Each case: the files, and whether builds shrink resources. By default, Flutter's builds do.
  @Test(
    arguments: [
      (["pubspec.yaml": "flutter:", "android/app/build.gradle": ""], true),
      (["pubspec.yaml": "flutter:", "android/app/build.gradle": "shrinkResources false"], false),
      (["pubspec.yaml": "name: x", "android/app/build.gradle": ""], false),
      (["android/app/build.gradle.kts": "isShrinkResources = true"], true),
      // A build file above the module doesn't count.
      (["android/app/build.gradle": "", "android/build.gradle": "shrinkResources true"], false),
      ([:], false),
    ] as [([String: String], Bool)])
  func modulesAreFound(files: [String: String], shrinks: Bool) throws {
    let directory = try TemporaryDirectory()
    let folder = FilePath(directory.path("android/app/src/main/res/raw"))
    try folder.createFolders()
    for (name, text) in files { try directory.write(Array(text.utf8), to: name) }
    #expect(GradleModule.shrinks(resFolder: folder.removingLastComponent()) == shrinks)
    let names = try [#require(AndroidSoundName("ring")), #require(AndroidSoundName("bell"))]
    let keeping = AndroidOutput(folder: folder).keeping(names)
    #expect((keeping != nil) == shrinks)
    #expect(keeping?.list ?? "@raw/bell,@raw/ring" == "@raw/bell,@raw/ring")
    #expect(keeping?.exists != true)
    #expect(AndroidOutput(folder: folder.removingLastComponent()).keeping(names) == nil)
    #expect(AndroidOutput(folder: folder).keeping([]) == nil)
  }

  @Test func manyNamesBecomeAWildcard() throws {
    let directory = try TemporaryDirectory()
    let folder = FilePath(directory.path("app/src/main/res/raw"))
    try folder.createFolders()
    try directory.write(Array("shrinkResources true".utf8), to: "app/build.gradle")
    let names = (0..<21).map { AndroidSoundName(nearestTo: "ring\($0)") }
    #expect(AndroidOutput(folder: folder).keeping(names)?.list == "@raw/*")
  }
}
