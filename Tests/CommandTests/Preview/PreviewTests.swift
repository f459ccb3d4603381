import AlertSound
import ArgumentParser
import CommandSupport
import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import AlertSoundCommand

/// The page that `alertsound preview` writes.
struct PreviewTests {
  private static let bell = Result { try soundFile(.wave, .pcm(.int16), frameCount: 700) }

  /// Whether the program was built with the page, by `make release`.
  private static let hasPage: Bool = {
    let outcome = try? ShellFolder().run("alertsound preview none.wav -o page.html")
    return outcome?.errors.contains("built without the page") == false
  }()

  @Test func aPageHasTheSoundsByFolderAndName() throws {
    let sounds = try SoundFolder.sounds.get()
    let folder = try PreviewFolderOfSounds(
      Dictionary(uniqueKeysWithValues: sounds.map { ("in/" + $0, $1) }))
    #expect(try folder.preview("@/in -o @/page.html") == 0)
    let shown = try folder.sounds()
    #expect(
      shown.map { [$0.folder, $0.name] } == [
        ["", "bell.wav"], ["", "chime.aiff"], ["", "tick.caf"], ["deep", "knock.caf"],
        ["deep/down", "ring.wav"],
      ])
    for sound in shown {
      #expect(
        Array(sound.file) == sounds[(sound.folder.isEmpty ? "" : sound.folder + "/") + sound.name])
      #expect(sound.error == nil && sound.frames == nil && sound.shipped == nil)
    }
    #expect(try folder.shell.files().count == sounds.count + 1)
  }

  @Test func soundsWithOnePlaceHaveTheirWholeFolder() throws {
    let folder = try PreviewFolderOfSounds([
      "a/ring.wav": Self.bell.get(), "b/ring.wav": Self.bell.get(), "b/x/bell.wav": Self.bell.get(),
    ])
    // The sound that is given twice is there once.
    #expect(try folder.preview("@/a/ring.wav @/b @/b/ring.wav -o @/page.html") == 0)
    #expect(
      try folder.sounds().map { [$0.folder, $0.name] } == [
        [folder.shell.directory.path("a"), "ring.wav"],
        [folder.shell.directory.path("b"), "ring.wav"], ["x", "bell.wav"],
      ])
  }

  @Test func thePageSaysWhereItComesFrom() throws {
    let folder = try PreviewFolderOfSounds(["it's.wav": Self.bell.get()])
    #expect(try folder.preview("@/it's.wav -o @/page.html --for alarmkit") == 0)
    let content = try folder.content()
    let path = folder.shell.directory.path
    #expect(content.version == "0.1.0")
    // The test may run at midnight.
    let days = [0, -60].map {
      Date(timeIntervalSinceNow: $0).formatted(.iso8601.year().month().day())
    }
    #expect(days.contains(content.date))
    // The shell splits the command into the words that were given.
    let words = try folder.shell.run("printf '%s\\n' \(content.command)").outputLines
    #expect(
      words == [
        "alertsound", "preview", path("it's.wav"), "-o", path("page.html"), "--for", "alarmkit",
      ])
  }

  /// Each option as text of the form's field, by its name. Numbers have no needless digits.
  @Test(arguments: [
    ("", [:]), ("--over-limit trim", ["over-limit": "trim"]),
    ("--for alarmkit", ["use": "alarmkit"]),
    ("-d ulaw", ["format": "ulaw"]), ("-d alaw -f WAVE", ["format": "alaw", "container": "WAVE"]),
    ("-f AIFF", ["format": "I16", "container": "AIFF"]),
    ("-d BEI24 -f AIFC", ["format": "I24", "container": "AIFC"]),
    ("-d LEF32@22050.5", ["format": "F32", "rate": "22050.5"]), ("-d I8", ["format": "I8"]),
    ("-d UI8 -f WAVE", ["format": "UI8", "container": "WAVE"]), ("-d ima4@8000", ["rate": "8000"]),
    ("-q 0", ["format": "ima4-0"]), ("-q 63", [:]),
    ("-c 1 -q 127", ["channels": "1", "format": "ima4-127"]),
    ("--limit 5.50", ["limit": "5.5"]), ("--limit 30", [:]),
    ("--loudness -16", ["loudness": "-16"]), ("--loudness 0", ["loudness": "0"]),
    ("--true-peak -1", ["true-peak": "-1"]), ("--trim-silence", ["silence-threshold": "-60"]),
    ("--trim-silence --silence-threshold -45.25", ["silence-threshold": "-45.25"]),
    ("--trim 0.5:4", ["trim-start": "0.5", "trim-end": "4"]), ("--trim :2", ["trim-end": "2"]),
    ("--fade-in 0.000001 --fade-out 1.5", ["fade-in": "0.000001", "fade-out": "1.5"]),
    ("--repeat 29 --gap 0.25", ["repeat": "29", "gap": "0.25"]),
    ("-r 127 --resampler built-in --jobs 2 --no-import --max-bytes 9999", [:]),
  ])
  func settingsAreTheFormsTexts(options: String, settings: [String: String]) throws {
    let folder = try PreviewFolderOfSounds(["bell.wav": Self.bell.get()])
    try folder.preview("@/bell.wav -o @/page.html \(options)")
    // A debug build doesn't search unless it is asked to.
    let quality = options.contains("-q") ? 63 : ConversionTarget.alert.ima4Quality
    let expected = ["over-limit": "default", "format": "ima4-\(quality)"].merging(settings) { $1 }
    #expect(try folder.content().settings == expected)
  }

  /// The form can't state these options, so the page couldn't make the command's files.
  @Test(arguments: [
    ("--resampler libsamplerate", "--resampler or -r"), ("-r 0", "--resampler or -r"),
    ("--default-sound @/bell.wav", "--default-sound"), ("-d LEI16 -f RF64", "-f RF64"),
    ("-d BEI16", "-d BEI16 in caff"), ("--limit 601", "--limit 601.0"),
    ("--repeat 181", "--repeat 181.0"), ("--loudness -16.0000001", "--loudness -16.0000001"),
    ("--trim 0.1234567:", "--trim 0.1234567"), ("-d ima4@8000.1234567", "a rate of 8000.1234567"),
  ])
  func whatTheFormCannotStateIsRefused(options: String, named: String) throws {
    let folder = try PreviewFolderOfSounds(["bell.wav": Self.bell.get()])
    let error = #expect(throws: ValidationError.self) {
      try folder.preview("@/bell.wav -o @/page.html \(options)")
    }
    #expect(
      error?.message
        == "the page's form can't state \(named); leave that out, or print --markdown without -o")
    #expect(try folder.shell.files() == ["bell.wav"])
  }

  @Test func namesCannotEndTheScript() throws {
    let folder = try PreviewFolderOfSounds()
    let names = ["</script><b>.wav", "<!--<script>.wav", "\"'&\\\n\u{202E}.wav"]
    // The slash in the first name makes a folder.
    for name in names { try folder.shell.write(Self.bell.get(), to: "in/" + name) }
    try folder.preview("@/in -o @/page.html")
    #expect(try !folder.json().contains("<"))
    #expect(
      try folder.sounds().map { [$0.folder, $0.name] } == [
        ["", "\"'&\\\\n\\u{202e}.wav"], ["", "<!--<script>.wav"], ["<", "script><b>.wav"],
      ])
  }

  @Test func linksOutOfTheFolderAreNotShown() throws {
    let folder = try PreviewFolderOfSounds([
      "secret.wav": Self.bell.get(), "in/inside.wav": Self.bell.get(),
    ])
    _ = try folder.shell.run("cd in; ln -s ../secret.wav out.wav; ln -s inside.wav alias.wav")
    _ = try folder.shell.run("cd in; ln -s nothing.wav dangling.wav")
    #expect(try folder.preview("@/in -o @/page.html") == 1)
    let sounds = try folder.sounds()
    #expect(sounds.map(\.name) == ["alias.wav", "dangling.wav", "inside.wav", "out.wav"])
    #expect(sounds.map(\.file.isEmpty) == [false, true, false, true])
    #expect(sounds.map { $0.error == nil } == [true, false, true, false])
    #expect(sounds[3].error?.hasPrefix("this link leads out of the folder") == true)
    #expect(try folder.preview("@/in/out.wav -o @/page.html") == 0)
    #expect(try folder.sounds().map(\.file.isEmpty) == [false])
  }

  @Test func aFileThatIsNoSoundIsThePagesToJudge() throws {
    let folder = try PreviewFolderOfSounds(["broken.wav": Array("RIFF....WAVE".utf8)])
    #expect(try folder.preview("@ -o @/page.html") == 0)
    let sound = try #require(try folder.sounds().first)
    #expect(sound.file.count == 12 && sound.frames == nil && sound.error == nil)
  }

  @Test func framesAreThereIfBrowsersCannotDecode() throws {
    let folder = try PreviewFolderOfSounds(["bell.wav": Self.bell.get()])
    let samples = Signal.bell.int16(frameCount: 300)
    func header(_ encoding: String) -> [UInt8] {
      hex("'.snd' 00000018 FFFFFFFF \(encoding) 00001F40 00000001")
    }
    let bytes = samples.flatMap {
      [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
    }
    try folder.shell.write(header("00000003") + bytes, to: "sun.au")
    // In µ-law, FF is 0, and 80 is the largest sample.
    try folder.shell.write(header("00000001") + [0xFF, 0x80], to: "telephone.au")
    #expect(try folder.preview("@ -o @/page.html") == 0)
    let sounds = try folder.sounds()
    #expect(sounds.map { $0.frames == nil } == [true, false, false])
    let frames = try sounds.dropFirst().map { try #require($0.frames) }
    #expect(frames.map(\.type) == ["int16", "float32"])
    #expect(frames.map(\.rate) == [8000, 8000] && frames.map(\.channels) == [1, 1])
    #expect(
      Array(frames[0].data)
        == samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    #expect(Array(frames[1].data) == hex("00000000 00F87A3F"))
    #expect(try folder.preview("@ -o @/page.html --no-import") == 0)
    #expect(try folder.sounds().allSatisfy { $0.frames == nil && !$0.file.isEmpty })
  }

  @Test func moreThan20MegabytesAreRefused() throws {
    let folder = try PreviewFolderOfSounds()
    let large = try soundFile(.wave, .pcm(.int16), .int16([Int16](repeating: 0, count: 5_100_000)))
    for name in ["a.wav", "b.wav"] { try folder.shell.write(large, to: "in/" + name) }
    for arguments in ["@/in", "@/in/a.wav --against @/in"] {
      let error = #expect(throws: SoundError.self) {
        try folder.preview("\(arguments) -o @/page.html")
      }
      #expect(error?.reason == "the sounds have 20.4 MB, and a page takes at most 20 MB")
    }
    #expect(try folder.shell.files() == ["in/a.wav", "in/b.wav"])
    #expect(try folder.preview("@/in -o @/page.html --exclude b.wav") == 0)
  }

  @Test func soundsAreComparedWithWhatWasShipped() throws {
    let folder = try PreviewFolderOfSounds([
      "in/bell.wav": Self.bell.get(), "in/deep/ring.mp3": [1], "in/new.wav": [2], "in/x.wav": [3],
      "old/bell.m4a": [4], "old/bell.caf": [5], "old/bell.wav": [6], "old/deep/ring.aif": [7],
      "old/ring.caf": [8], "old/notes.txt": [9], "secret.caf": [10],
    ])
    _ = try folder.shell.run("ln -s ../secret.caf old/x.caf")
    #expect(try folder.preview("@/in --against @/old -o @/page.html") == 1)
    let sounds = try folder.sounds()
    #expect(sounds.map(\.name) == ["bell.wav", "new.wav", "x.wav", "ring.mp3"])
    #expect(sounds.map(\.shipped?.name) == ["bell.caf", nil, nil, "ring.aif"])
    #expect(sounds.compactMap { $0.shipped.map { Array($0.file) } } == [[5], [7]])
    #expect(sounds[2].error?.hasPrefix("this link leads out of the folder") == true)
    // A file in the conversions' container is preferred.
    try folder.preview("@/in/bell.wav --against @/old -f WAVE -o @/page.html")
    #expect(try folder.sounds().map(\.shipped?.name) == ["bell.wav"])
    try folder.shell.makeParent(of: "empty/x")
    #expect(try folder.preview("@/in --against @/empty -o @/page.html") == 0)
    #expect(try folder.sounds().allSatisfy { $0.shipped == nil })
    for name in ["missing", "secret.caf"] {
      let error = #expect(throws: SoundError.self) {
        try folder.preview("@/in --against @/\(name) -o @/page.html")
      }
      #expect(error?.path?.lastComponent?.string == name)
    }
  }

  @Test func aPageReplacesNoSound() throws {
    // The sound looks like a page, too.
    let sound = try Self.bell.get() + PreviewFolderOfSounds.template
    let folder = try PreviewFolderOfSounds(["ring.html": sound])
    #expect(throws: SoundError.self) { try folder.preview("@/ring.html -o @/ring.html") }
    #expect(try folder.shell.read("ring.html") == sound)
  }

  @Test func onlyPagesOfTheCommandAreReplaced() throws {
    let folder = try PreviewFolderOfSounds(["bell.wav": Self.bell.get(), "mine.html": [1]])
    let error = try #require(throws: SoundError.self) {
      try folder.preview("@/bell.wav -o @/mine.html")
    }
    #expect(error.reason == "this file isn't a page of 'alertsound preview'")
    #expect(try folder.shell.files() == ["bell.wav", "mine.html"])
    #expect(try folder.shell.read("mine.html") == [1])
    for _ in 0..<2 { #expect(try folder.preview("@/bell.wav -o @/new.html") == 0) }
  }

  @Test func withoutSoundsThereIsNoPage() throws {
    let folder = try PreviewFolderOfSounds(["in/text.txt": [1]])
    try folder.shell.makeParent(of: "empty/x")
    for name in ["in", "empty"] {
      let error = #expect(throws: SoundError.self) {
        try folder.preview("@/\(name) -o @/page.html")
      }
      #expect(error?.exitStatus == .failure)
    }
    #expect(try folder.shell.files() == ["in/text.txt"])
  }

  @Test(arguments: [
    "", "<script></script>", #"<script type="application/json" id="preview">[1]</script>"#,
    String(
      decoding: PreviewFolderOfSounds.template + PreviewFolderOfSounds.template, as: UTF8.self),
  ])
  func onlyAPageWithOnePlaceIsTaken(template: String) {
    #expect(PreviewPage(template: Array(template.utf8)) == nil)
  }

  @Test(.enabled(if: !hasPage, "this program has the page"))
  func aProgramWithoutThePageSaysSo() throws {
    let folder = try PreviewFolderOfSounds(["bell.wav": Self.bell.get()])
    let outcome = try folder.shell.run("alertsound preview bell.wav -o page.html")
    #expect(outcome.ending == .exit(74))
    #expect(outcome.outputText == "")
    #expect(
      outcome.errors
        == "error: this program was built without the page; build it with 'make release', or"
        + " install a released one\n")
    #expect(try folder.shell.files() == ["bell.wav"])
  }

  @Test(.enabled(if: hasPage, "this program has no page; make test-web tests one that has"))
  func theProgramWritesThePage() throws {
    let folder = try PreviewFolderOfSounds(["bell.wav": Self.bell.get()])
    let outcome = try folder.shell.run("alertsound preview bell.wav -o page.html")
    #expect(outcome.errors == "")
    #expect(try folder.shell.files() == ["bell.wav", "page.html"])
  }
}
