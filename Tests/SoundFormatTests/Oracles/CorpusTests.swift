import TestSupport
import Testing

@testable import SoundFormat

/// For real files, the library agrees with the manifest, which FFmpeg and the bytes themselves
/// confirm.
@Suite(.enabled(if: Corpus.installed != nil, "the corpus is not installed"))
struct CorpusTests {
  private static let rows = Corpus.installed?.rows ?? []

  private static let containers: [String: Container] = [
    "CAF": .caf, "AIFF": .aiff, "AIFC": .aifc, "WAVE": .wave,
  ]

  /// The manifest's name of a data format, without an addition in brackets. It equals the
  /// library's, except for AIFF's 8-bit samples, which have no byte order in the library.
  private func name(_ row: Corpus.Row) -> String {
    let name = row["data_format"].prefix { $0 != "(" }
    switch name {
    case "BEI8": return "I8"
    case "ima4", "ulaw", "alaw", "aac ", "aacl": return "'\(name)'"
    default: return String(name)
    }
  }

  @Test(arguments: rows)
  func parsesAsTheManifestStates(row: Corpus.Row) throws {
    let bytes = try row.bytes()
    #expect(bytes.count == row.number("size"))
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.container == Self.containers[row["container"]])
    #expect(sound.format.dataFormat.description == name(row))
    #expect(sound.format.sampleRate == Double(row["rate"]))
    #expect(sound.format.channelCount == row.number("channels"))
    #expect(sound.frameCount == row.number("valid_frames"))
    #expect(sound.audioBytes.lowerBound == row.number("data_offset"))
    #expect(sound.audioBytes.count == row.number("audio_bytes"))
    #expect(sound.missingByteCount == 0)
  }

  /// The notes that reading gives for these files. No other file has any.
  private static let notes = [
    "caredaily_camera_shutter.wav": ["no pad byte after the odd-sized data chunk (at byte 29053)"],
    "goaiff_sowt.aif": ["the FVER chunk is missing"],
    // If the byte after the odd SSND chunk were a pad byte, a chunk "FAn" of 182,204 bytes would
    // follow.
    "goaiff_padded24b.aif": [
      "no pad byte after the odd-sized SSND chunk (at byte 68821)",
      "no pad byte after the odd-sized AFAn chunk (at byte 69546)",
    ],
    "pushgo_level-up.caf": ["no packet table: the length includes the last packet's padding"],
  ]

  @Test(arguments: rows)
  func notesDeviations(row: Corpus.Row) throws {
    let sound = try SoundFile(parsing: try row.bytes())
    #expect(sound.noteTexts == Self.notes[row["file"], default: []])
  }

  /// Compares with FFmpeg's samples at 16 bits. They differ in one way: FFmpeg drops the lower
  /// bits of 24- and 32-bit samples, while Apple rounds. So those samples are compared before
  /// rounding.
  @Test(arguments: rows.filter { !$0["data_format"].hasPrefix("aac") })
  func decodesAsFFmpegDoes(row: Corpus.Row) throws {
    let samples: [Int16] =
      switch try frames(of: row.bytes()) {
      case .int32(let samples): samples.map { Int16($0 >> 16) }
      case let block: block.int16Samples
      }
    let stored = LinearPCM.encode(.int16(samples), as: PCMEncoding(.int16, .little))
    #expect(md5(stored) == row["ffmpeg_valid_s16_md5"])
  }

  /// In these pairs, the library makes Apple's file from the source, byte for byte and including the
  /// header. The container, the data format and the number of channels are known from Apple's file.
  @Test(arguments: rows.filter { $0["pair_exact"] == "whole-file" })
  func writesApplesBytes(row: Corpus.Row) throws {
    let source = try #require(Self.rows.first { $0["file"] == row["pair_source"] })
    let sourceBytes = try source.bytes()
    let original = try SoundFile(parsing: sourceBytes)
    let applesBytes = try row.bytes()
    let apples = try SoundFile(parsing: applesBytes)
    let entries = InformationEntry.appleEntries(
      for: apples.format, frameCount: original.frameCount,
      source: try #require(original.format.dataFormat.pcmEncoding))
    let header = SoundHeader(
      container: apples.container, format: apples.format, frameCount: original.frameCount,
      // Apple's tools from before 2012 write no info chunk.
      information: apples.metadata.texts.isEmpty ? [] : entries)
    let map = ChannelMap.changing(original.format.channelCount, to: apples.format.channelCount)
    let bytes = try soundFile(header, frames(of: sourceBytes).mapped(by: map))
    #expect(firstDifference(of: bytes, from: applesBytes) == nil)
  }
}
