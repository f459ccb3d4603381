import TestSupport
import Testing

@testable import SoundFormat

@Suite struct CodecTests {
  @Test func noTwoCodecsShareAName() {
    let codecs = Codec.allCases
    let formatIDs = [LinearPCM.formatID] + codecs.map(\.formatID)
    let types = codecs.flatMap(\.aiffTypes)
    let tags = codecs.compactMap(\.waveTag) + [WAVEFormat.pcmTag, WAVEFormat.floatTag]
    #expect(Set(formatIDs).count == formatIDs.count)
    #expect(Set(types).count == types.count)
    #expect(Set(tags).count == tags.count)
  }

  @Test(arguments: Codec.allCases)
  func isFoundByItsCode(codec: Codec) {
    #expect(Codec(formatID: codec.formatID) == codec)
    #expect(DataFormat(CodecDescription(formatID: codec.formatID)) == .compressed(codec))
  }

  @Test(arguments: ["lpcm", "aac ", "ULAW"] as [FourCharCode])
  func findsNoOtherCodec(code: FourCharCode) {
    #expect(Codec(formatID: code) == nil)
  }

  /// The encoder's packets have the codec's `bytesPerPacket`, and decode to its `framesPerPacket`.
  @Test(arguments: Codec.allCases)
  func packetsAreAsTheTableSays(codec: Codec) throws {
    let format = StreamFormat(sampleRate: 8000, channelCount: 1, dataFormat: .compressed(codec))
    var encoder = try FrameEncoder(for: format)
    let frames = [Int16](repeating: 0, count: 100)
    let packets = encoder.encode(.int16(frames)) + encoder.finish()
    #expect(packets.count == format.packetCount(forFrames: 100) * codec.bytesPerPacket)
    var decoder = codec.decoder(channelCount: 1)
    var block = SampleBlock.int16([])
    packets.withBytes { decoder.decode($0, into: &block) }
    #expect(block.sampleCount == format.packetCount(forFrames: 100) * codec.framesPerPacket)
  }
}

/// The signal-to-noise floor of every lossy codec and signal, in dB. Each floor is so close that a
/// loss of 0.1 dB fails.
@Suite struct CodecQualityTests {
  private static let floors: [(signal: Signal, ima4: Double, muLaw: Double, aLaw: Double)] = [
    (.sine, ima4: 39.2, muLaw: 38.3, aLaw: 38.3), (.quietSine, ima4: 44.4, muLaw: 33.6, aLaw: 32),
    (.sweep, ima4: 42.1, muLaw: 38.2, aLaw: 38.3), (.bell, ima4: 25.6, muLaw: 37.3, aLaw: 37.4),
    (.noise, ima4: 15.6, muLaw: 37.9, aLaw: 38.6), (.square, ima4: 4.6, muLaw: 60.6, aLaw: 49.6),
    // The single sample is over before the step size can adapt.
    (.impulse, ima4: 0, muLaw: 34.1, aLaw: 30.4),
  ]

  private func copy(_ frames: [Int16], by format: DataFormat) throws -> [Int16] {
    let stream = StreamFormat(sampleRate: 44_100, channelCount: 1, dataFormat: format)
    let header = SoundHeader(container: .caf, format: stream, frameCount: frames.count)
    return try decoded(file(header, of: .int16(frames))).int16Samples
  }

  @Test(arguments: floors)
  func keepsTheSignal(signal: Signal, ima4: Double, muLaw: Double, aLaw: Double) throws {
    let frames = signal.int16(frameCount: 11_025)
    for (format, floor) in [(DataFormat.ima4, ima4), (.muLaw, muLaw), (.aLaw, aLaw)] {
      let ratio = signalToNoise(of: try copy(frames, by: format), to: frames)
      #expect(ratio >= floor, "\(format)")
      #expect(ratio < floor + 1, "\(format): raise the floor")
    }
  }

  @Test func silenceStaysSilent() throws {
    let frames = Signal.silence.int16(frameCount: 200)
    for format in [DataFormat.ima4, .muLaw] {
      #expect(try copy(frames, by: format) == frames)
    }
    // A-law can't code zero: its smallest sample is 8.
    #expect(try copy(frames, by: .aLaw) == [Int16](repeating: 8, count: 200))
  }
}
