import TestSupport
import Testing

@testable import SoundFormat

@Suite struct IMA4DecoderTests {
  /// Decodes packets, given as headers and first nibbles. Their other nibbles are zero.
  private func decoded(_ packets: [(header: String, nibbles: String)], channels: Int = 1) -> [Int16]
  {
    let bytes = packets.flatMap { packet in
      let start = hex(packet.header + packet.nibbles)
      return start + [UInt8](repeating: 0, count: 34 - start.count)
    }
    var decoder = IMA4Decoder(channelCount: channels)
    return bytes.withBytes { decoder.decode($0) }
  }

  /// The packet is Apple's encoding of 7, −20, −9 and −10. After them, the step decays from index
  /// 8.
  @Test func decodesByHand() {
    let frames = decoded([("0000", "F480")])
    #expect(frames.count == 64)
    #expect(Array(frames.prefix(8)) == [7, -9, -7, -9, -7, -6, -5, -4])
  }

  @Test func theEarlierFrameIsTheLowNibble() {
    #expect(Array(decoded([("0000", "04")]).prefix(2)) == [7, 8])
    #expect(Array(decoded([("0000", "40")]).prefix(2)) == [0, 7])
  }

  /// Each case: the first packet's header and nibbles, the second packet's header and first sample. The second
  /// header is only a check. It changes nothing if its predictor is within 127 of the carried predictor and the index
  /// is equal. In these cases, the first packet ends at index 0 and predictor 9, 1 or 0.
  @Test(
    arguments: [
      // Carried 9: 0 and 128 are close enough, −128 and 256 aren't.
      ("0000", "04", "0000", 9), ("0000", "04", "0080", 9), ("0000", "04", "FF80", -128),
      ("0000", "04", "0100", 256),
      // Carried 1: 128 is just close enough. Carried 0: 128 is too far.
      ("0001", "00", "0080", 1), ("0000", "00", "0080", 128),
      // Carried 0: −128 is too far.
      ("0000", "00", "FF80", -128),
      // The index differs, so the header's predictor 0 and index 1 replace the carried state. The
      // first nibble, 0, then adds an eighth of index 1's step: 8 / 8 = 1.
      ("0000", "04", "0001", 1),
    ] as [(String, String, String, Int16)])
  func aHeaderNearTheStateChangesNothing(
    first: String, nibbles: String, second: String, sample: Int16
  ) {
    let frames = decoded([(first, nibbles), (second, "")])
    #expect(frames[64] == sample)
  }

  /// The first header is checked in the same way, against predictor 0 and index 0.
  @Test func aStreamMayBeginAnywhere() {
    #expect(decoded([("4000", "")]).allSatisfy { $0 == 16_384 })
    #expect(decoded([("C000", "")]).allSatisfy { $0 == -16_384 })
  }

  /// FFmpeg rejects a packet whose index is beyond the table. libsndfile clamps the index, as this decoder does.
  @Test(arguments: ["0059", "0060", "007F"])
  func anIndexBeyondTheTableIsClamped(header: String) {
    let frames = decoded([(header, "87 1F F8")])
    #expect(frames == decoded([("0058", "87 1F F8")]))
    #expect(frames[0] == 32_767)
  }

  @Test func channelsAreInterleaved() {
    let frames = decoded([("4000", ""), ("C000", "")], channels: 2)
    #expect(frames.count == 128)
    #expect(stride(from: 0, to: 128, by: 2).allSatisfy { frames[$0] == 16_384 })
    #expect(stride(from: 1, to: 128, by: 2).allSatisfy { frames[$0] == -16_384 })
  }

  @Test(arguments: [1, 2])
  func decodingInPiecesEqualsTheWhole(channels: Int) {
    var encoder = IMA4Encoder(channelCount: channels)
    let packets =
      encoder.encode(Signal.sweep.int16(frameCount: 2000 * channels)) + encoder.finish()
    var whole = IMA4Decoder(channelCount: channels)
    let frames = packets.withBytes { whole.decode($0) }
    var decoder = IMA4Decoder(channelCount: channels)
    var pieces: [Int16] = []
    var rest = packets[...]
    var groupCount = 1
    while !rest.isEmpty {
      let byteCount = groupCount * 34 * channels
      pieces += Array(rest.prefix(byteCount)).withBytes { decoder.decode($0) }
      rest = rest.dropFirst(byteCount)
      groupCount = groupCount % 5 + 1
    }
    #expect(pieces == frames)
  }
}
