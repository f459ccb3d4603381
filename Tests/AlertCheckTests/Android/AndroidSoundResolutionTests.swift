import AlertCheck
import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

/// Tests which sound Android plays for a name, given the files in the app's `res/raw`.
struct AndroidSoundResolutionTests {
  private static let ogg = Array("OggS".utf8) + [UInt8](repeating: 0, count: 60)
  private static let caf = (try? soundFile(.caf, .ima4, frameCount: 64)) ?? []

  private static func project(_ files: [String: [UInt8]]) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try folder.make("app/src/main/res/raw/")
    for (name, bytes) in files { try folder.make("app/src/main/res/raw/\(name)", bytes) }
    return folder
  }

  private static func outcome(
    _ name: String?, _ files: [String: [UInt8]], service: NotificationPayload.Kind = .fcm
  ) throws -> SoundResolution {
    let folder = try project(files)
    return SoundResolution(
      of: SoundRequest(name: name, onAndroid: service), by: service,
      in: try AndroidResources(at: folder.filePath("")))
  }

  @Test(arguments: [
    ("ring.ogg", "ring"), ("Ring", "ring"), ("my-ring", "my_ring"), ("1up", "sound_1up"),
    (".ogg", "sound"), ("rïng.mp3", "ring"),
  ])
  func unusableNames(name: String, nearest: String) throws {
    let resolution = try Self.outcome(name, ["ring.ogg": Self.ogg])
    #expect(resolution.outcome == .default)
    #expect(resolution.reason?.hasSuffix("; name it \(nearest)") == true)
    #expect(resolution.isFailure)
    #expect(resolution.claims.first?.grade == .widelyObserved)
    #expect(resolution.claims.first?.text.contains("extension") == name.contains("."))
  }

  @Test func oneSignalDocumentsThatNamesHaveNoExtension() throws {
    let resolution = try Self.outcome("ring.ogg", [:], service: .oneSignal)
    #expect(resolution.claims.prefix(2).map(\.grade) == [.documented, .documented])
  }

  /// Each case: the files in `res/raw`, what `ring` plays, and whether that is a failure.
  @Test(
    arguments: [
      (["ring.ogg": ogg, "bell.ogg": ogg], "plays ring.ogg", false),
      (["rings.ogg": ogg, "rang.ogg": ogg, "something.ogg": ogg], "missing rang, rings", true),
      (["ring.ogg": ogg, "ring.mp3": ogg], "conflicts ring.mp3, ring.ogg", true),
      (["ring.caf": caf], "undocumented a CAF file", false),
      (["ring.ogg": Array("<!DOCTYPE html>".utf8)], "unplayable a web page", true),
      (["ring.wav": Array(caf.prefix(10))], "unknown", true),
    ] as [([String: [UInt8]], String, Bool)])
  func whatAFileNamePlays(files: [String: [UInt8]], text: String, isFailure: Bool) throws {
    let resolution = try Self.outcome("ring", files)
    let outcome =
      switch resolution.outcome {
      case .plays: "plays \(resolution.file?.name ?? "")"
      case .undocumented: "undocumented \(resolution.format ?? "")"
      case .default:
        resolution.format.map { "unplayable \($0)" }
          ?? "missing "
          + resolution.suggestions.map { $0.path.stem ?? "" }.joined(separator: ", ")
      case .conflict:
        "conflicts " + resolution.suggestions.map(\.path.name).joined(separator: ", ")
      default: resolution.outcome.rawValue
      }
    #expect(outcome == text)
    #expect(resolution.isFailure == isFailure)
  }

  @Test(
    arguments: [
      ("default", .fcm, .default), (nil, .fcm, .silence), (nil, .expo, .channel),
    ] as [(String?, NotificationPayload.Kind, SoundResolution.Outcome)])
  func otherRequests(
    name: String?, service: NotificationPayload.Kind, outcome: SoundResolution.Outcome
  ) throws {
    let resolution = try Self.outcome(name, [:], service: service)
    #expect(resolution.outcome == outcome)
    #expect(!resolution.isFailure)
  }

  /// From Android 8 on, the channel chooses the sound, whatever name the payload has.
  @Test(arguments: NotificationPayload.Kind.allCases)
  func theChannelIsAlwaysMentioned(service: NotificationPayload.Kind) {
    let resolution = SoundResolution(
      of: SoundRequest(name: "ring", onAndroid: service, channel: "c"), by: service, in: nil)
    #expect(resolution.outcome == (service == .expo ? .channel : .unsearched))
    #expect(!resolution.isFailure)
    #expect(resolution.claims.contains { $0.text.hasPrefix("from Android 8 on") })
    for claim in resolution.claims { #expect(!claim.source.isEmpty) }
  }
}

/// Tests which files in an app's `res/raw` are listed.
struct AndroidResourcesTests {
  @Test(arguments: [
    "", "app", "app/src/main", "app/src/main/res", "app/src/main/res/raw", "app/src/main/res/raw/",
  ])
  func theFolderIsFound(path: String) throws {
    let folder = try TemporaryDirectory()
    try folder.make("app/src/main/res/raw/")
    try folder.make("app/src/main/res/raw/b.ogg", [1])
    try folder.make("app/src/main/res/raw/a.tar.gz", [1])
    try folder.make("app/src/main/res/raw/.hidden", [1])
    try folder.make("app/src/main/res/raw/inner/c.ogg", [1])
    let resources = try AndroidResources(at: folder.filePath(path))
    #expect(resources.files.map(\.resourceName) == ["a", "b"])
  }

  /// Each case: the paths of sounds in an archive, and the names of the resources; nil if the names can't be read.
  @Test(
    arguments: [
      ("a.apk", ["res/raw/ring.wav", "res/raw-de/bell.wav", "assets/x.wav"], ["ring"]),
      (
        "a.aab", ["base/res/raw/ring.wav", "more/res/raw/ring.wav", "base/res/raw/bell.wav"],
        ["bell", "ring"]
      ),
      ("a.apk", ["res/a1.wav"], nil),
    ] as [(String, [String], [String]?)])
  func archives(name: String, paths: [String], expected: [String]?) throws {
    let folder = try TemporaryDirectory()
    let wave = try soundFile(.wave, .pcm(.int16), frameCount: 64)
    try folder.make(name, ZipWriter(paths.map { ZipWriter.Entry($0, wave) }).bytes)
    let resources = try? AndroidResources(ofApp: folder.filePath(name), within: InputPolicy())
    #expect(resources?.files.map(\.resourceName) == expected)
    guard expected != nil else { return }
    let resolution = SoundResolution(
      of: SoundRequest(name: "ring", onAndroid: .airship), by: .airship, in: resources)
    #expect(resolution.outcome == .plays)
  }

  @Test func linksAreNotFollowed() throws {
    let folder = try TemporaryDirectory()
    try folder.make("outside/")
    try folder.make("outside/ring.ogg", [1])
    try folder.make("project/res/raw/")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.path("project/res/raw/ring.ogg"),
      withDestinationPath: folder.path("outside/ring.ogg"))
    #expect(try AndroidResources(at: folder.filePath("project")).files == [])
    try folder.make("linked/res/")
    try files.createSymbolicLink(
      atPath: folder.path("linked/res/raw"), withDestinationPath: folder.path("outside"))
    #expect(throws: SoundError.self) { try AndroidResources(at: folder.filePath("linked")) }
    try folder.make("linked2/")
    try files.createSymbolicLink(
      atPath: folder.path("linked2/res"), withDestinationPath: folder.path("project/res"))
    #expect(throws: SoundError.self) { try AndroidResources(at: folder.filePath("linked2")) }
  }

  @Test func otherFoldersAreErrors() throws {
    let folder = try TemporaryDirectory()
    try folder.make("empty/")
    try folder.make("raw", [1])
    for (name, reason) in [
      ("empty", "there is no res/raw in this folder"), ("none", "there is no such file or folder"),
    ] {
      let error = #expect(throws: SoundError.self) {
        try AndroidResources(at: folder.filePath(name))
      }
      #expect(error?.reason == reason)
    }
    #expect(throws: SoundError.self) { try AndroidResources(at: folder.filePath("raw")) }
  }
}

struct AndroidSoundNameTests {
  @Test(arguments: [
    ("ring", "ring"), ("Alert-Tone", "alert_tone"), ("AlertTone", "alert_tone"),
    ("alert tone 2", "alert_tone_2"), ("1up", "sound_1up"), ("_ring_", "ring"), ("--", "sound"),
    ("", "sound"), ("new", "new_sound"), ("New", "new_sound"), ("a.b", "a_b"),
    ("URLPing", "urlping"),
    ("ring2Go", "ring2_go"), ("läuten", "lauten"), ("Café", "cafe"),
    ("Cafe\u{301}", "cafe"), ("Straße", "strasse"), ("Ærø", "aero"), ("звук", "sound"),
  ])
  func nearestName(stem: String, expected: String) {
    let name = AndroidSoundName(nearestTo: stem)
    #expect(name.name == expected)
    #expect(AndroidSoundName(name.name) == name)
  }

  @Test(arguments: ["", "Ring", "1up", "ring-tone", "ring.ogg", "class", "true", "_", "é"])
  func refusedNames(name: String) {
    #expect(AndroidSoundName(name) == nil)
  }
}
