import SoundFormat
import TestSupport
import Testing

@Suite struct SoundFileParsingTests {
  @Test func rejectsAnEmptyFile() {
    let error = #expect(throws: SoundFileError.self) { try SoundFile(parsing: [UInt8]()) }
    #expect(error?.code == .empty)
    #expect(error?.description == "the file is empty")
  }

  @Test(
    arguments: [
      ("'ID3' 0400", "this is MP3 audio, not CAF, AIFF or WAVE"),
      ("FFFB9000", "this is MPEG audio, not CAF, AIFF or WAVE"),
      ("FFF15080", "this is AAC audio, not CAF, AIFF or WAVE"),
      ("1A45DFA3 9F", "this is a Matroska or WebM file, not CAF, AIFF or WAVE"),
      (
        """
        00000010 'ftypM4A ' 00000000 00000024 'moov' 0000001C 'stsd' 00000000 00000001 0000000C
        'alac' 00000000 00000000
        """,
        "this is an MPEG-4 file (m4a, mp4, mov) with Apple Lossless, not CAF, AIFF or WAVE"
      ),
      ("0000001C 'ftypM4A '", "this is an MPEG-4 file (m4a, mp4, mov), not CAF, AIFF or WAVE"),
      ("'fLaC' 00", "this is FLAC audio, not CAF, AIFF or WAVE"),
      ("'OggS' 0002", "this is an Ogg file, not CAF, AIFF or WAVE"),
      ("'.snd' 00000018", "this is Sun audio, not CAF, AIFF or WAVE"),
      ("'riff' 2E91CF11", "this is a Wave64 file, not CAF, AIFF or WAVE"),
      ("'RIFF' 00000000 'AVI '", "this is another kind of RIFF file, not CAF, AIFF or WAVE"),
      ("'FORM' 00000000 'ILBM'", "this is another kind of IFF file, not CAF, AIFF or WAVE"),
      ("'PK' 0304", "this is a zip archive, not CAF, AIFF or WAVE"),
      (
        "'version https://git-lfs.github.com/spec/v1'",
        "this is a Git LFS pointer, not CAF, AIFF or WAVE"
      ),
      ("'<!DOCTYPE html>'", "this is a web page, not CAF, AIFF or WAVE"),
      ("'hello world'", "this is not a CAF, AIFF or WAVE file"),
      ("00", "this is not a CAF, AIFF or WAVE file"),
      ("'WAVE'", "this is not a CAF, AIFF or WAVE file"),
    ] as [(String, String)])
  func namesTheFormatOfAFile(text: String, reason: String) {
    let error = #expect(throws: SoundFileError.self) { try parsed(text) }
    #expect(error?.code == .unrecognized)
    #expect(error?.reason == reason)
  }

  @Test(arguments: ["'caff'", "'caff' 00", "'caff' 0001", "'caff' 0001 0000"])
  func rejectsABareSignature(text: String) {
    #expect(throws: SoundFileError.self) { try parsed(text) }
  }

  /// A failing source isn't reported as a broken file.
  @Test func rethrowsErrorsOfTheSource() {
    struct Broken: ByteSource {
      let byteCount = 100
      func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
        throw SoundFileError(.inputOutput, "the disk is gone")
      }
    }
    let error = #expect(throws: SoundFileError.self) { try SoundFile(parsing: Broken()) }
    #expect(error?.code == .inputOutput)
  }

  /// Only headers are read, however long the audio is.
  @Test func readsOnlyHeaders() throws {
    final class Counting: ByteSource {
      let bytes: [UInt8]
      var readCount = 0
      init(_ bytes: [UInt8]) { self.bytes = bytes }
      var byteCount: Int { bytes.count + 1 << 40 }
      func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
        readCount += count
        return try bytes.bytes(at: offset, count: count)
      }
    }
    for container in [Container.caf, .rf64] {
      let format = StreamFormat(sampleRate: 8000, channelCount: 1, dataFormat: .muLaw)
      let header = SoundHeader(container: container, format: format, frameCount: 1 << 40)
      let source = Counting(try header.headerBytes())
      let sound = try SoundFile(parsing: source)
      #expect(sound.frameCount == 1 << 40)
      #expect(sound.audioBytes == 4096..<4096 + 1 << 40)
      #expect(source.readCount < 300)
    }
  }
}
