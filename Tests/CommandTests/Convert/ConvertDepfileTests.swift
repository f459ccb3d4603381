import Foundation
import SoundFormat
import TestSupport
import Testing

/// When Make and Ninja run `alertsound convert` again.
struct ConvertDepfileTests {
  /// Names that a parser of depfiles might misread.
  private static let oddNames = [
    "ring tone.wav", "cash$$flow$.wav", "sharp#2.wav", "back\\slash.wav", "end\\ of.wav", "a:b.wav",
    "呼び鈴.wav", "100%.wav", "(x).wav",
  ]
  /// Ninja before 1.12 reads this name as several names, so it converts too often.
  private static let nameForMake = "rock & 'roll'.wav"

  private func oddFolder() throws -> SoundFolder {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 64)
    return try SoundFolder(Dictionary(uniqueKeysWithValues: Self.oddNames.map { ($0, sound) }))
  }

  /// Apple's Make is version 3.81, which parses some of these names differently.
  private static let hasNewMake =
    (try? ShellFolder().run("make --version"))?.outputText
    .firstMatch(of: /GNU Make ([0-9]+)/).flatMap { Int($0.output.1) }.map { $0 >= 4 } ?? false
  private static let ninja = Tool("ninja")

  @Test(.enabled(if: hasNewMake, "GNU Make 4 is not installed"))
  func makeReadsTheDepfile() throws {
    let folder = try oddFolder()
    try folder.write(
      """
      m.json:
      \talertsound convert in -o out --manifest $@ --depfile m.d --quiet
      -include m.d

      """, to: "Makefile")
    try folder.write(try folder.read("in/a:b.wav"), to: "in/\(Self.nameForMake)")
    func make() throws -> Bool {
      let outcome = try folder.run("make")
      expectSuccess(outcome)
      return outcome.outputText.contains("alertsound")
    }
    #expect(try make())
    try folder.age("in", by: 100)
    for name in Self.oddNames + [Self.nameForMake] { try folder.age("in/\(name)", by: 100) }
    #expect(try !make())
    for name in Self.oddNames + [Self.nameForMake] {
      try folder.age("m.json", by: 50)
      #expect(try !make(), "\(name)")
      try folder.age("in/\(name)", by: 20)
      #expect(try make(), "\(name)")
      #expect(try !make(), "\(name)")
      try folder.age("in/\(name)", by: 100)
    }
    // Add a sound, and then remove it. Expect a run after each change.
    try folder.write(try soundFile(.wave, .pcm(.int16)), to: "in/new.wav")
    #expect(try make())
    try folder.remove("in/new.wav")
    #expect(try make())
    #expect(try !make())
  }

  @Test(.enabled(if: ninja.isInstalled, "ninja is not installed"))
  func ninjaReadsTheDepfile() throws {
    let folder = try oddFolder()
    try folder.write(
      """
      rule sounds
        command = alertsound convert in -o out --manifest $out --depfile $out.d --quiet
        depfile = $out.d
        deps = gcc
      build m.json: sounds

      """, to: "build.ninja")
    func ninja() throws -> Bool {
      let outcome = try folder.run("ninja")
      #expect(outcome.ending == .exit(0), "\(outcome.outputText)")
      return !outcome.outputText.contains("no work to do")
    }
    #expect(try ninja())
    #expect(try !ninja())
    for name in Self.oddNames {
      try folder.age("in/\(name)", by: -1)
      #expect(try ninja(), "\(name)")
      try folder.age("in/\(name)", by: 20)
      #expect(try !ninja(), "\(name)")
    }
  }

  @Test func theDepfileNamesEveryDependency() throws {
    let folder = try SoundFolder()
    try folder.write(try soundFile(.caf, .pcm(.int16)), to: "ping.caf")
    let rule = """
      in/bell.wav \\
        in/chime.aiff \\
        in/deep/down/ring.wav \\
        in/deep/knock.caf \\
        in/tick.caf \\
        ping.caf \\
        in \\
        in/deep \\
        in/deep/down

      """
    for (options, target) in [
      ("in -o out --depfile d", "out/.alertsound-records"),
      ("in -o out --depfile d --manifest m", "m"),
    ] {
      _ = try folder.succeed("\(options) --default-sound ping.caf")
      let text = try folder.text("d")
      #expect(text.hasPrefix("\(target): \\\n  \(rule)"))
      #expect(
        text.hasSuffix(
          "\nin/bell.wav:\nin/chime.aiff:\nin/deep/down/ring.wav:\nin/deep/knock.caf:\n"
            + "in/tick.caf:\nping.caf:\nin:\nin/deep:\nin/deep/down:\n"))
    }
    _ = try folder.succeed("in/bell.wav -o ring.caf --depfile d")
    #expect(try folder.read("d") == Array("ring.caf: \\\n  in/bell.wav\nin/bell.wav:\n".utf8))
    // The output folder itself is no dependency, because it is always newer than its outputs.
    _ = try folder.succeed("in -o in/out --depfile d")
    #expect(try folder.text("d").contains("\n  in \\\n"))
    _ = try folder.convert("in/deep -o in/deep --depfile d --force")
    #expect(try !folder.text("d").contains("in/deep:"))
  }

  @Test func theRecordsAreAnUpdatedTarget() throws {
    let folder = try SoundFolder()
    try folder.succeed()
    let before = try folder.stamps(in: "out")
    _ = try folder.run("touch in/bell.wav")
    try folder.succeed("in -o out --depfile d")
    let after = try folder.stamps(in: "out")
    let target = try folder.stamp(of: "out/.alertsound-records")
    #expect(try target.modificationTime > folder.stamp(of: "in/bell.wav").modificationTime)
    #expect(after.filter { before[$0.key] != $0.value }.map(\.key) == ["out/.alertsound-records"])
  }

  @Test(arguments: [
    "line\nbreak.wav", "semi;colon.wav", "a=b.wav", "pi|pe.wav", "st*r.wav", "le<s.wav",
    "mo>re.wav",
    "hat^.wav", "ti`ck.wav", "tab\t.wav", "escape\u{1B}.wav", "delete\u{7F}.wav", "back\\#hash.wav",
    "back\\:colon.wav",
  ])
  func namesADepfileCannotContain(name: String) throws {
    let folder = try SoundFolder([
      name: try soundFile(.wave, .pcm(.int16)), "z.wav": try soundFile(.wave, .pcm(.int16)),
    ])
    let outcome = try folder.convert("in -o out --depfile d")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors.contains(": warning: Make and Ninja can't read this name, so "))
    #expect(outcome.errorLines.count == 1)
    #expect(
      try folder.read("d")
        == Array(
          "out/.alertsound-records: \\\n  in/z.wav \\\n  in\nin/z.wav:\nin:\n".utf8))
  }

  /// In a depfile, the last character or the parentheses of these names have a special meaning.
  @Test(arguments: ["lib(x)", "space ", "back\\", "colon:", "and&"])
  func foldersADepfileCannotContain(name: String) throws {
    let folder = try SoundFolder(["\(name)/z.wav": try soundFile(.wave, .pcm(.int16))])
    let outcome = try folder.convert("in -o out --depfile d")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors.hasPrefix("in/\(name): warning: Make and Ninja can't read this name"))
    let text = try folder.text("d")
    #expect(text.hasSuffix("\nin:\n"))
    #expect(text.split(separator: "\n").count == 5)
  }

  /// Build tools compare times, so after a failure the target must look out of date.
  @Test(arguments: [("--manifest m.json", "m.json"), ("", "out/.alertsound-records")])
  func aFailureMakesTheTargetOutOfDate(options: String, target: String) throws {
    let folder = try SoundFolder()
    func expectRun(succeeds: Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let outcome = try folder.convert("in -o out --depfile d \(options)")
      #expect((outcome.ending == .exit(0)) == succeeds, sourceLocation: sourceLocation)
      let comparison = try folder.run("[ \(target) -ot in/tick.caf ]")
      #expect((comparison.ending == .exit(0)) == !succeeds, sourceLocation: sourceLocation)
    }
    try folder.age("in/tick.caf", by: 1_000_000_000)
    try expectRun(succeeds: true)
    try folder.write([1, 2, 3], to: "in/bad.wav")
    for _ in 0..<2 { try expectRun(succeeds: false) }
    try folder.remove("in/bad.wav")
    try expectRun(succeeds: true)
    // A path that can't be used stops the run before it does anything.
    #expect(try folder.convert("in -o out --depfile nowhere/d \(options)").ending == .exit(1))
    #expect(try folder.run("[ \(target) -ot in/tick.caf ]").ending == .exit(1))
    // A failed run without a depfile leaves its manifest new, because no build tool compares the manifest's time.
    _ = try folder.convert("in none.wav -o out --manifest n.json")
    #expect(try folder.run("[ n.json -nt in/tick.caf ]").ending == .exit(0))
  }
}
