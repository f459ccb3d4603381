import Foundation
import TestSupport
import Testing

/// The numbers in reports on real files match the manifest, extracted with the very expressions that scripts
/// use.
@Suite(.enabled(if: Corpus.installed != nil, "the corpus is not installed"))
struct AfinfoCorpusTests {
  private static let rows = Corpus.installed?.rows ?? []

  /// The output of a shell line that reads the report on a file, whose name is `$1`.
  private func read(_ row: Corpus.Row, _ line: String) throws -> String {
    let folder = try TemporaryDirectory([row["file"]: try row.bytes()])
    let outcome = try folder.shell("set -- '\(row)'\n\(line)")
    #expect(outcome.errors == "")
    return outcome.outputText.trimmingCharacters(in: .newlines)
  }

  @Test(arguments: rows)
  func durationsAreRight(row: Corpus.Row) throws {
    let frameCount = try #require(row.number("valid_frames"))
    let rate = try #require(Double(row["rate"]))
    let seconds = Double(frameCount) / rate
    #expect(
      try read(row, "afinfo \"$1\" | awk '/estimated duration/{print $3}'")
        == String(format: "%.6f", seconds))
    #expect(
      try read(row, #"afinfo -b -r "$1" | grep -o '[0-9]\{1,\}\.[0-9]\{1,\}' | tail -1"#)
        == String(format: "%.3f", seconds))
    // The manifest's own column has four decimals.
    let stated = try #require(Double(row["seconds"]))
    #expect(abs(stated - seconds) < 0.0001)
  }

  @Test(arguments: rows)
  func placesAndSizesAreRight(row: Corpus.Row) throws {
    #expect(
      try read(row, "afinfo \"$1\" | awk '/audio data file offset:/ {print $5}'")
        == row["data_offset"])
    #expect(try read(row, "afinfo \"$1\" | sed -n 's/^audio bytes: //p'") == row["audio_bytes"])
  }

  @Test(arguments: rows)
  func packetsAreRight(row: Corpus.Row) throws {
    let packetCount: Int?
    switch row["data_format"] {
    case "ima4":
      packetCount =
        try #require(row.number("audio_bytes")) / (34 * #require(row.number("channels")))
    case "aac ", "aacl":
      packetCount = row["notes"].firstMatch(of: /pakt packets=(\d+)/).flatMap { Int($0.output.1) }
    default: packetCount = row.number("valid_frames")
    }
    let count = try #require(packetCount)
    #expect(try read(row, "afinfo \"$1\" | awk '/audio packets/{print $3}'") == "\(count)")
  }

  /// `valid + priming + remainder = total`, and the total is the number of frames in the packets.
  @Test(arguments: rows.filter { $0["container"] == "CAF" })
  func packetTablesAddUp(row: Corpus.Row) throws {
    let fields = try read(
      row, "afinfo \"$1\" | awk '/valid frames/{print $2, $6, $9, $12}'")
    let numbers = fields.split(separator: " ").compactMap { Int($0) }
    #expect(numbers.count == 4)
    #expect(numbers.first == row.number("valid_frames"))
    #expect(numbers.prefix(3).reduce(0, +) == numbers.last)
    let framesPerPacket = ["ima4": 64, "aac ": 1024, "aacl": 512][row["data_format"]] ?? 1
    let packetCount = try #require(
      Int(try read(row, "afinfo \"$1\" | awk '/audio packets/{print $3}'")))
    #expect(numbers.last == packetCount * framesPerPacket)
  }
}
