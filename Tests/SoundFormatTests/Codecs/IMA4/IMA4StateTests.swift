import Testing

@testable import SoundFormat

/// Codes and decodes a nibble at a time. Source: IMA, "Recommended Practices", 1992; Apple TN1081.
@Suite struct IMA4StateTests {
  private func state(_ predictor: Int32, _ stepIndex: Int32) -> IMA4.State {
    var state = IMA4.State()
    state.predictor = predictor
    state.stepIndex = stepIndex
    return state
  }

  /// Each case: a predictor, a step index and their header, which rounds the predictor down to a multiple of 128.
  @Test(
    arguments: [
      (0, 0, 0x0000), (127, 5, 0x0005), (128, 0, 0x0080), (-1, 0, 0xFF80), (-9, 8, 0xFF88),
      (-128, 1, 0xFF81), (-129, 0, 0xFF00), (32_767, 88, 0x7FD8), (-32_768, 88, 0x8058),
    ] as [(Int32, Int32, UInt16)])
  func headersTruncateDownward(predictor: Int32, stepIndex: Int32, header: UInt16) {
    #expect(state(predictor, stepIndex).packetHeader == header)
  }

  @Test(
    arguments: [
      (0x0000, 0, 0), (0x7FD8, 32_640, 88), (0x8058, -32_768, 88), (0xFF88, -128, 8),
      // The step table ends at index 88.
      (0x0059, 0, 88), (0x007F, 0, 88), (0xFFFF, -128, 88),
    ] as [(UInt16, Int32, Int32)])
  func headersState(header: UInt16, predictor: Int32, stepIndex: Int32) {
    #expect(IMA4.State(packetHeader: header) == state(predictor, stepIndex))
  }

  @Test func samplesAndIndicesAreClamped() {
    var high = state(32_000, 88)
    #expect(high.decode(7, IMA4.steps, IMA4.indexChanges) == 32_767)
    #expect(high.stepIndex == 88)
    var low = state(-32_000, 88)
    #expect(low.decode(15, IMA4.steps, IMA4.indexChanges) == -32_768)
    var small = state(5, 0)
    #expect(small.decode(0, IMA4.steps, IMA4.indexChanges) == 5)
    #expect(small.stepIndex == 0)
  }

  /// Apple's quantiser with branches, as its sources describe it. The library's quantiser has no branches.
  private func referenceNibble(_ sample: Int16, _ state: IMA4.State) -> UInt8 {
    var rest = Int(sample) - Int(state.predictor)
    var nibble: UInt8 = 0
    // Treat a difference of 0 as positive. Treated as negative, it would change 20 % of Apple's bytes.
    if rest < 0 {
      nibble = 8
      rest = -rest
    }
    var step = Int(IMA4.steps[Int(state.stepIndex)])
    for bit: UInt8 in [4, 2, 1] {
      if rest >= step {
        nibble |= bit
        rest -= step
      }
      step >>= 1
    }
    return nibble
  }

  /// At every step index and around every threshold, the encoder picks the reference's nibble. Its
  /// state then equals the state of a decoder after this nibble.
  @Test func encodesAsTheReferenceDoes() {
    for index in Int32(0)...88 {
      let step = IMA4.steps[Int(index)]
      var samples: Set<Int16> = [.min, .max, 0]
      for predictor: Int32 in [-32_768, -1000, 0, 77, 32_767] {
        for eighth in Int32(-9)...9 {
          for around in Int32(-1)...1 {
            samples.insert(Int16(clamping: predictor + eighth * step / 4 + around))
          }
        }
        for sample in samples {
          var encoder = state(predictor, index)
          let nibble = encoder.encode(sample, IMA4.steps, IMA4.indexChanges)
          var decoder = state(predictor, index)
          _ = decoder.decode(Int32(nibble), IMA4.steps, IMA4.indexChanges)
          guard nibble == referenceNibble(sample, state(predictor, index)), encoder == decoder
          else {
            Issue.record("\(sample) from \(predictor) at index \(index): \(nibble)")
            return
          }
        }
      }
    }
  }
}
