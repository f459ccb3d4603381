import AlertSound
import Foundation
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSoundCommand

/// How `alertsound preview` writes a folder of pages, opens the browser, and checks its command line.
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
  func theProgramWritesAndOpensThePage() throws {
    let folder = try PreviewFolderOfSounds(["bell.wav": Self.bell.get()])
    try Self.writeOpener("echo \"$1\" >opened", in: folder)
    let outcome = try folder.shell.run(
      "PATH=$PWD/bin:$PATH alertsound preview bell.wav -o page.html -q 0 --open; cat opened")
    #expect(outcome.errors == "")
    #expect(outcome.outputText.hasSuffix(folder.shell.directory.path("page.html") + "\n"))
    let without = try folder.shell.run(
      "program=$(command -v alertsound); PATH=/none $program preview bell.wav -o page.html --open")
    #expect(without.ending == .exit(0))
    #expect(without.errors.contains("page.html: warning: \(DocumentOpener.name) isn't installed"))
  }

  private static func writeOpener(_ script: String, in folder: PreviewFolderOfSounds) throws {
    try folder.shell.write("#!/bin/sh\n\(script)\n", to: "bin/\(DocumentOpener.name)")
    _ = try folder.shell.run("chmod +x bin/*")
  }

  @Test func theOpenerGetsThePath() throws {
    let folder = try PreviewFolderOfSounds([:])
    try Self.writeOpener("echo \"$# $1\" >\"$1\"; echo noise; echo \"$HOME\" >>\"$1\"", in: folder)
    let path = Array(folder.shell.directory.path("bin").utf8)
    let page = FilePath(folder.shell.directory.path("-a page.html"))
    let opener = try #require(DocumentOpener(searchPath: path))
    #expect(try opener.open(page))
    let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
    #expect(try folder.shell.text("-a page.html") == "1 \(page)\n\(home)\n")
    try Self.writeOpener("exit 3", in: folder)
    #expect(try opener.open(page) == false)
    #expect(DocumentOpener(searchPath: Array("/none:bin".utf8)) == nil)
  }

  /// The opener may itself become the browser.
  @Test func aBrowserThatKeepsRunningIsNotWaitedFor() throws {
    let folder = try PreviewFolderOfSounds([:])
    try Self.writeOpener("exec sleep 20", in: folder)
    let opener = try #require(
      DocumentOpener(searchPath: Array(folder.shell.directory.path("bin").utf8)))
    let start = ContinuousClock.now
    #expect(try opener.open("/page.html"))
    #expect(ContinuousClock.now - start < .seconds(15))
  }
}
