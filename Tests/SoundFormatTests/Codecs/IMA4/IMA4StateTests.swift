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

  @Test func tablesAreIMAs() {
    #expect(IMA4.steps.count == 89)
    #expect(IMA4.steps.first == 7)
    #expect(IMA4.steps.last == 32_767)
    // Each step is a tenth larger than the step before. Small steps are rounded.
    #expect(zip(IMA4.steps, IMA4.steps.dropFirst()).allSatisfy { $0 < $1 && $1 * 10 <= $0 * 12 })
    #expect(IMA4.steps.reduce(0, +) == 360_393)
    #expect(IMA4.indexChanges == [-1, -1, -1, -1, 2, 4, 6, 8])
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

  /// Each case: a nibble, its sample and the next index. At index 8, the step is 16. A nibble gives 16 / 8 = 2, plus
  /// 16, 8 and 4 for its set bits.
  @Test(
    arguments: [
      (0, 2, 7), (1, 6, 7), (2, 10, 7), (3, 14, 7), (4, 18, 10), (5, 22, 12), (6, 26, 14),
      (7, 30, 16), (8, -2, 7), (9, -6, 7), (12, -18, 10), (15, -30, 16),
    ] as [(Int32, Int16, Int32)])
  func decodesEachNibble(nibble: Int32, sample: Int16, index: Int32) {
    var state = state(0, 8)
    #expect(state.decode(nibble, IMA4.steps, IMA4.indexChanges) == sample)
    #expect(state.stepIndex == index)
  }

  /// Rounding each shifted step down gives 8 and 19. For nibble n, (2n + 1) · step / 8 would give 9 and 20.
  @Test func shiftsEachPartOfTheStep() {
    var state = state(0, 4)  // Step 11: 1 + 5 + 2 = 8, and 11 more is 19.
    #expect(state.decode(3, IMA4.steps, IMA4.indexChanges) == 8)
    state = self.state(0, 4)
    #expect(state.decode(7, IMA4.steps, IMA4.indexChanges) == 19)
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
