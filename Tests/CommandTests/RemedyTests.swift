import Foundation
import SoundFormat
import TestSupport
import Testing

/// Follows each remedy of `check` once, in a copy of each project, and checks again: the finding is gone, and no error or
/// warning is new.
struct RemedyTests {
  struct Fixture: Sendable {
    let name: String
    /// Writes the project into the folder `p`.
    let write: @Sendable (ShellFolder) throws -> Void

    init(_ name: String, _ write: @escaping @Sendable (ShellFolder) throws -> Void) {
      self.name = name
      self.write = write
    }

    init(_ name: String, _ files: [String: [UInt8]]) {
      self.init(name) { folder in
        for (path, bytes) in files { try folder.write(bytes, to: "p/" + path) }
      }
    }

    func folder() throws -> ShellFolder {
      let folder = try ShellFolder()
      try write(folder)
      return folder
    }
  }

  struct Count {
    var remedies = 0
    var followed = 0
    var notFollowed: [String: Int] = [:]
  }

  private func report(_ folder: ShellFolder) throws -> ProjectReport {
    let outcome = try folder.run("cd p && alertsound check --json .")
    return try JSONDecoder().decode(ProjectReport.self, from: Data(outcome.output))
  }

  /// Follows all remedies of the fixtures, each in a new copy, and counts them.
  private func follow(_ fixtures: [Fixture]) throws -> Count {
    var count = Count()
    for fixture in fixtures {
      let first = try fixture.folder()
      let before = try report(first)
      let messages = try first.run("cd p && alertsound check --diagnostics plain .").errors
        .components(separatedBy: "\n")
      for remedy in before.remedies {
        guard let advice = remedy.finding.advice else { continue }
        count.remedies += 1
        if let kind = RemedyFollower.kindsNotFollowed.first(where: { advice.contains($0.phrase) }),
          remedy.finding.command == nil
        {
          count.notFollowed[kind.phrase, default: 0] += 1
          continue
        }
        guard !RemedyFollower.kindsOfSharedProjects.contains(where: advice.contains) else {
          continue
        }
        count.followed += 1
        let folder = try fixture.folder()
        let name =
          "\(fixture.name): \(remedy.file): \(remedy.kind): \(remedy.finding.fact); \(advice)"
        do {
          let message = messages.first { line in
            remedy.finding.command.map(line.contains) ?? line.contains(advice)
          }
          try RemedyFollower(folder: folder, remedy: remedy).follow(message ?? "")
        } catch let error as RemedyFollower.NotUnderstood {
          Issue.record("\(name): \(error)")
          continue
        }
        let after = try report(folder)
        let old = before.counts(ofNotes: true)[remedy.kind] ?? 0
        let new = after.counts(ofNotes: true)[remedy.kind] ?? 0
        #expect(new < old, "\(name): the finding is still there")
        let known = before.counts(ofNotes: false)
        // A name that is found may still have a link that isn't known.
        for (kind, number) in after.counts(ofNotes: false)
        where number > known[kind] ?? 0 && kind != "unknown" {
          let finding = after.remedies.first { $0.kind == kind }?.finding
          Issue.record(
            "\(name): leads to \(kind): \(finding?.fact ?? ""); \(finding?.advice ?? "")")
        }
      }
    }
    print(
      "\(count.remedies) remedies, \(count.followed) followed; not followed:", count.notFollowed)
    return count
  }

  @Test func remediesLeadToNoOtherFinding() throws {
    let fixtures = try Self.mistakes + Self.apps() + Self.files()
    let count = try follow(fixtures)
    // Each kind that isn't followed has to be in the fixtures, so that the list doesn't keep old advice.
    #expect(Set(count.notFollowed.keys) == Set(RemedyFollower.kindsNotFollowed.map(\.phrase)))
    #expect(count.followed >= 130)
  }

  private static let shared = packageRoot.deletingLastPathComponent().appending(
    path: "shared/failing")

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: shared.path(percentEncoded: false)),
      "../shared/failing isn't there"),
    arguments: ["apps", "apps-right", "projects"])
  func remediesForSharedProjectsLeadToNoOtherFinding(group: String) throws {
    let folder = Self.shared.appending(path: group)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    // Their remedies need other steps than those of the same words elsewhere: to move a file that is no variant, and to
    // change a name in a `? :`.
    let others: Set = ["x-lproj-plain", "m-wrongname"]
    let projects = names.filter { !others.contains($0) }.map {
      (name: $0, url: folder.appending(path: $0))
    }.filter {
      (try? FileManager.default.contentsOfDirectory(atPath: $0.url.path(percentEncoded: false)))
        != nil
    }
    let count = try follow(
      projects.sorted { $0.name < $1.name }.map { project in
        Fixture("\(group)/\(project.name)") {
          try FileManager.default.copyItem(
            at: project.url, to: $0.directory.url.appending(path: "p"))
        }
      })
    #expect(count.followed > 0)
  }
}

/// The fixtures.
extension RemedyTests {
  private static let mistakes = ProjectMistake.all.map { mistake in
    Fixture(mistake.name) { folder in
      var project = try DemoProject()
      try mistake.make(&project)
      try project.write(into: folder.directory, named: "p")
    }
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// An Expo app that asks for a sound by its file name.
  private static func expo(
    _ name: String, _ bytes: [UInt8], isListed: Bool = true, code: String? = nil
  ) -> Fixture {
    let list =
      isListed
      ? "[\"expo-notifications\",{\"sounds\":[\"./s/\(name)\"]}]" : "\"expo-notifications\""
    return Fixture(
      "Expo, \(name)\(isListed ? "" : ", unlisted")",
      [
        "app.json": text("{\"expo\":{\"plugins\":[\(list)]}}"), "s/\(name)": bytes,
        "a.ts": text(
          code
            ?? "import * as N from 'expo-notifications';\nN.f({ content: { sound: '\(name)' } });\n"
            + "N.setNotificationChannelAsync('a', { sound: '\(name)' });"),
      ])
  }

  /// A Flutter app whose Android sound is at a path and is asked for by a name.
  private static func flutter(_ path: String, _ bytes: [UInt8], asked name: String) -> Fixture {
    Fixture("Flutter, \(path), asked for as \(name)") { folder in
      var project = try DemoProject()
      project.files["\(raw)/ring.wav"] = nil
      project.files[path] = bytes
      project.replace("Sound('ring')", by: "Sound('\(name)')", in: "lib/main.dart")
      try project.write(into: folder.directory, named: "p")
    }
  }

  private static let raw = "android/app/src/main/res/raw"

  private static func apps() throws -> [Fixture] {
    let bell = PlainSound(.bell, frameCount: 6400)
    let (mp3, wave, aiff) = try (
      bell.file(libsndfile: Libsndfile.mp3), bell.file(.wave), bell.file(.aiff)
    )
    let caf = try soundFile(.caf, .ima4, frameCount: 6400)
    let large = try soundFile(
      .wave, .pcm(.int16), channels: [.bell, .bell], frameCount: 25 * 48_000, sampleRate: 48_000)
    let names = ["ring", "My Ring", "Ding"]
    var fixtures: [Fixture] = []
    for isListed in [true, false] {
      for name in names {
        fixtures += [
          expo("\(name).mp3", mp3, isListed: isListed),
          expo("\(name).wav", wave, isListed: isListed),
          expo("\(name).caf", caf, isListed: isListed),
        ]
      }
    }
    fixtures += [
      expo(
        "ring.caf", caf,
        code: "import * as N from 'expo-notifications';\nN.f({ content: { sound: 'ring' } });\n"),
      expo("ring.wav", large), expo("ring.aiff", wave), expo("ring.wav", aiff),
      expo("My Ring.wav", wave, code: "f({ ios_sound: 'My Ring.wav', android_sound: 'My Ring' })"),
    ]
    for (name, bytes) in [
      ("Ding.mp3", mp3), ("My Ring.aiff", aiff), ("ring.wav", wave), ("x.y.wav", wave),
    ] {
      let stem = String(name.prefix { $0 != "." })
      for asked in [name, stem, stem.lowercased()] {
        fixtures += [
          flutter("\(raw)/\(name)", bytes, asked: asked),
          flutter("assets/\(name)", bytes, asked: asked),
        ]
      }
    }
    fixtures.append(
      Fixture("a new name that exists") { folder in
        var project = try DemoProject()
        project.files["\(raw)/Ring.wav"] = wave
        project.replace("Sound('ring')", by: "Sound('Ring')", in: "lib/main.dart")
        try project.write(into: folder.directory, named: "p")
      })
    for (name, bytes) in [("ring.caf", wave), ("ring.wav", caf), ("ring.mp3", mp3)] {
      fixtures.append(
        Fixture("Xcode, \(name)") { folder in
          var project = try DemoProject()
          project.files["ios/Runner/ring.caf"] = nil
          project.files["ios/Runner/\(name)"] = bytes
          project.xcode.targets[0].resources = [.file("Runner/\(name)")]
          project.replace("'ring.caf'", by: "'\(name)'", in: "lib/main.dart")
          try project.write(into: folder.directory, named: "p")
        })
    }
    let widget = #"<widget xmlns="http://www.w3.org/ns/widgets"><platform name="ios">"#
    for name in ["ring.mp3", "My Ring.wav"] {
      fixtures.append(
        Fixture(
          "Cordova, \(name)",
          [
            "config.xml": text(
              widget + "<resource-file src=\"s/\(name)\" target=\"\(name)\"/></platform>"
                + "<platform name=\"android\"><resource-file src=\"s/\(name)\""
                + " target=\"app/src/main/res/raw/\(name)\"/></platform></widget>"),
            "www/a.js": text("local.schedule({ sound: 'res://\(name)' })"),
            "s/\(name)": name.hasSuffix("mp3") ? mp3 : wave,
          ]))
    }
    return fixtures
  }

  /// Folders with sounds only.
  private static func files() throws -> [Fixture] {
    let bell = PlainSound(.bell, frameCount: 6400)
    let (mp3, wave) = try (bell.file(libsndfile: Libsndfile.mp3), bell.file(.wave))
    let three = try soundFile(
      .wave, .pcm(.float64), channels: [.bell, .bell, .bell], frameCount: 20_000, sampleRate: 96_000
    )
    let long = try soundFile(.caf, .muLaw, frameCount: 240_001, sampleRate: 8000)
    return [
      Fixture("an MP3", ["ring.mp3": mp3]), Fixture("an MP3 named WAVE", ["ring.wav": mp3]),
      Fixture("a wrong extension", ["ring.caf": wave]),
      Fixture("a wrong extension, and the right one taken", ["ring.caf": wave, "ring.wav": wave]),
      Fixture("odd", ["odd.wav": three]), Fixture("too long", ["long.caf": long]),
      Fixture("a web page", ["ring.wav": text("<!DOCTYPE html><title>Not found</title>")]),
      Fixture(
        "a pointer",
        ["ring.wav": text("version https://git-lfs.github.com/spec/v1\noid sha256:0\n")]),
      Fixture("empty", ["ring.wav": []]),
      Fixture("cut", ["ring.wav": Array(wave.prefix(20))]),
      Fixture("res/raw", ["res/raw/My Ring.aiff": try bell.file(.aiff), "res/raw/ring.wav": wave]),
    ]
  }
}
