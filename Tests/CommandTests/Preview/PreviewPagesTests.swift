import AlertSound
import Foundation
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSoundCommand

/// How `alertsound preview` writes a folder of pages, and checks its command line.
struct PreviewPagesTests {
  private static let bell = Result { try soundFile(.wave, .pcm(.int16), frameCount: 700) }

  /// Whether the program was built with the page, by `make release`.
  private static let hasPage: Bool = {
    let outcome = try? ShellFolder().run("alertsound preview none.wav -o page.html")
    return outcome?.errors.contains("built without the page") == false
  }()

  @Test func aFolderHasAPageForEachSoundAndAList() throws {
    let folder = try PreviewFolderOfSounds([
      "in/bell.wav": Self.bell.get(), "in/BELL.caf": soundFile(.caf, .ima4, frameCount: 640),
      "in/deep/bell.wav": Self.bell.get(), "in/Läuten & <b>.wav": Self.bell.get(),
      "in/index.wav": Self.bell.get(), "in/-.wav": Self.bell.get(), "in/bad.wav": [0],
    ])
    #expect(try folder.preview("@/in -o @/pages/ -q 0") == 1)
    let pages = [
      "BELL-caf.html", "Läuten-b.html", "bad.html", "bell-wav.html", "deep-bell.html",
      "index-2.html", "sound.html",
    ]
    let files = try folder.shell.files().filter { $0.hasPrefix("pages/") }.map { $0.dropFirst(6) }
    #expect(Set(files.map(String.init)) == Set(pages + ["index.html"]))
    for page in pages { #expect(try folder.sounds(in: "pages/" + page).count == 1) }
    #expect(try folder.sounds(in: "pages/deep-bell.html")[0].name == "deep/bell.wav")
    #expect(try folder.list(in: "pages/deep-bell.html") == "index.html")

    let list = try folder.shell.text("pages/index.html")
    #expect(
      list.contains(#"<a href="L%C3%A4uten-b.html" target="sound">Läuten &amp; &lt;b&gt;.wav</a>"#))
    #expect(
      list.contains(
        #"<a href="bad.html" target="sound">bad.wav</a>"# + "\n"
          + #"<strong class="default">iOS may play the default sound instead</strong>"#))
    #expect(list.contains("<h1>7 sounds, "))
    let bad = try #require(list.range(of: "bad.html"))
    for page in pages where page != "bad.html" && page != "Läuten-b.html" {
      let place = try #require(list.range(of: "\"\(page)\""))
      #expect(bad.lowerBound < place.lowerBound)
    }
    #expect(list.contains(#"<p class="default">It can’t be converted: "#))
  }

  @Test func anExistingFolderNeedsNoSlash() throws {
    let folder = try PreviewFolderOfSounds([
      "bell.wav": Self.bell.get(), "old.html/other.html": [2],
    ])
    #expect(try folder.preview("@/bell.wav -o @/old.html -q 0") == 0)
    #expect(
      try folder.shell.files() == [
        "bell.wav", "old.html/bell.html", "old.html/index.html", "old.html/other.html",
      ])
    #expect(try folder.shell.read("old.html/other.html") == [2])
    // Pages of an earlier run are replaced.
    let first = try folder.shell.read("old.html/index.html")
    #expect(try folder.preview("@/bell.wav -o @/old.html -q 0 --for macos") == 0)
    #expect(try folder.shell.read("old.html/index.html") != first)
  }

  @Test(arguments: [
    ("site/index.html", "site"), ("site/bell.html", "site"), ("mine.html", "mine.html"),
  ])
  func aForeignFileIsNotReplaced(name: String, output: String) throws {
    let folder = try PreviewFolderOfSounds(["bell.wav": Self.bell.get(), name: [1]])
    let error = try #require(throws: SoundError.self) {
      try folder.preview("@/bell.wav -o @/\(output) -q 0")
    }
    #expect(error.reason == "this file isn't a page of 'alertsound preview'")
    #expect(try folder.shell.files() == ["bell.wav", name])
    #expect(try folder.shell.read(name) == [1])
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
    #expect(outcome.ending == .exit(0) && outcome.errors == "")
    #expect(try folder.shell.files() == ["bell.wav", "page.html"])
  }
}
