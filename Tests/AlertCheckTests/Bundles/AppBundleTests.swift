import SystemPackage
import TestSupport
import Testing

@testable import AlertCheck

struct AppBundleTests {
  private func app(_ paths: String...) throws -> AppBundle {
    let folder = try TemporaryDirectory()
    for path in paths { try folder.make("Demo.app/\(path)") }
    return try AppBundle(folder: FolderTree(folder.filePath("Demo.app")))
  }

  @Test(
    arguments: [
      ("ring.caf", "", nil),
      ("Sounds/ring.caf", "", .inFolder("Sounds")),
      ("a/b/ring.caf", "", .inFolder("a/b")),
      ("en.lproj/ring.caf", "", .localized("en.lproj")),
      ("Sounds/Base.lproj/ring.caf", "", .localized("Base.lproj")),
      ("Frameworks/K.framework/ring.caf", "", .inInnerBundle("Frameworks/K.framework")),
      ("K.bundle/en.lproj/ring.caf", "", .inInnerBundle("K.bundle")),
      ("PlugIns/S.appex/ring.caf", "PlugIns/S.appex", .inExtension("PlugIns/S.appex")),
      ("PlugIns/S.appex/Sounds/ring.caf", "PlugIns/S.appex", .inFolder("Sounds")),
      (
        "PlugIns/S.appex/K.bundle/ring.caf", "PlugIns/S.appex",
        .inInnerBundle("PlugIns/S.appex/K.bundle")
      ),
      ("AppClips/C.app/ring.caf", "AppClips/C.app", .inInnerApp("AppClips/C.app")),
      ("Watch/W.app/ring.caf", "Watch/W.app", .onWatch("Watch/W.app")),
      ("Contents/ring.caf", "", .inFolder("Contents")),
      ("Contents/Resources/ring.caf", "", .inFolder("Contents/Resources")),
      ("Watch/W.APP/ring.caf", "Watch/W.APP", .onWatch("Watch/W.APP")),
      ("Watch/more/W.app/ring.caf", "Watch/more/W.app", .inInnerApp("Watch/more/W.app")),
      ("PlugIns/S.APPEX/ring.caf", "PlugIns/S.APPEX", .inExtension("PlugIns/S.APPEX")),
      ("K.Bundle/ring.caf", "", .inInnerBundle("K.Bundle")),
      ("Watch/W.app/PlugIns/S.appex/ring.caf", "Watch/W.app", .onWatch("Watch/W.app")),
    ] as [(FilePath, FilePath, AlertFinding?)])
  func placesOfAPhone(path: FilePath, program: FilePath, finding: AlertFinding?) throws {
    let placement = try app("Info.plist", "Contents/Resources/x").placement(of: path)
    #expect(placement.program == program)
    #expect(placement.finding == finding)
  }

  @Test(
    arguments: [
      ("Contents/Resources/ring.aiff", "", nil),
      ("Contents/Resources/en.lproj/ring.aiff", "", .localized("en.lproj")),
      ("Contents/Resources/Sounds/ring.aiff", "", .inFolder("Sounds")),
      ("Contents/ring.aiff", "", .inFolder("Contents")),
      ("ring.aiff", "", .inFolder("")),
      (
        "Contents/Frameworks/K.framework/Versions/A/Resources/ring.aiff", "",
        .inInnerBundle("Contents/Frameworks/K.framework")
      ),
      (
        "Contents/PlugIns/S.appex/Contents/Resources/ring.aiff", "Contents/PlugIns/S.appex",
        .inExtension("Contents/PlugIns/S.appex")
      ),
      (
        "Contents/Library/LoginItems/L.app/Contents/Resources/ring.aiff",
        "Contents/Library/LoginItems/L.app", .inInnerApp("Contents/Library/LoginItems/L.app")
      ),
    ] as [(FilePath, FilePath, AlertFinding?)])
  func placesOfAMac(path: FilePath, program: FilePath, finding: AlertFinding?) throws {
    let app = try app(
      "Contents/Info.plist", "Contents/PlugIns/S.appex/Contents/Info.plist",
      "Contents/Library/LoginItems/L.app/Contents/Info.plist")
    let placement = app.placement(of: path)
    #expect(placement.program == program)
    #expect(placement.finding == finding)
  }

  @Test(arguments: ["Contents/Info.plist", "Contents/MacOS/Demo"])
  func eitherOfTwoFilesMakesAMacApp(path: String) throws {
    #expect(try app(path, "Contents/Resources/x").resources() == "Contents/Resources")
  }

  @Test func appsOfAnArchiveAreFound() throws {
    let folder = try TemporaryDirectory()
    let names = [
      "Payload/B.APP/x", "Payload/A.app/y", "Payload/A.app/z", "SwiftSupport/s", "C.app/c",
    ]
    try folder.write(ZipWriter(names.map { ZipWriter.Entry($0, []) }).bytes, to: "x.ipa")
    let apps = try AppBundle.apps(in: InputFile(path: folder.filePath("x.ipa")))
    #expect(
      apps.map(\.path) == ["A.app", "B.APP"].map { folder.filePath("x.ipa/Payload/\($0)") })
    #expect(apps.map(\.files.filePaths) == [["y", "z"], ["x"]])
  }

  @Test(arguments: [
    (ZipWriter([]).bytes, "there is no app in this archive: no Payload/*.app"),
    (Array("no archive".utf8), "this is neither a folder nor an .ipa archive"),
    ([], "this is neither a folder nor an .ipa archive"),
    (
      Array("PK\u{3}\u{4}".utf8), "the archive has no directory at its end: it is truncated"
    ),
  ])
  func otherFilesAreErrors(bytes: [UInt8], reason: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(bytes, to: "x.ipa")
    let error = #expect(throws: SoundError.self) {
      try AppBundle.apps(in: InputFile(path: folder.filePath("x.ipa")))
    }
    #expect(error?.reason == reason)
    #expect(error?.path == folder.filePath("x.ipa"))
  }
}
