import CommandSupport
import Foundation
import TestSupport
import Testing

@testable import AlertSoundCommand

/// Files other than sounds: a batch's records, notifications, options, and an MP3's tags.
struct HostileTextTests {
  private static let texts: [(promise: Promise, bytes: [UInt8])] =
    [
      (Promise.records, HostileTexts.records), (.payload, HostileTexts.payloads),
      (.options, HostileTexts.options),
    ].flatMap { promise, texts in texts.map { (promise, Array($0.utf8)) } }
    + [
      (
        .foreign,
        hex("0008 0100 'ID3' 04 00 10 00000004 00000000 'ID3' 04 00 10 00000004")
          + hex("FFFB9064") + [UInt8](repeating: 0, count: 413) + hex("'TAG'")
          + [UInt8](repeating: 0x20, count: 125)
      )
    ]

  @Test(arguments: texts.indices)
  func everyTruncation(index: Int) {
    let (promise, bytes) = Self.texts[index]
    var run = HostileRun(promise)
    run.attempt(bytes, cutTo: 0...bytes.count)
  }

  @Test(arguments: texts.indices)
  func everyByteAtItsExtremes(index: Int) {
    let (promise, bytes) = Self.texts[index]
    var run = HostileRun(promise)
    run.attempt(
      bytes, setting: bytes.indices.prefix(200), to: [[0], [0x22], [0x7F], [0x80], [0xFF]])
  }

  /// Numbers that are negative, too large or too small, and texts that aren't numbers in JSON.
  @Test(arguments: [
    "-1", "1e999", "-1e999", "1e-999", "9223372036854775808", "NaN", "0x10", "1.5e+", "01",
  ])
  func numbersOutOfBounds(number: String) {
    var run = HostileRun(.payload)
    for text in [
      #"{"aps":{"sound":{"critical":\#(number),"name":"a","volume":\#(number)}}}"#,
      #"{"aps":{"sound":\#(number)}}"#, #"{"aps":\#(number)}"#, number, "[\(number)]",
      #"{"message":{"android":{"notification":{"default_sound":\#(number),"sound":\#(number)}}}}"#,
      #"{"to":\#(number),"notification":\#(number)}"#, #"{"android_sound":\#(number)}"#,
    ] {
      run.attempt(Array(text.utf8), text)
    }
    var options = HostileRun(.options)
    for option in ["--limit", "-c", "-q", "-r", "--jobs", "-d LEI16@"] {
      options.attempt(Array("\(option) \(number)".utf8), "\(option) \(number)")
    }
    var records = HostileRun(.records)
    let line = HostileTexts.records[1]
    for part in ["1", "2", "4", "30.5", "29.9", "2.0", "-16.0", "-inf"] {
      let line = line.replacing(" \(part) ", with: " \(number) ")
      records.attempt(Array(line.utf8), "\(number) for \(part)")
    }
  }

  /// Records of files that the batch didn't write, most with the right digests. Each record is tried
  /// alone, then all are tried together.
  @Test func recordsOfOtherFiles() throws {
    var run = HostileRun(.records)
    let records = RecordsFolder.records
    for record in records { run.attempt(Array(record.utf8), record) }
    run.attempt(Array(records.joined().utf8), "all of them")
    for (index, record) in records.enumerated() {
      for prefix in ["./", "../", "/", "sub/", "away/", "away/out/", "sub/../", "own.wav/"] {
        run.attempt(Array((prefix + record).utf8), "\(prefix) before record \(index)")
      }
    }
  }

  /// Deeply nested JSON, which would overflow a recursive parser's stack without a limit.
  @Test(arguments: [100, 511, 512, 513, 20_000, 200_000])
  func deepNesting(depth: Int) {
    var run = HostileRun(.payload)
    for (opening, closing) in [
      ("[", "]"), (#"{"aps":"#, "}"), (#"{"aps":{"sound":["#, "]}}"), (#"{"message":"#, "}"),
      (#"{"notification":"#, "}"),
    ] {
      let deep = String(repeating: opening, count: depth)
      run.attempt(Array(deep.utf8), "\(opening) \(depth) times")
      run.attempt(
        Array((deep + "1" + String(repeating: closing, count: depth)).utf8),
        "\(opening) \(closing) \(depth) times")
    }
  }

  /// Brackets in strings, and other encodings, hide how deep the nesting is.
  @Test func hiddenNesting() {
    var run = HostileRun(.payload)
    let deep = String(repeating: "[", count: 513)
    for text in ["[\"]]]]\"," + deep, "[\"\\\"]]\"," + deep, "]]]]" + deep, "[\"\\\\\"," + deep] {
      run.attempt(Array(text.utf8), text)
    }
    for first in ["", "\u{FEFF}"] {
      let units = Array((first + deep).utf16)
      run.attempt(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "UTF-16LE")
      run.attempt(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, "UTF-16BE")
      run.attempt(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8), 0, 0] }, "UTF-32LE")
    }
  }

  @Test func longTexts() {
    for promise in [Promise.records, .payload, .options] {
      var run = HostileRun(promise)
      for unit in [" ", "\n", "\"", "\t", "a", "-", "%", "{", "\u{FEFF}", "\0", "-d "] {
        run.attempt(
          Array(String(repeating: unit, count: 30_000).utf8), "\(unit.debugDescription) without end"
        )
      }
    }
  }

  /// Tags that claim to be longer than the file, and endless sequences of tags.
  @Test func tagsWithoutEnd() {
    var run = HostileRun(.foreign)
    for tag in [
      "'ID3' 04 00 00 00000000", "'ID3' 04 00 00 7F7F7F7F", "'ID3' 04 00 00 FFFFFFFF",
      "'APETAGEX' D0070000 FFFFFFFF 01000000 00000000",
    ] {
      for count in [1, 1000] {
        run.attempt(
          [0, 0, 0xFF, 0xFF] + repeatElement(hex(tag), count: count).joined(),
          "\(count) times \(tag)")
      }
    }
  }

  /// The parser's time grows with the square of the number of its words.
  @Test(arguments: ["check", "info", "convert", "preview"])
  func manyFilesAreOneWord(command: String) {
    let files = (0..<20_000).map { CommandArgument("\($0).caf") }
    let words = CommandLineWords.joiningInputs(of: [CommandArgument(command)] + files)
    #expect(words.count <= 3)
    #expect(words.dropFirst().flatMap(CommandLineWords.inputs).count == files.count)
  }
}
