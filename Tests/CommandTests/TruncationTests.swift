import Foundation
import SoundFormat
import TestSupport
import Testing

/// `--allow-truncated` converts what is left of a truncated file, with a warning.
struct TruncationTests {
  private static let sound = PlainSound(.bell, frameCount: 30_000)

  /// Files of our own formats, cut to 20,000 bytes. The header takes 4096 bytes.
  @Test(arguments: [
    (Container.wave, DataFormat.littleInt16), (.aifc, .ima4), (.rf64, .littleInt24),
  ])
  func nativeFormatsYieldTheRemainder(container: Container, dataFormat: DataFormat) throws {
    let folder = try ShellFolder()
    let whole = try Self.sound.file(container, dataFormat)
    try folder.write(Array(whole.prefix(20_000)), to: "in")
    let format = try SoundFile(parsing: whole).format
    let frameCount =
      (20_000 - 4096) / format.bytesPerPacket * format.framesPerPacket
    let refused = try folder.run("afconvert in out.caf -d LEI16")
    #expect(refused.ending == .exit(1))
    #expect(refused.errors.hasSuffix("; copy or export it again, or give --allow-truncated\n"))
    #expect(try folder.files() == ["in"])
    for got in try Self.remainders(in: folder) {
      #expect(got.count == frameCount)
      let expected = try PlainSound(decoding: whole).channels[0].prefix(frameCount)
      #expect(zip(got, expected).allSatisfy { abs($0 - $1) <= 1 / 32_768 })
    }
  }

  /// `afinfo --warnings` notes what is missing, whatever the format.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: ["a.mp3", "-movflags faststart a.m4a"])
  func afinfoWarnsOfTruncatedFiles(output: String) throws {
    let folder = try ShellFolder(["in.wav": try Self.sound.file(.wave, .littleInt16)])
    let outcome = try folder.run(
      """
      ffmpeg -v error -i in.wav \(output)
      afinfo --warnings a.*; head -c $(($(wc -c <a.*) * 4 / 5)) a.* >in; afinfo --warnings in >out
      """)
    #expect(outcome.errors.hasPrefix("in: warning: the file is truncated"), "\(outcome.errors)")
    #expect(outcome.errorLines.count == 1)
  }

  /// Converts the truncated file `in` with both commands. Returns the samples.
  private static func remainders(in folder: ShellFolder) throws -> [[Double]] {
    try [
      "afconvert in out.caf -d LEI16 --allow-truncated",
      "alertsound convert in -o out.caf -d LEI16 --allow-truncated --quiet",
    ].map { line in
      let outcome = try folder.run(line)
      #expect(outcome.ending == .exit(0))
      #expect(outcome.outputText == "")
      #expect(outcome.errors.hasPrefix("in: warning: the file is truncated"), "\(outcome.errors)")
      #expect(outcome.errorLines.count == 1)
      defer { try? FileManager.default.removeItem(atPath: folder.directory.path("out.caf")) }
      return try PlainSound(decoding: folder.read("out.caf")).channels[0]
    }
  }

  /// The warning is repeated while the input is truncated, and manifests include it.
  @Test func unchangedSoundsAreStillTruncated() throws {
    let folder = try SoundFolder([
      "cut.wav": Array(try Self.sound.file(.wave, .littleInt16).prefix(20_000)),
      "whole.wav": try Self.sound.file(.wave, .littleInt16),
    ])
    let fact = "the file is truncated: 15904 bytes of audio are present, 44096 are missing"
    for options in ["", "", "--dry-run"] {
      let outcome = try folder.convert(
        "in -o out --allow-truncated --quiet --manifest m.json \(options)")
      expectErrors(
        outcome, exit: 0, "in/cut.wav: warning: \(fact)\n")
      let warnings = try folder.shell.manifestSounds().map { $0["warnings"] as? [[String: Any]] }
      #expect(warnings.map { $0?.map { $0["fact"] as? String } } == [[fact], nil])
    }
  }

  /// Only the first of several joined files is converted. Manifests name the others, also if nothing changed.
  @Test func joinedFilesAreReported() throws {
    let folder = try ShellFolder()
    let file = try Self.sound.file(.wave, .littleInt16)
    let vorbis = try Self.sound.file(libsndfile: Libsndfile.vorbis)
    var aac = RandomAAC(seed: 1)
    for whole in [file, vorbis, aac.file(packetCount: 4, writer: "Lavf59")] {
      try folder.write(whole, to: "one")
      expectSilentSuccess(try folder.run("afconvert one one.caf -d LEF32"))
      try folder.write(whole + whole + whole, to: "in.wav")
      for line in [
        "afconvert in.wav out.caf -d LEF32",
        "alertsound convert in.wav -o out.caf --quiet -d LEF32",
      ] {
        expectErrors(
          try folder.run(line), exit: 0,
          "in.wav: warning: another file follows, and its sound is ignored (at byte"
            + " \(whole.count))\n")
        #expect(
          try SoundFile(parsing: folder.read("out.caf")).frameCount
            == SoundFile(parsing: folder.read("one.caf")).frameCount)
      }
      // `check` doesn't start libsndfile.
      if whole != vorbis {
        let check = try folder.run("alertsound check in.wav").outputText
        #expect(check.contains(" another file follows, and its sound is ignored; export it"))
      }
      for action in ["converted", "unchanged"] {
        let text = try folder.run("alertsound convert in.wav -o out -d LEI16 --manifest -")
          .outputText
        #expect(text.contains(#""action" : "\#(action)""#) && !text.contains("truncated"))
        #expect(text.contains(#""fact" : "another file follows, and"#))
      }
    }
  }

  /// From half of a file, libsndfile decodes a fifth to five eighths of the frames.
  @Test(
    arguments: [Libsndfile.flac, Libsndfile.vorbis, Libsndfile.mp3, Libsndfile.au])
  func foreignFormatsYieldTheRemainder(format: Int) throws {
    let folder = try ShellFolder()
    let frameCount = 96_000
    let sound = PlainSound(.noise, frameCount: frameCount, sampleRate: 48_000)
    let whole = try sound.file(libsndfile: format)
    try folder.write(whole, to: "whole")
    try folder.write(Array(whole.prefix(whole.count / 2)), to: "in")
    #expect(try folder.run("afconvert in out.caf -d LEI16").ending == .exit(1))
    expectSilentSuccess(try folder.run("afconvert whole whole.caf -d LEI16 --allow-truncated"))
    let expected = try PlainSound(decoding: folder.read("whole.caf")).channels[0]
    for got in try Self.remainders(in: folder) {
      #expect(frameCount / 5...frameCount * 5 / 8 ~= got.count, "\(got.count)")
      #expect(got.prefix(frameCount / 5) == expected.prefix(frameCount / 5))
    }
  }

  @Test
  func reportsDescribeTheRemainder() throws {
    let folder = try ShellFolder()
    let whole = try Self.sound.file(libsndfile: Libsndfile.au)
    try folder.write(Array(whole.prefix(20_024)), to: "in.au")
    let page = try folder.run("alertsound info in.au --allow-truncated")
    #expect(page.ending == .exit(0))
    #expect(page.outputText.contains("the file is truncated: 40000 bytes are missing"))
    #expect(page.outputText.contains("Peak"))
    let report = try folder.run("afinfo in.au --allow-truncated --warnings")
    expectErrors(
      report, exit: 0, "in.au: warning: the file is truncated: 40000 bytes are missing\n")
    let comparison = try folder.run("alertsound compare in.au in.au --allow-truncated")
    #expect(comparison.ending == .exit(0))
    #expect(comparison.outputText.contains("exact"))
  }
}
