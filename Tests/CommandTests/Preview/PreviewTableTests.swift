import Foundation
import SoundFormat
import TestSupport
import Testing

/// The table that `alertsound preview --markdown` prints.
struct PreviewTableTests {
  /// A row's cells, without the code's element and without the signs that mark what needs work.
  private struct Row {
    let name, verdict, length, sizes, loudness: String
    let needsWork: Bool

    init?(_ line: String) {
      let cells = line.components(separatedBy: " | ")
      guard cells.count == 5, line.hasPrefix("| <code>"), line.hasSuffix(" |") else { return nil }
      name = cells[0].replacing("| <code>", with: "").replacing("</code>", with: "")
      verdict = cells[1].replacing("**", with: "")
      (length, sizes) = (cells[2], cells[3])
      loudness = String(cells[4].dropLast(2))
      needsWork = cells[1].hasPrefix("**")
    }
  }

  private static func rows(_ outcome: Tool.Outcome) throws -> [Row] {
    let lines = outcome.outputText.components(separatedBy: "\n")
    try #require(lines.count > 6 && lines.last == "")
    #expect(lines[1].isEmpty && lines[3].isEmpty)
    #expect(lines[4] == "| Sound | Verdict | Length | Size before → after | LUFS |")
    #expect(lines[5] == "| --- | --- | ---: | ---: | ---: |")
    return try lines[6...].dropLast().map { try #require(Row($0)) }
  }

  /// A size in the unit that suits it, with at most one decimal.
  private static func size(_ byteCount: Int) -> String {
    if byteCount < 1000 { return "\(byteCount) bytes" }
    let tenths = (byteCount + 50) / 100
    return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " KB"
  }

  private static func json(_ outcome: Tool.Outcome) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
  }

  @Test(arguments: ["-q 0", "-d LEI16 -c 1 -f WAVE --loudness -20"])
  func theFiguresAreThoseOfConvertedFiles(options: String) throws {
    var sounds = try SoundFolder.sounds.get()
    sounds["song.wav"] = try soundFile(.wave, .pcm(.int16), frameCount: 48_000)
    let folder = try SoundFolder(sounds)
    let table = try folder.shell.run("alertsound preview in --markdown \(options)")
    expectSuccess(table)
    _ = try folder.shell.run("alertsound convert in -o out --quiet \(options)")
    let rows = try Self.rows(table)
    #expect(rows.count == sounds.count)
    var totals = (before: 0, after: 0)
    for row in rows {
      let bytes = try #require(sounds[row.name])
      let stem = row.name.prefix { $0 != "." }
      let path = "out/\(stem)." + (options.contains("WAVE") ? "wav" : "caf")
      let made = try folder.read(path)
      totals = (totals.before + bytes.count, totals.after + made.count)
      #expect(row.sizes.hasPrefix(Self.size(bytes.count) + " → " + Self.size(made.count)))
      let info = try Self.json(folder.shell.run("alertsound info --json \(path)"))
      let file = try #require((info["files"] as? [[String: Any]])?.first)
      let levels = try #require(file["levels"] as? [String: Any])
      let loudness = (levels["loudness"] as? Double).map {
        String(format: "%.1f", $0).replacing("-", with: "−")
      }
      #expect(row.loudness == loudness ?? "–", "\(row.name)")
      let check = try Self.json(folder.shell.run("alertsound check --json \(path)"))
      let sound = try #require((check["sounds"] as? [[String: Any]])?.first)
      #expect(
        row.verdict.components(separatedBy: ";")[0] == (sound["verdict"] as? [String: Any])?[
          "outcome"]
          as? String ?? sound["outcome"] as? String)
    }
    let percent = (100 - 100 * Double(totals.after) / Double(totals.before)).rounded()
    #expect(
      table.outputLines[0]
        == "6 sounds play: \(Self.size(totals.before)) → \(Self.size(totals.after)),"
        + " \(percent < 0 ? "+" : "−")\(Int(abs(percent))) %")
  }

  @Test(.enabled(if: Tool("ffprobe").isInstalled, "ffprobe is not installed"))
  func theLengthIsWhatFFmpegFinds() throws {
    let folder = try SoundFolder([
      "a.wav": soundFile(.wave, .pcm(.int16), frameCount: 48_000, sampleRate: 32_000)
    ])
    let row = try Self.rows(
      folder.shell.run("alertsound preview in --markdown -f WAVE --repeat 4.6"))[0]
    _ = try folder.shell.run("alertsound convert in -o out -f WAVE --repeat 4.6")
    let length = try folder.shell.run(
      "ffprobe -v error -show_entries format=duration -of csv=p=0 out/a.wav")
    #expect(Double(length.outputLines[0]) == 4.5 && row.length == "4.5 s")
  }

  @Test func problemsComeFirstAndSayWhatToDo() throws {
    let folder = try SoundFolder([
      "a.wav": soundFile(.wave, .pcm(.int16), frameCount: 4000),
      "b.wav": SoundFolder.longSound.get(), "c.wav": Array("RIFF....WAVE".utf8),
      "d.wav": soundFile(.wave, .pcm(.int16), .int16([Int16](repeating: 0, count: 4000))),
    ])
    let table = try folder.shell.run("alertsound preview in --markdown -q 0")
    #expect(table.ending == .exit(1))
    #expect(
      table.errors == "in/c.wav: error: the fmt chunk is missing; export or copy it again\n")
    let rows = try Self.rows(table)
    #expect(rows.map(\.name) == ["b.wav", "c.wav", "a.wav", "d.wav"])
    #expect(rows.map(\.needsWork) == [true, true, false, false])
    #expect(rows[0].verdict.hasPrefix("replaced-by-default; 31 s long, so the built-in chime is"))
    #expect(rows[0].verdict.contains("--over-limit trim keeps the first 29.9 s"))
    #expect(rows[1].verdict == "fails; the fmt chunk is missing; export or copy it again")
    #expect(rows[1].sizes == "12 bytes → –" && rows[1].length == "–")
    #expect(rows[3].loudness == "silent")
    #expect(table.outputLines[0].hasPrefix("2 sounds play, 2 need work: "))
    let omitted = try folder.shell.run(
      "alertsound preview in/b.wav --markdown -q 0 --over-limit omit")
    #expect(omitted.ending == .exit(0) && omitted.outputLines[0] == "0 sounds play, 1 needs work")
    #expect(try Self.rows(omitted)[0].verdict.hasPrefix("omitted; 31 s long, so it is not"))
    let trimmed = try folder.shell.run(
      "alertsound preview in/b.wav --markdown -q 0 --over-limit trim")
    #expect(trimmed.outputLines[0].hasPrefix("1 sound plays: "))
    #expect(try Self.rows(trimmed)[0].verdict.hasPrefix("plays; 31 s long, so only the first 29.9"))
  }

  @Test func theVerdictIsThatOfTheUse() throws {
    let folder = try SoundFolder(["b.wav": SoundFolder.longSound.get()])
    for (use, verdict) in [
      ("notification", "default"), ("system-sound", "fails"), ("live-activity", "undocumented"),
    ] {
      let table = try folder.shell.run(
        "alertsound preview in --markdown -q 0 --limit 60 --for \(use)")
      #expect(table.ending == .exit(0))
      let row = try Self.rows(table)[0]
      #expect(row.needsWork && row.verdict.hasPrefix(verdict + "; "), "\(row.verdict)")
    }
  }

  @Test func sizesAreComparedWithWhatWasShipped() throws {
    let bell = try soundFile(.wave, .pcm(.int16), frameCount: 640)
    let folder = try SoundFolder(["bell.wav": bell, "deep/ring.wav": bell])
    try folder.write([UInt8](repeating: 0, count: 200), to: "old/bell.m4a")
    let table = try folder.shell.run(
      "alertsound preview in --against old --markdown -d LEI16 -f WAVE")
    expectSuccess(table)
    let size = Self.size(bell.count)
    let percent = Int((Double(bell.count) / 2 - 100).rounded())
    #expect(
      try Self.rows(table).map(\.sizes) == ["200 bytes → \(size), +\(percent) %", "new → \(size)"])
  }

  /// In a comment, names are text: they end no cell and no line, and are no markup, link or mention.
  @Test func namesAreOnlyText() throws {
    let names = [
      "a|b.wav", "`c`.wav", "<img src=x>.wav", "line\nbreak.wav", "*d* _e_ [f](g) #1 @me.wav",
      "www.h.wav", "https:x.wav", "a@b.com.wav",
      "back\\slash|.wav", "\u{202E}\u{1B}[31m.wav", "&amp;.wav",
      "plain name-1.wav",
    ]
    let bell = try soundFile(.wave, .pcm(.int16), frameCount: 640)
    let folder = try SoundFolder(Dictionary(uniqueKeysWithValues: names.map { ($0, bell) }))
    let table = try folder.shell.run("alertsound preview in/* --markdown -q 0")
    #expect(table.outputLines.count == 4 + names.count)
    let rows = try Self.rows(table)
    for row in rows {
      let text = row.name.replacing("&#64;<!-- -->", with: "")
      #expect(text.allSatisfy { !"|`<>*_[]\\@\n".contains($0) }, "\(text)")
      #expect(!row.name.contains("www.") && !row.name.contains(":"))
    }
    func text(_ name: String) -> String {
      let parts = name.replacing("<!-- -->", with: "").components(separatedBy: "&#")
      return parts[0]
        + parts.dropFirst().map { part in
          let number = part.prefix { $0 != ";" }
          let scalar = UInt32(number).flatMap(Unicode.Scalar.init)
          return (scalar.map { String($0) } ?? "") + part.dropFirst(number.count + 1)
        }.joined()
    }
    let shown = names.sorted().map {
      $0.replacing("\n", with: "\\n").replacing("\u{202E}\u{1B}", with: "\\u{202e}\\x1b")
    }
    #expect(rows.map { text($0.name) } == shown)
    // The command line names the sounds, too.
    let command = table.outputLines[1]
    #expect(command.hasSuffix("</code>") && command.contains(": <code>alertsound preview "))
    #expect(!command.dropFirst(40).contains("`") && !command.contains("<img"))
  }

  @Test func theTableIsTheSameAtAnyNumberOfJobs() throws {
    let folder = try SoundFolder()
    let tables = try [1, 3].map { jobs in
      try folder.shell.run(
        "SOURCE_DATE_EPOCH=1767225599 alertsound preview in --markdown -q 0 --jobs \(jobs)")
    }
    #expect(
      tables.map(\.outputLines)[1]
        == tables[0].outputLines.map { $0.replacing("jobs 1", with: "jobs 3") })
    #expect(
      tables[0].outputLines[1]
        == "alertsound 0.1.0, 2025-12-31: <code>alertsound preview in --markdown -q 0 --jobs 1</code>"
    )
  }

  /// Without a page, options that the page's form can't state are possible.
  @Test func theTableTakesAllOptions() throws {
    let folder = try SoundFolder()
    expectSuccess(
      try folder.shell.run(
        "alertsound preview in --markdown -d BEI16@11025 -r 0 --default-sound in/tick.caf"))
    #expect(try folder.shell.files().allSatisfy { $0.hasPrefix("in/") })
  }
}
