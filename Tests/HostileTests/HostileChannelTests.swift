import AlertSound
import SoundFormat
import TestSupport
import Testing

struct HostileChannelTests {
  /// Files in the formats of each container, with this many channels and this many bytes of audio.
  private static func files(channelCount: Int, audio: Int) -> [(name: String, bytes: [UInt8])] {
    let zeros = String(repeating: "00", count: audio)
    func big(_ value: Int, _ count: Int) -> String {
      hexText(UInt64(value).big(byteCount: count))
    }
    func little(_ value: Int, _ count: Int) -> String {
      hexText(UInt64(value).little(byteCount: count))
    }
    func caf(_ formatID: String, _ packet: Int, _ frames: Int, _ bits: Int) -> [UInt8] {
      hex(
        """
        'caff' 0001 0000 'desc' 0000000000000020 40BF400000000000 '\(formatID)' 00000000
        \(big(packet, 4)) \(big(frames, 4)) \(big(channelCount, 4)) \(big(bits, 4))
        'data' \(big(audio + 4, 8)) 00000001 \(zeros)
        """)
    }
    func wave(_ tag: String, _ bits: Int) -> [UInt8] {
      hex(
        """
        'RIFF' \(little(36 + audio, 4)) 'WAVE' 'fmt ' 10000000 \(tag) \(little(channelCount, 2))
        401F0000 401F0000 \(little(channelCount * bits / 8, 2)) \(little(bits, 2))
        'data' \(little(audio, 4)) \(zeros)
        """)
    }
    let aiff = hex(
      """
      'FORM' \(big(46 + audio, 4)) 'AIFF' 'COMM' 00000012 \(big(channelCount, 2)) 00000001 0008
      400BFA00000000000000 'SSND' \(big(8 + audio, 4)) 00000000 00000000 \(zeros)
      """)
    return [
      ("CAF lpcm", caf("lpcm", channelCount, 1, 8)), ("CAF ulaw", caf("ulaw", channelCount, 1, 8)),
      ("CAF ima4", caf("ima4", 34 * channelCount, 64, 0)), ("CAF aac", caf("aac ", 0, 1024, 0)),
      ("AIFF", aiff), ("WAVE", wave("0100", 8)), ("WAVE µ-law", wave("0700", 8)),
      ("WAVE floats", wave("0300", 32)), ("WAVE ADPCM", wave("0200", 4)),
    ]
  }

  @Test func zeroChannelsAreRejected() {
    var run = HostileRun(.sound)
    for (name, bytes) in Self.files(channelCount: 0, audio: 8) {
      run.attempt(bytes, name)
      #expect(throws: SoundFileError(.malformed, "the file says it has 0 channels"), "\(name)") {
        try SoundFile(parsing: bytes)
      }
    }
  }

  /// Files with no frames, and files large enough for one frame.
  @Test(arguments: [3, 255, 32_767, 32_768, 65_535], [0, 65_535])
  func manyChannels(channelCount: Int, audio: Int) {
    var run = HostileRun(.sound)
    for (name, bytes) in Self.files(channelCount: channelCount, audio: audio) {
      run.attempt(bytes, "\(channelCount) channels in \(name)")
    }
  }

  /// Tries only the CAF files, because AIFF and WAVE store the channel count in 16 bits.
  @Test(arguments: [65_536, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF])
  func tooManyChannels(channelCount: Int) {
    var run = HostileRun(.sound)
    for (name, bytes) in Self.files(channelCount: channelCount, audio: 8).prefix(4) {
      run.attempt(bytes, "\(channelCount) channels in \(name)")
      #expect(throws: SoundFileError.self, "\(name)") { try SoundFile(parsing: bytes) }
    }
  }
}
