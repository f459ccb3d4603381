import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertCheck

struct SoundSearchTests {
  /// An app, and two Library/Sounds folders beside the app.
  private struct Surroundings {
    let folder: TemporaryDirectory
    let search: SoundSearch

    init(app: [String] = [], library: [String]? = [], group: [String]? = []) throws {
      let folder = try TemporaryDirectory()
      for (place, names) in [("Demo.app", app), ("L", library), ("G", group)] {
        try folder.make(place + "/")
        for name in names ?? [] {
          // Make the files with "long" in their names too long.
          let rate = name.contains("long") ? 8000.0 : 44_100
          let count = name.contains("long") ? 240_000 : 100
          let bytes = try soundFile(
            .caf, .muLaw, channels: [.silence], frameCount: count, sampleRate: rate)
          try folder.make("\(place)/\(name)", bytes)
        }
      }
      self.folder = folder
      search = try SoundSearch(
        bundle: folder.filePath("Demo.app"),
        librarySounds: library.map { _ in folder.filePath("L") },
        groupSounds: group.map { _ in folder.filePath("G") })
    }

    /// The sound that plays, in short form, and the places that were searched.
    func resolve(
      _ name: String, _ interface: SoundRequest.Interface = .notification, isCritical: Bool = false,
      for use: SoundUse = .notification
    ) -> (outcome: String, places: [String]) {
      var request = SoundRequest(name: name, interface: interface, for: use)
      request.isCritical = isCritical
      let resolution = search.resolve(request)
      func inside(_ path: FilePath) -> String {
        var path = path
        _ = path.removePrefix(folder.filePath(""))
        return path.string
      }
      let reasons = resolution.verdict?.reasons.map(\.rule.name) ?? []
      let outcome =
        switch (resolution.outcome, resolution.file.map(inside)) {
        case (.plays, let file?): "custom \(file)"
        case (.undocumented, let file?): "undocumented \(file)"
        case (.default, let file?): "unplayable \(file): \(reasons)"
        case (let outcome, _): resolution.fault ?? outcome.rawValue
        }
      #expect(resolution.isFailure == (resolution.outcome == .default))
      return (outcome, resolution.places.map { $0.place.rawValue + ($0.isFound ? "!" : "") })
    }

    func suggestions(for name: String) -> [String] {
      search.resolve(SoundRequest(name: name)).suggestions.map {
        var path = $0.path
        _ = path.removePrefix(folder.filePath(""))
        let kinds = [
          "the same name": "place", "the same except for case": "letterCase",
          "the same with its extension": "missingExtension",
          "the same except for the extension": "otherExtension", "a similar name": "spelling",
        ]
        let difference = $0.difference
        let kind = kinds.first { difference.hasPrefix($0.key) }?.value ?? difference
        return "\(path): \(kind)" + (difference.contains(", but it is ") ? " but" : "")
      }
    }
  }

  private func missing(_ name: String) -> String { "there is no sound named \(name)" }

  @Test func orderIsLibraryThenGroupThenBundle() throws {
    let everywhere = try Surroundings(app: ["a.caf"], library: ["a.caf"], group: ["a.caf"])
    #expect(everywhere.resolve("a.caf") == ("custom L/a.caf", ["library-sounds!"]))
    let group = try Surroundings(app: ["a.caf"], group: ["a.caf"])
    #expect(group.resolve("a.caf") == ("custom G/a.caf", ["library-sounds", "group-sounds!"]))
    let app = try Surroundings(app: ["a.caf"], library: nil)
    let all = ["library-sounds", "group-sounds", "main-bundle"]
    #expect(app.resolve("a.caf") == ("custom Demo.app/a.caf", all.dropLast() + ["main-bundle!"]))
    #expect(app.resolve("b.caf") == (missing("b.caf"), all))
  }

  @Test func criticalSoundsAreNotLookedForInTheGroup() throws {
    let group = try Surroundings(group: ["a.caf"])
    #expect(
      group.resolve("a.caf", isCritical: true) == (
        missing("a.caf"), ["library-sounds", "main-bundle"]
      ))
    #expect(
      group.resolve("a.caf", isCritical: true, for: .macos)
        == (missing("a.caf"), ["library-sounds", "main-bundle"]))
  }

  /// Each API's places, in the order in which the API searches them.
  @Test(arguments: SoundUse.allCases)
  func eachUseHasItsPlaces(use: SoundUse) throws {
    let all = try Surroundings(app: ["b.caf"], library: ["l.caf"], group: ["g.caf"])
    let places = use.places.map(\.rawValue)
    #expect(all.resolve("none.caf", for: use).places == places)
    for (name, place) in [
      ("l.caf", SoundPlace.librarySounds), ("g.caf", .groupSounds), ("b.caf", .mainBundle),
    ] {
      let (outcome, found) = all.resolve(name, for: use)
      if let index = use.places.firstIndex(of: place) {
        #expect(found == places.prefix(index) + [place.rawValue + "!"], "\(name)")
        let isPlayed = use != .systemSound
        #expect(outcome.hasPrefix(isPlayed ? "custom" : "unplayable"), "\(name)")
      } else {
        let reason = use == .watch ? "\(name): watchOS doesn't play sounds by name" : missing(name)
        #expect(outcome == reason, "\(name)")
      }
    }
  }

  /// The sounds are µ-law, which system sounds don't support.
  @Test func systemSoundsHavePathsAndRulesOfTheirOwn() throws {
    let app = try Surroundings(app: ["sound/a.caf"])
    #expect(
      app.resolve("sound/a.caf", for: .systemSound).outcome
        == "unplayable Demo.app/sound/a.caf: [\"system-sound-format\"]")
    #expect(
      app.resolve("../L/l.caf", for: .systemSound).outcome
        == "../L/l.caf: the path leads out of the bundle")
    #expect(
      app.resolve("sound/a.caf", for: .alarmkit).outcome == "undocumented Demo.app/sound/a.caf")
  }

  @Test func theLimitOfTheRulesHoldsForEveryUse() throws {
    let app = try Surroundings(app: ["long.caf"])
    var search = app.search
    let request = SoundRequest(name: "long.caf", for: .alarmkit)
    for (limit, isDocumented) in [(30.0, false), (31, true)] {
      search.rules.lengthLimit = limit
      #expect(search.resolve(request).outcome == (isDocumented ? .plays : .undocumented))
    }
  }

  @Test func firstMatchIsUsedEvenIfItDoesNotPlay() throws {
    let both = try Surroundings(app: ["long.caf"], library: [])
    #expect(both.resolve("long.caf").outcome == "unplayable Demo.app/long.caf: [\"length\"]")
    let hidden = try Surroundings(app: ["a.caf"])
    try hidden.folder.make("L/a.caf", Array("no sound".utf8))
    let search = try SoundSearch(
      bundle: hidden.folder.filePath("Demo.app"), librarySounds: hidden.folder.filePath("L"))
    let resolution = search.resolve(SoundRequest(name: "a.caf"))
    #expect(resolution.isFailure)
    #expect(resolution.places.map(\.isFound) == [true])
  }

  @Test func pathsAreDocumentedForLocalNotifications() throws {
    let app = try Surroundings(app: ["sound/a.caf", "top.caf"], library: ["l.caf"])
    // Reports differ on paths in other notifications.
    for path in ["sound/a.caf", "other/top.caf"] {
      #expect(app.resolve(path).outcome.hasPrefix("undocumented Demo.app/"))
    }
    #expect(app.resolve("sound/b.caf").outcome == missing("sound/b.caf"))
    #expect(app.resolve("other/top.caf", .localNotification).outcome == missing("other/top.caf"))
    #expect(
      app.resolve("sound/a.caf", .localNotification)
        == ("custom Demo.app/sound/a.caf", ["main-bundle!"]))
    #expect(
      app.resolve("l.caf", .localNotification)
        == ("custom L/l.caf", ["main-bundle", "library-sounds!"]))
    for path in ["../L/l.caf", "/top.caf", "sound/../../L/l.caf"] {
      #expect(
        app.resolve(path, .localNotification).outcome
          == "\(path): the path leads out of the bundle")
    }
  }

  @Test func pathsLeadThroughLinkedFolders() throws {
    let app = try Surroundings(app: ["sound/a.caf"])
    try FileManager.default.createSymbolicLink(
      atPath: app.folder.path("Demo.app/linked"), withDestinationPath: "sound")
    let search = try SoundSearch(bundle: app.folder.filePath("Demo.app"))
    for (name, isThere) in [("linked/a.caf", true), ("linked/b.caf", false)] {
      let resolution = search.resolve(SoundRequest(name: name, interface: .localNotification))
      #expect(resolution.isFailure == !isThere)
    }
  }

  @Test func aLibrarySoundsFolderIsNotAMacApp() throws {
    let library = try Surroundings(library: ["Contents/Info.plist", "a.caf"])
    #expect(library.resolve("a.caf").outcome == "custom L/a.caf")
  }

  @Test func unicodeNormalizationIsIgnored() throws {
    let app = try Surroundings(app: ["caf\u{E9}.caf"])
    #expect(app.resolve("cafe\u{301}.caf").outcome == "custom Demo.app/caf\u{E9}.caf")
    #expect(app.resolve("cafe.caf").outcome == missing("cafe.caf"))
  }

  @Test func unusualNames() throws {
    let app = try Surroundings(app: ["new\nline.caf", "🔔.caf", "звук.caf", "%s.caf", " .caf"])
    for name in ["new\nline.caf", "🔔.caf", "звук.caf", "%s.caf", " .caf"] {
      #expect(app.resolve(name).outcome == "custom Demo.app/\(name)")
    }
    #expect(app.resolve("a\0b").outcome == "a\0b: the name contains a null byte")
    let long = String(repeating: "x", count: 256)
    #expect(app.resolve(long).outcome == "\(long): the name is too long")
    for name in ["*", ".", "..", "\u{FFFD}", " "] {
      #expect(app.resolve(name).outcome == missing(name), "\(name)")
    }
  }

  @Test func nearestNamesAreSuggested() throws {
    let app = try Surroundings(
      app: [
        "Bell.caf", "Sounds/knock.wav", "en.lproj/hello.caf", "K.bundle/inner.caf", "chime.caf",
      ],
      library: ["late.caf"])
    for (name, suggestions) in [
      ("bell.caf", ["Demo.app/Bell.caf: letterCase"]),
      ("Bell", ["Demo.app/Bell.caf: missingExtension"]),
      ("Bell.wav", ["Demo.app/Bell.caf: otherExtension"]),
      ("bell.wav", ["Demo.app/Bell.caf: otherExtension"]),
      ("chimes.caf", ["Demo.app/chime.caf: spelling"]),
      ("knock.wav", ["Demo.app/Sounds/knock.wav: place but"]),
      ("hello.caf", ["Demo.app/en.lproj/hello.caf: place but"]),
      ("inner.caf", ["Demo.app/K.bundle/inner.caf: place but"]),
      ("www/Late.caf", ["L/late.caf: letterCase"]), ("something.caf", []), ("x", []),
      // A name that is found needs no suggestion.
      ("chime.caf", []),
    ] as [(String, [String])] {
      #expect(app.suggestions(for: name) == suggestions, "\(name)")
    }
  }

  @Test func nearestIsFirst() throws {
    let app = try Surroundings(app: [
      "a/ring.caf", "Ring.caf", "ring.wav", "rang.caf", "b/ring.caf",
    ])
    #expect(
      app.suggestions(for: "ring.caf") == [
        "Demo.app/a/ring.caf: place but", "Demo.app/b/ring.caf: place but",
        "Demo.app/Ring.caf: letterCase",
      ])
  }

  /// After too many comparisons of characters, other spellings aren't suggested.
  @Test func suggestionsEnd() throws {
    let app = try Surroundings(app: ["ring.caf"])
    let bundle = try AppBundle(folder: FolderTree(app.folder.filePath("Demo.app")))
    let sounds = NearbySounds(in: [bundle], workLimit: 40)
    #expect((0..<4).map { _ in sounds.nearest(to: "rang.caf").count } == [1, 1, 0, 0])
    #expect(sounds.nearest(to: "Ring.caf").count == 1)
  }
}
