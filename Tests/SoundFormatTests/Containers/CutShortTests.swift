import SoundFormat
import TestSupport
import Testing

/// A truncated file reports how much is missing.
@Suite struct CutShortTests {
  @Test(arguments: SmallFile.written)
  func countsWhatIsMissing(file: SmallFile) throws {
    let whole = try SoundFile(parsing: file.bytes)
    let bytesPerPacket = whole.format.bytesPerPacket
    for byteCount in file.audioOffset..<whole.audioBytes.upperBound {
      let sound = try SoundFile(parsing: Array(file.bytes.prefix(byteCount)))
      let missing = whole.audioBytes.upperBound - byteCount
      // Cut to this length, a file looks like one whose data chunk claims the file's size.
      let audioByteCount = whole.audioBytes.count
      let isAmbiguous = [audioByteCount, audioByteCount + 8].contains(byteCount)
      guard !isAmbiguous, missing >= bytesPerPacket else { continue }
      #expect(sound.missingByteCount == missing, "cut to \(byteCount) bytes")
      #expect(
        sound.audioBytes.count == (byteCount - file.audioOffset) / bytesPerPacket * bytesPerPacket)
    }
  }

  /// A copy that lost its last 4096 bytes. Its RIFF size distinguishes it from a recorder's file
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
