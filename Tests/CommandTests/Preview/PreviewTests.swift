import AlertSound
import Foundation
import Platform
import SoundFormat
import SystemPackage
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

  @Test(arguments: ["-d ulaw@8000 -c 2 -f WAVE", "-q 5 --over-limit trim"])
  func aPageHasTheSoundsAndWhatConvertWrites(options: String) throws {
    var sounds = try SoundFolder.sounds.get()
    sounds["long.wav"] = try SoundFolder.longSound.get()
    let folder = try PreviewFolderOfSounds(
      Dictionary(uniqueKeysWithValues: sounds.map { ("in/" + $0, $1) }))
    #expect(try folder.preview("@/in -o @/page.html --jobs 3 \(options)") == 0)
    let convert = try folder.shell.run("alertsound convert in -o out --quiet \(options)")
    #expect(convert.ending == .exit(0))
    let shown = try folder.sounds(in: "page.html")
    #expect(Set(shown.map(\.name)) == Set(sounds.keys))
    for sound in shown {
      #expect(Array(sound.file) == sounds[sound.name])
      #expect(sound.error == nil && sound.frames == nil)
      let converted = try #require(sound.converted)
      #expect(Array(converted.file) == (try folder.shell.read("out/" + converted.name)))
      let isLong = sound.name == "long.wav"
      #expect(!converted.isTruncated)
      #expect(
        converted.outcome
          == (!isLong
            ? "converted" : options.contains("trim") ? "trimmed" : "replaced-by-default"))
    }
  }

  @Test func problemsComeFirst() throws {
    let quiet = try soundFile(.caf, .pcm(.int16), .int16([Int16](repeating: 0, count: 4000)))
    let folder = try PreviewFolderOfSounds([
      "b.wav": Self.fine(), "A.wav": Self.fine(), "c quiet.caf": quiet,
      "d memo.m4a": SmallMovie.aac(packetCount: 90).bytes, "y broken.wav": [1, 2, 3],
      "x long.wav": SoundFolder.longSound.get(),
    ])
    #expect(try folder.preview("@ -o @/page.html -q 0 --no-import") == 1)
    #expect(
      try folder.sounds(in: "page.html").map(\.name) == [
        "d memo.m4a", "x long.wav", "y broken.wav", "c quiet.caf", "A.wav", "b.wav",
      ])
    #expect(
      try folder.sounds(in: "page.html").map(\.needsWork)
        == [true, true, true, false, false, false])
  }

  /// A sound without any finding: it neither begins nor ends abruptly.
  private static func fine() throws -> [UInt8] {
    let bell = Signal.bell.int16(frameCount: 4000)
    let faded = bell.enumerated().map { index, sample in
      Int16(Double(sample) * Double(min(index, 3999 - index, 500)) / 500)
    }
    return try soundFile(.wave, .pcm(.int16), .int16(faded))
  }

  @Test func aSoundThatFailsIsShown() throws {
    let folder = try PreviewFolderOfSounds([
      "bell.wav": Self.bell.get(), "broken.wav": Array("RIFF....WAVE".utf8),
      "wide.wav": soundFile(.wave, .pcm(.int16), channels: [.bell, .bell, .bell], frameCount: 100),
    ])
    #expect(try folder.preview("@ -o @/page.html -q 0") == 1)
    let sounds = try folder.sounds(in: "page.html")
    #expect(sounds.map(\.name) == ["broken.wav", "wide.wav", "bell.wav"])
    #expect(sounds.map { $0.error == nil } == [false, false, true])
    #expect(sounds.map { $0.converted == nil } == [true, true, false])
    #expect(sounds[0].file.count == 12)
    #expect(
      sounds[1].error
        == "ima4 codes at most 2 channels, not 3; use -c 2 or -c 1, in afconvert with --mix")
  }

  @Test func thePageKnowsTheOptions() throws {
    let folder = try PreviewFolderOfSounds(["bell.wav": Self.bell.get()])
    try folder.preview(
      "@/bell.wav -o @/page.html -d ulaw@16000 -f WAVE -c 2 --for alarmkit --limit 5.5"
        + " --over-limit trim")
    let options = try folder.options(in: "page.html")
    #expect(options.use == "alarmkit" && options.limit == 5.5 && options.policy == "trim")
    #expect(options.container == "WAVE" && options.format == "ulaw" && options.rate == 16000)
    #expect(options.channels == 2 && options.isComplete)

    try folder.preview("@/bell.wav -o @/page.html -q 5 -c 1 -r 0")
    let others = try folder.options(in: "page.html")
    #expect(others.container == "caff" && others.format == "ima4" && others.rate == nil)
    #expect(others.use == "notification" && others.limit == 30 && others.policy == "default")
    #expect(others.channels == 1 && others.quality == 5)
    // Expect the page to say that its options are incomplete: it can't state the resampling quality.
    #expect(!others.isComplete)
  }

  @Test func namesCannotEndTheScript() throws {
    let folder = try PreviewFolderOfSounds([:])
    let names = ["</script><b>.wav", "<!--<script>.wav", "\"'&\\\n\u{202E}.wav"]
    // The slash in the first name makes a folder.
    for name in names { try folder.shell.write(Self.bell.get(), to: "in/" + name) }
    try folder.preview("@/in -o @/page.html -q 0")
    let json = try folder.json(in: "page.html")
    #expect(!json.contains("<"))
    #expect(
      try Set(folder.sounds(in: "page.html").map(\.name)) == [
        "</script><b>.wav", "<!--<script>.wav", "\"'&\\\\n\\u{202e}.wav",
      ])
  }

  @Test func linksOutOfTheFolderAreNotShown() throws {
    let folder = try PreviewFolderOfSounds([
      "secret.wav": Self.bell.get(), "in/inside.wav": Self.bell.get(),
    ])
    _ = try folder.shell.run("cd in; ln -s ../secret.wav out.wav; ln -s inside.wav alias.wav")
    #expect(try folder.preview("@/in -o @/page.html -q 0") == 1)
    let sounds = try folder.sounds(in: "page.html")
    #expect(sounds.map(\.name) == ["out.wav", "alias.wav", "inside.wav"])
    #expect(sounds.map(\.file.isEmpty) == [true, false, false])
    #expect(sounds[0].error?.hasPrefix("this link leads out of the folder") == true)
    #expect(try folder.preview("@/in/out.wav -o @/page.html -q 0") == 0)
  }

  @Test func framesAreThereIfBrowsersCannotDecode() throws {
    let folder = try PreviewFolderOfSounds(["bell.wav": Self.bell.get()])
    let samples = Signal.bell.int16(frameCount: 300)
    let header = hex("'.snd' 00000018 FFFFFFFF 00000003 00001F40 00000001")
    try folder.shell.write(
      header
        + samples.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] },
      to: "sun.au")
    #expect(try folder.preview("@ -o @/page.html -q 0") == 0)
    let sounds = try folder.sounds(in: "page.html")
    #expect(sounds.first { $0.name == "bell.wav" }?.frames == nil)
    let frames = try #require(sounds.first { $0.name == "sun.au" }?.frames)
    #expect(frames.type == "int16" && frames.rate == 8000 && frames.channels == 1)
    #expect(
      Array(frames.data)
        == samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
  }

  @Test func aLargePageIsRefused() throws {
    let folder = try PreviewFolderOfSounds([:])
    let large = try soundFile(.wave, .pcm(.int16), .int16([Int16](repeating: 0, count: 4_000_000)))
    for name in ["a.wav", "b.wav"] { try folder.shell.write(large, to: "in/" + name) }
    let error = #expect(throws: SoundError.self) {
      try folder.preview("@/in -o @/page.html -q 0")
    }
    #expect(error?.reason == "the page would have at least 21.3 MB, and a page has at most 20 MB")
    #expect(try folder.shell.files() == ["in/a.wav", "in/b.wav"])
  }

  @Test func aPageReplacesNoSound() throws {
    let folder = try PreviewFolderOfSounds(["ring.html": Self.bell.get()])
    #expect(throws: SoundError.self) { try folder.preview("@/ring.html -o @/ring.html") }
    #expect(try folder.shell.read("ring.html") == Self.bell.get())
  }

  @Test func withoutSoundsThereIsNoPage() throws {
    let folder = try PreviewFolderOfSounds(["in/text.txt": [1]])
    #expect(try folder.preview("@/in -o @/page.html") == 1)
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

  @Test func onlyPagesOfTheCommandAreReplaced() throws {
    let folder = try PreviewFolderOfSounds(["bell.wav": Self.bell.get(), "mine.html": [1]])
    let error = try #require(throws: SoundError.self) {
      try folder.preview("@/bell.wav -o @/mine.html -q 0")
    }
    #expect(error.reason == "this file isn't a page of 'alertsound preview'")
    #expect(try folder.shell.files() == ["bell.wav", "mine.html"])
    #expect(try folder.shell.read("mine.html") == [1])
    for _ in 0..<2 { #expect(try folder.preview("@/bell.wav -o @/new.html -q 0") == 0) }
  }

  @Test func aMissingSoundIsNotShown() throws {
    let folder = try PreviewFolderOfSounds(["bell.wav": Self.bell.get()])
    #expect(try folder.preview("@/bel.wav -o @/page.html -q 0") == 1)
    #expect(try folder.shell.files() == ["bell.wav"])
    #expect(try folder.preview("@/bel.wav @/bell.wav -o @/page.html -q 0") == 1)
    #expect(try folder.sounds(in: "page.html").count == 1)
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
    let outcome = try folder.shell.run("alertsound preview bell.wav -o page.html -q 0")
    #expect(outcome.errors == "")
    #expect(try folder.shell.files() == ["bell.wav", "page.html"])
  }
}
