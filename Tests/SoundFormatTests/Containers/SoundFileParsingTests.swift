import TestSupport
import Testing

@testable import SoundFormat

@Suite struct SoundFileParsingTests {
  @Test func rejectsAnEmptyFile() {
    let error = #expect(throws: SoundFileError.self) { try SoundFile(parsing: [UInt8]()) }
    #expect(error?.code == .empty)
    #expect(error?.description == "the file is empty")
  }

  private static let others = "CAF, AIFF, WAVE, MPEG-4 or ADTS"

  @Test(
    arguments: [
      ("'ID3' 0400", "this is MP3 audio, not \(others)"),
      ("FFFB9000", "this is MPEG audio, not \(others)"),
      ("FFF15080", "this is AAC audio, not \(others)"),
      ("1A45DFA3 9F", "this is a Matroska or WebM file, not \(others)"),
      ("'fLaC' 00", "this is FLAC audio, not \(others)"),
      ("'OggS' 0002", "this is an Ogg file, not \(others)"),
      ("'.snd' 00000018", "this is Sun audio, not \(others)"),
      ("'riff' 2E91CF11", "this is a Wave64 file, not \(others)"),
      ("'RIFF' 00000000 'AVI '", "this is an AVI film, not \(others)"),
      ("'RIFF' 00000000 'WEBP'", "this is another kind of RIFF file, not \(others)"),
      ("'wvpk' 00000000", "this is a WavPack file, not \(others)"),
      ("'FORM' 00000000 'ILBM'", "this is another kind of IFF file, not \(others)"),
      ("'PK' 0304", "this is a zip archive, not \(others)"),
      (
        "'version https://git-lfs.github.com/spec/v1'",
        "this is a Git LFS pointer, not \(others)"
      ),
      ("'<!DOCTYPE html>'", "this is a web page, not \(others)"),
      ("'hello world'", "this is not a \(others) file"),
      ("00", "this is not a \(others) file"),
      ("'WAVE'", "this is not a \(others) file"),
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

  /// If a source fails, the file isn't reported as broken.
  @Test func rethrowsErrorsOfTheSource() {
    struct Broken: ByteSource {
      let byteCount = 100
      func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
        throw SoundFileError(.inputOutput, "the disk is gone")
      }
    }
    #expect(throws: SoundFileError(.inputOutput, "")) { try SoundFile(parsing: Broken()) }
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

/// The reader reports how much of a truncated file is missing.
@Suite struct CutShortTests {
  @Test(arguments: SmallFile.written)
  func countsWhatIsMissing(file: SmallFile) throws {
    let whole = try SoundFile(parsing: file.bytes)
    let bytesPerPacket = whole.format.bytesPerPacket
    for byteCount in file.audioOffset..<whole.audioBytes.upperBound {
      let sound = try SoundFile(parsing: Array(file.bytes.prefix(byteCount)))
      let missing = whole.audioBytes.upperBound - byteCount
      // Skip two lengths at which the data chunk seems to state the file's size, as some recorders do.
      let audioByteCount = whole.audioBytes.count
      let isAmbiguous = [audioByteCount, audioByteCount + 8].contains(byteCount)
      guard !isAmbiguous, missing >= bytesPerPacket else { continue }
      #expect(sound.missingByteCount == missing, "cut to \(byteCount) bytes")
      #expect(
        sound.audioBytes.count == (byteCount - file.audioOffset) / bytesPerPacket * bytesPerPacket)
    }
  }

  /// A copy that lost its last 4096 bytes. Its RIFF size shows that it isn't the file of a recorder
  /// that counts the header.
  @Test func losingAsMuchAsTheHeaderIsDetected() throws {
    let format = StreamFormat(sampleRate: 8000, channelCount: 1, dataFormat: .muLaw)
    let header = SoundHeader(container: .wave, format: format, frameCount: 8192)
    let bytes = try header.headerBytes() + [UInt8](repeating: 0xFF, count: 4096)
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.frameCount == 4096)
    #expect(sound.missingByteCount == 4096)
  }
}
