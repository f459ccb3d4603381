import AlertCheck
import Foundation
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

struct SoundCheckTests {
  /// The results of a check: the rules that each sound breaks, by its path inside the folder, and
  /// the other findings.
  private func findings(
    _ folder: TemporaryDirectory, _ name: String, excluding patterns: [String] = []
  ) -> (sounds: [(path: String, rules: [String])], others: [String]) {
    var check = SoundCheck()
    check.exclusions = patterns.map { PathPattern(FilePath($0)) }
    var sounds: [(path: String, rules: [String])] = []
    var others: [String] = []
    let root = folder.filePath(name)
    func inside(_ path: FilePath) -> String {
      var path = path
      _ = path.removePrefix(root)
      return path.string
    }
    check.check(root) { finding in
      switch finding {
      case .sound(let sound):
        switch sound.outcome {
        case .judged(let verdict):
          let findings = verdict.reasons + verdict.advisories
          sounds.append((inside(sound.path), findings.map(\.rule.name)))
        case .unknown(let error):
          others.append("\(inside(sound.path)) unknown: \(error.reason)")
        }
      case .failure(let error): others.append("\(inside(error.path!)): \(error.reason)")
      case .note(let path, let message): others.append("\(inside(path)) note: \(message)")
      case .partOfProject(let path, let root):
        others.append("\(inside(path)) is a part of \(inside(root))")
      case .extent: break
      case .part(let part): others.append("\(inside(part.path)) part: \(part.kind.name)")
      case .request(let checked):
        others.append(
          "\(inside(checked.first.path)) request: \(checked.first.name ?? "")")
      }
    }
    return (sounds, others)
  }

  private func expectAllFaults(
    of app: DemoApp, in sounds: [(path: String, rules: [String])], below prefix: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = Dictionary(sounds.map { ($0.path, $0.rules) }) { $0 + ["twice"] + $1 }
    for (path, rules) in app.expected {
      #expect(found[prefix + path] == rules, "\(path)", sourceLocation: sourceLocation)
    }
    #expect(
      found.keys.sorted() == app.expected.keys.map { prefix + $0 }.sorted(),
      sourceLocation: sourceLocation)
  }

  @Test func aFolderIsCheckedAsynchronously() async throws {
    let folder = try TemporaryDirectory()
    for name in ["a.wav", "b.wav"] {
      try folder.write(soundFile(.wave, .pcm(.int16), frameCount: 1000), to: name)
    }
    let names = Locked<[String]>([])
    try await SoundCheck().check(folder.filePath("")) { item in
      if case .sound(let sound) = item {
        names.withLock { $0.append(sound.path.lastComponent?.string ?? "") }
      }
    }
    #expect(names.withLock { $0 } == ["a.wav", "b.wav"])
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await SoundCheck().check(folder.filePath("")) { _ in }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func everyFaultOfAnAppIsReportedAndNothingElse() throws {
    let app = try DemoApp.instance
    let folder = try TemporaryDirectory()
    try app.write(to: folder.url.appending(path: "Demo.app"))
    let (sounds, others) = findings(folder, "Demo.app")
    expectAllFaults(of: app, in: sounds)
    #expect(others == [])
  }

  @Test func appsAndArchivesInFoldersAreFound() throws {
    let app = try DemoApp.instance
    let folder = try TemporaryDirectory()
    try app.write(to: folder.url.appending(path: "build/x.xcarchive/Products/Demo.app"))
    try folder.make("build/Demo.IPA", try DemoApp.archive)
    try folder.make("build/Sounds/en.lproj/plain.caf", try soundFile(.caf, .ima4))
    let (sounds, others) = findings(folder, "build")
    expectAllFaults(
      of: app,
      in: sounds.filter { $0.path.hasPrefix("x") }.map {
        (String($0.path.dropFirst("x.xcarchive/Products/Demo.app/".count)), $0.rules)
      })
    expectAllFaults(
      of: app, in: sounds.filter { $0.path.hasPrefix("D") }, below: "Demo.IPA/Payload/Demo.app/")
    let plain = sounds.filter { $0.path.hasPrefix("S") }
    #expect(plain.map(\.path) == ["Sounds/en.lproj/plain.caf"])
    #expect(plain.map(\.rules) == [[]])
    #expect(others == [])
  }

  @Test func nothingIsModified() throws {
    let app = try DemoApp.instance
    let folder = try TemporaryDirectory()
    try app.write(to: folder.url.appending(path: "Demo.app"))
    try folder.write(try DemoApp.archive, to: "Demo.ipa")
    func state() throws -> [String] {
      let root = folder.path("")
      return try FileManager.default.subpathsOfDirectory(atPath: root).sorted().map { path in
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(path))
        let date = try #require(attributes[.modificationDate] as? Date)
        let type = try #require(attributes[.type] as? FileAttributeType)
        let bytes = type == .typeRegular ? try folder.read(path) : []
        return "\(path) \(date.timeIntervalSinceReferenceDate) \(CRC32.checksum(of: bytes))"
      }
    }
    let before = try state()
    #expect(findings(folder, "").sounds.count == 2 * app.expected.count)
    #expect(try state() == before)
  }

  @Test func filesInAFolderAreChosenByExtension() throws {
    let folder = try TemporaryDirectory()
    let sound = try soundFile(.caf, .ima4, usesFiller: false)
    for name in ["a.CAF", "b.wav", "c.txt", "d", ".e.caf", ".git/f.caf", "g/h.caf", "._a.CAF"] {
      try folder.make(name, sound)
    }
    try folder.make("i.m4a", SmallMovie.aac().bytes)
    for (name, target) in [
      ("j.caf", "a.CAF"), ("k", "g"), ("l.caf", "g"), ("m.caf", "nowhere"), ("g/up", ".."),
      ("n.caf", "n.caf"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: target)
    }
    let (sounds, others) = findings(folder, "")
    #expect(sounds.map(\.path) == ["a.CAF", "b.wav", "g/h.caf", "i.m4a", "j.caf"])
    #expect(
      sounds.map(\.rules) == [[], ["extension"], [], ["listed-container", "known-length"], []])
    let reasons = ["this link is broken", "this link points back to itself"]
    #expect(others == ["m.caf unknown: \(reasons[0])", "n.caf unknown: \(reasons[1])"])
    #expect(findings(folder, "m.caf").others == [": \(reasons[0])"])
    #expect(findings(folder, "n.caf").others == [": \(reasons[1])"])
  }

  /// Xcode leaves links to apps among its products.
  @Test func linksToAppsAreChecked() throws {
    let folder = try TemporaryDirectory()
    try folder.make("build/D.app/en.lproj/a.caf", try soundFile(.caf, .ima4, usesFiller: false))
    try folder.make("products/x.txt")
    for (name, target) in [
      ("D.app", "../build/D.app"), ("E.APP", "D.app"), ("F.app", "gone"), ("G.app", "x.txt"),
      ("H.app", "."), ("I.app", "I.app"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("products/\(name)"), withDestinationPath: target)
    }
    let (sounds, others) = findings(folder, "products")
    #expect(sounds.map(\.path) == ["D.app/en.lproj/a.caf", "E.APP/en.lproj/a.caf"])
    #expect(sounds.map(\.rules) == [["localization"], ["localization"]])
    #expect(
      others == [
        "F.app: this link is broken", "I.app: this link points back to itself",
      ])
    #expect(
      findings(folder, "products", excluding: ["[E-Z].*"]).sounds.map(\.path)
        == ["D.app/en.lproj/a.caf"])
  }

  @Test func namedFileIsCheckedWhateverItsExtension() throws {
    let folder = try TemporaryDirectory(writing: ["ring": try soundFile(.caf, .ima4), "x": [1]])
    #expect(findings(folder, "ring").sounds.map(\.rules) == [[]])
    #expect(findings(folder, "x").sounds.map(\.rules) == [["readable"]])
  }

  @Test func missingPathsAndBrokenArchivesAreFailures() throws {
    let whole = try DemoApp.archive
    let folder = try TemporaryDirectory(
      writing: ["a.ipa": Array(whole.dropLast(30)), "b.ipa": [], "c": ZipWriter([]).bytes])
    #expect(
      findings(folder, "").others == [
        "a.ipa: the archive has no directory at its end: it is truncated",
        "b.ipa: this is neither a folder nor an .ipa archive",
      ])
    #expect(findings(folder, "c").others == [": there is no app in this archive: no Payload/*.app"])
    #expect(findings(folder, "x.app").others == [": there is no such file or folder"])
  }

  @Test func unreadableSoundsOfAnArchiveAreUnknown() throws {
    let sound = try soundFile(.caf, .ima4, usesFiller: false)
    var encrypted = ZipWriter.Entry("Payload/D.app/a.caf", sound)
    encrypted.flags = 1
    var damaged = ZipWriter.Entry(deflating: sound, as: "Payload/D.app/b.caf")
    damaged.crc32 ^= 1
    var elsewhere = ZipWriter.Entry("Payload/D.app/../../../c.caf", sound)
    elsewhere.mode = 0o100777
    let folder = try TemporaryDirectory(
      writing: ["D.ipa": ZipWriter([encrypted, damaged, elsewhere]).bytes])
    let (sounds, others) = findings(folder, "D.ipa")
    #expect(sounds.isEmpty)
    #expect(others.count == 3)
    #expect(
      others[0].hasPrefix(" note: Payload/D.app/../../../c.caf is left out: its name leads out"))
    #expect(others[1] == "Payload/D.app/a.caf unknown: it is encrypted in the archive")
    #expect(others[2].hasPrefix("Payload/D.app/b.caf unknown: it is damaged"))
    #expect(try folder.names == ["D.ipa"])
  }

  /// Of a built Android app, only raw resources are judged, by what Android plays.
  @Test(arguments: ["res/", "base/res/"])
  func androidAppsAreChecked(prefix: String) throws {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 10)
    var files = ["a.wav": sound, "b.ogg": [], "c.caf": try soundFile(.caf, .ima4), "d.txt": [1]]
    func archive() -> [UInt8] {
      ZipWriter(
        files.map { ZipWriter.Entry("\(prefix)raw/\($0.key)", $0.value) }
          + [ZipWriter.Entry("assets/e.mp3", [])]
      ).bytes
    }
    let folder = try TemporaryDirectory(writing: ["A.apk": archive(), "B.AAB": archive()])
    for name in ["A.apk", "B.AAB"] {
      let (sounds, others) = findings(folder, name, excluding: ["f*"])
      let rules = Dictionary(uniqueKeysWithValues: sounds)
      #expect(
        rules == [
          "\(prefix)raw/a.wav": [], "\(prefix)raw/b.ogg": ["android-audio"],
          "\(prefix)raw/c.caf": ["android-format"],
        ])
      #expect(others == [])
    }
    #expect(findings(folder, "").sounds.count == 6)
    files = [:]
    try folder.write(archive(), to: "A.apk")
    #expect(
      findings(folder, "A.apk").others == [
        " note: there is no sound in res/raw; the build may have removed the sounds"
      ])
    try folder.write(ZipWriter([ZipWriter.Entry("\(prefix)a1.wav", sound)]).bytes, to: "A.apk")
    let (sounds, others) = findings(folder, "A.apk")
    #expect(sounds.map(\.path) == ["\(prefix)a1.wav"])
    #expect(others.count == 1 && others[0].hasPrefix(" note: the build shortened the paths"))
    try folder.write([1, 2], to: "A.apk")
    #expect(findings(folder, "A.apk").others.count == 1)
  }

  @Test(arguments: [
    (["*.mp3"], ["Sounds/b.caf", "a.caf"]), (["Sounds"], ["a.caf", "c.mp3"]),
    (["Sounds/*"], ["a.caf", "c.mp3"]), (["a.caf", "c*"], ["Sounds/b.caf"]),
    (["nothing"], ["Sounds/b.caf", "a.caf", "c.mp3"]), (["*"], []),
  ])
  func excludedFilesAreSkipped(patterns: [String], rest: [String]) throws {
    let names = ["a.caf", "Sounds/b.caf", "c.mp3"]
    let folder = try TemporaryDirectory(
      writing: ["D.ipa": ZipWriter(names.map { ZipWriter.Entry("Payload/D.app/" + $0, []) }).bytes])
    for name in names {
      try folder.make("plain/\(name)")
      try folder.make("D.app/\(name)")
    }
    for place in ["plain", "D.app"] {
      #expect(findings(folder, place, excluding: patterns).sounds.map(\.path) == rest)
    }
    #expect(
      findings(folder, "D.ipa", excluding: patterns).sounds.map(\.path)
        == rest.map { "Payload/D.app/" + $0 })
  }

  @Test func sameNameInAnotherProgramIsNotADuplicate() throws {
    let folder = try TemporaryDirectory()
    let sound = try soundFile(.caf, .ima4, usesFiller: false)
    for name in ["a.caf", "PlugIns/S.appex/a.wav", "Sounds/a.aiff"] {
      try folder.make("D.app/\(name)", sound)
    }
    let rules = findings(folder, "D.app").sounds.flatMap(\.rules)
    #expect(!rules.contains("unique-name"))
  }
}

extension TemporaryDirectory {
  fileprivate convenience init(writing files: [String: [UInt8]]) throws {
    try self.init()
    for (name, bytes) in files { try write(bytes, to: name) }
  }
}
