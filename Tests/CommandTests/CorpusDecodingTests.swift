import SoundFormat
import TestSupport
import Testing

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
