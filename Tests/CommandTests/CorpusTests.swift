import SoundFormat
import TestSupport
import Testing

/// Sounds that Apple's `afconvert` made, made again from the same sources.
@Suite(.enabled(if: Corpus.installed != nil, "the corpus is not installed"))
struct CorpusPairTests {
  private static let pairs = (Corpus.installed?.rows ?? []).filter {
    $0["pair_exact"] == "whole-file"
  }

  @Test func corpusHasPairs() {
    #expect(Self.pairs.count == 10)
  }

  @Test(arguments: pairs)
  func everyByteMatchesApples(pair: Corpus.Row) throws {
    let source = try #require(Corpus.installed?.rows.first { $0["file"] == pair["pair_source"] })
    let folder = try TemporaryDirectory([source["file"]: try source.bytes()])
    let (command, remark) = pair["pair_command"].splitAtRemark()
    let outcome = try folder.shell("\(command) '\(source)' output")
    expectSilentSuccess(outcome)
    var output = try folder.read("output")
    if remark == "older afconvert: no info chunk" {
      output = try output.withoutInformation()
    } else {
      #expect(remark == "")
    }
    #expect(firstDifference(of: output, from: try pair.bytes()) == nil)
  }
}

extension String {
  /// The text before a remark in parentheses, and the remark.
  fileprivate func splitAtRemark() -> (String, remark: String) {
    let parts = split(separator: " (", maxSplits: 1).map(String.init)
    return (parts[0], parts.count > 1 ? String(parts[1].dropLast()) : "")
  }
}

extension [UInt8] {
  /// A CAF as Apple's tools wrote it before 2012: the bytes of the `info` chunk belong to `free`.
  fileprivate func withoutInformation() throws -> [UInt8] {
    let chunks = try SoundFile(parsing: self).chunks
    let header = 12
    let info = try #require(chunks.first { $0.identifier == "info" })
    let free = try #require(chunks.first { $0.identifier == "free" })
    let freed = info.byteCount + header
    let size = (0..<8).map { UInt8(truncatingIfNeeded: (free.byteCount + freed) >> (56 - 8 * $0)) }
    var bytes = self
    bytes.replaceSubrange(free.bodyOffset - 8..<free.bodyOffset, with: size)
    bytes.insert(contentsOf: repeatElement(0, count: freed), at: free.bodyOffset)
    bytes.removeSubrange(info.bodyOffset - header..<info.bodyOffset + info.byteCount)
    return bytes
  }
}

/// Real files from many programs: the command and FFmpeg read them alike.
@Suite(.enabled(if: Corpus.installed != nil, "the corpus is not installed"))
struct CorpusDecodingTests {
  private static let rows = Corpus.installed?.rows ?? []
  private static let codedAsAAC = rows.filter { $0["data_format"].hasPrefix("aac") }
  /// FFmpeg truncates 24-bit samples to 16 bits; Apple rounds them.
  private static let comparable = rows.filter {
    !$0["data_format"].hasPrefix("aac") && !$0["data_format"].contains("24")
  }

  @Test(arguments: comparable)
  func samplesAreThoseFFmpegReads(row: Corpus.Row) throws {
    let folder = try TemporaryDirectory([row["file"]: try row.bytes()])
    expectSilentSuccess(try folder.afconvert("-f", "WAVE", "-d", "LEI16", row["file"], "out"))
    let output = try folder.read("out")
    let sound = try SoundFile(parsing: output)
    #expect(sound.frameCount == row.number("valid_frames"))
    #expect(sound.format.channelCount == row.number("channels"))
    #expect(sound.format.sampleRate == row.number("rate").map(Double.init))
    #expect(md5(Array(output[sound.audioBytes])) == row["ffmpeg_valid_s16_md5"])
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"), arguments: codedAsAAC)
  func aacFilesAreDecoded(row: Corpus.Row) throws {
    let folder = try TemporaryDirectory(["in": try row.bytes()])
    expectSilentSuccess(try folder.afconvert("-f", "caff", "-d", "LEI16", "in", "out"))
    let sound = try SoundFile(parsing: folder.read("out"))
    #expect(sound.frameCount == row.number("valid_frames"))
    #expect(sound.format.channelCount == row.number("channels"))
    #expect(sound.format.sampleRate == row.number("rate").map(Double.init))
  }
}
