import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

struct ConversionTests {
  /// Enough frames for several whole blocks of a conversion, and an incomplete one.
  private static let frameCount = 33_001

  @Test(arguments: DataFormat.allWritable)
  func blocksGiveTheSameResultAsTheWhole(source: DataFormat) throws {
    let input = try soundFile(source.someContainer, source, frameCount: Self.frameCount)
    let decoded = try frames(of: input)
    // Skip µ-law to µ-law: the conversion copies the codes, but encoding them again turns −0 into 0.
    for target in DataFormat.allWritable where (source, target) != (.muLaw, .muLaw) {
      let container = target.someContainer
      let output = try ConversionSupport.output(of: input, container, target)
      let expected = try audio(of: try soundFile(container, target, decoded))
      let difference = firstDifference(of: try audio(of: output), from: expected)
      #expect(difference == nil, "\(source) to \(target)")
    }
  }

  @Test(arguments: [
    DataFormat.pcm(.int16), .pcm(.int16, .big), .pcm(.float64), .ima4, .muLaw,
  ])
  func fileAndMemoryOutputsAreEqual(target: DataFormat) throws {
    let wave = try soundFile(
      .wave, .pcm(.int16), channels: [.bell, .noise], frameCount: Self.frameCount)
    let folder = try TemporaryDirectory()
    try folder.write(wave, to: "in.wav")
    for container in Container.writable where container.holds(target) {
      let fromFile = try Conversion(
        of: SoundSource(path: folder.filePath("in.wav")), to: container, target)
      _ = try fromFile.write(to: folder.filePath("out"))
      let fromMemory = try Conversion(of: wave, to: container, target)
      let inMemory = try fromMemory.inMemory().bytes
      #expect(firstDifference(of: try folder.read("out"), from: inMemory) == nil)
      _ = try fromMemory.write(to: folder.filePath("out"))
      #expect(firstDifference(of: try folder.read("out"), from: inMemory) == nil)
    }
    #expect(try folder.names == ["in.wav", "out"])
  }

  /// Each case: a container, a data format, and the MD5 digest of an earlier version's output, which must not change.
  @Test(arguments: [
    (Container.caf, DataFormat.ima4, "ce52b7c350332a02711ba90a0d9f8977"),
    (.caf, .pcm(.int16), "8ca0ecfd028ff46628ecd970e96747c4"),
    (.caf, .pcm(.float32, .big), "892cc672c6d452c17c8260f970f18c83"),
    (.caf, .muLaw, "a022eafb81be046096cabc93bf332d80"),
    (.aifc, .ima4, "132d3dab1a7689c6bd4334780a150b01"),
    (.aifc, .aLaw, "2e26b5541f8ed23e70100ac6d2b4c398"),
    (.aiff, .pcm(.int8), "58f791ee1c51121f9d9eef9446252fd2"),
    (.wave, .pcm(.int16), "e6fe64d1f80f0108de6a7f1bdc08b441"),
    (.wave, .muLaw, "70aa27c8bab3a494d385ea16c4fd2731"),
    (.rf64, .pcm(.int24), "f2a316caca7351d380c7ff27dce5509c"),
  ])
  func outputBytesDoNotChange(container: Container, dataFormat: DataFormat, digest: String) throws {
    // Compute the samples in integers, so that they are the same on every machine.
    var generator = SeededGenerator(seed: 42)
    let samples = (0..<3001).flatMap { frame -> [Int32] in
      let triangle = Int32(abs((frame * 257) % 65_536 - 32_768) - 16_384) << 16
      return [triangle, Int32.random(in: -(1 << 30)...(1 << 30), using: &generator)]
    }
    let input = try soundFile(
      .wave, .pcm(.int24), .int32(samples), channelCount: 2, sampleRate: 48_000)
    #expect(md5(try output(of: input, container, dataFormat)) == digest)
  }

  /// Infinities, zeros of both signs, denormals, and quiet and signalling NaNs with payloads.
  private static let oddFloats = hex(
    """
    0000807F 000080FF 00000000 00000080 01000000 FFFF7F00 563CC27F 5634A27F 5634A2FF FFFFFFFF
    """)

  @Test(arguments: [
    (DataFormat.pcm(.float32), oddFloats), (.muLaw, Array(0...255)), (.aLaw, Array(0...255)),
  ])
  func sameFormatIsCopiedBitByBit(dataFormat: DataFormat, bytes: [UInt8]) throws {
    let containers = Container.writable.filter { $0.holds(dataFormat) }
    for source in containers {
      let input = try file(source, dataFormat, audio: bytes)
      for target in containers {
        #expect(try audio(of: output(of: input, target, dataFormat)) == bytes)
      }
    }
  }

  @Test(arguments: PCMEncoding.SampleType.allCases.filter { $0.bitDepth > 8 })
  func byteOrderIsSwappedBothWays(sampleType: PCMEncoding.SampleType) throws {
    var generator = SeededGenerator(seed: 7)
    let bytesPerSample = sampleType.bitDepth / 8
    // Fill two blocks of 256 KiB, and part of a third block.
    let bytes = (0..<700_000 / bytesPerSample * bytesPerSample).map { _ in
      UInt8.random(in: .min ... .max, using: &generator)
    }
    let input = try file(.caf, .pcm(sampleType), audio: bytes)
    let turned = try output(of: input, .caf, .pcm(sampleType, .big))
    let samples = stride(from: 0, to: bytes.count, by: bytesPerSample)
    #expect(
      try audio(of: turned) == samples.flatMap { bytes[$0..<$0 + bytesPerSample].reversed() })
    #expect(try audio(of: output(of: turned, .caf, .pcm(sampleType))) == bytes)
  }

  /// The frames stay the same. Some signals' packets change, because IMA4 can code a difference of 0 with either sign.
  @Test(arguments: Signal.allCases.filter { $0 != .square })
  func framesOfOwnIMA4StayTheSame(signal: Signal) throws {
    let input = try soundFile(.caf, .ima4, channels: [signal, .bell], frameCount: 20_000)
    let output = try ConversionSupport.output(of: input, .caf, .ima4)
    #expect(try frames(of: output).int16Samples == frames(of: input).int16Samples)
    guard [.sine, .sweep, .bell, .silence].contains(signal) else { return }
    #expect(firstDifference(of: try audio(of: output), from: try audio(of: input)) == nil)
  }

  @Test(arguments: [0, 1, 63, 64, 65, 127, 128, 1000, 8192])
  func frameCountsAreKept(frameCount: Int) throws {
    let wave = try soundFile(.wave, .pcm(.int16), channels: [.bell, .sine], frameCount: frameCount)
    let caf = try output(of: wave, .caf, .ima4)
    let sound = try SoundFile(parsing: caf)
    #expect(sound.frameCount == frameCount)
    #expect(sound.packetCount == frameCount / 64 + 1)
    #expect(sound.packetTable?.remainderFrameCount == 64 - frameCount % 64)
    #expect(try SoundFile(parsing: output(of: caf, .wave, .muLaw)).frameCount == frameCount)
    #expect(
      try SoundFile(parsing: output(of: caf, .aiff, .pcm(.int24, .big))).frameCount == frameCount
    )
    let aifc = try SoundFile(parsing: output(of: wave, .aifc, .ima4))
    #expect(aifc.frameCount == (frameCount / 64 + 1) * 64)
  }
}

/// The texts of a CAF that was converted from linear PCM. Apple's tool writes the same texts.
struct InformationTests {
  private func texts(
    from source: DataFormat, to container: Container = .caf, _ target: DataFormat,
    frameCount: Int = 1000
  ) throws -> [String] {
    let input = try soundFile(source.someContainer, source, frameCount: frameCount)
    return try SoundFile(parsing: output(of: input, container, target)).metadata.texts.flatMap {
      [$0.key, $0.value]
    }
  }

  @Test(arguments: [
    (DataFormat.pcm(.uint8), "I8"), (.pcm(.int8), "I8"), (.pcm(.int16), "I16"),
    (.pcm(.int16, .big), "I16"), (.pcm(.int24), "I24"), (.pcm(.int24, .big), "I24"),
    (.pcm(.int32), "I32"), (.pcm(.float32), "F32"), (.pcm(.float64, .big), "F64"),
  ])
  func depthIsThatOfTheSource(source: DataFormat, depth: String) throws {
    #expect(
      try texts(from: source, .pcm(.int16))
        == ["approximate duration in seconds", "0.023", "source bit depth", depth])
  }

  @Test(arguments: [
    (DataFormat.pcm(.int16), 44_100, "1"), (.ima4, 44_100, "1"), (.ima4, 64, "0.001"),
    (.ima4, 63, "0"), (.pcm(.int16), 63, "0.001"), (.muLaw, 12_348, "0.28"),
    (.ima4, 1000, "0.022"), (.pcm(.float32), 1000, "0.023"), (.pcm(.int16), 0, "0"),
  ])
  func durationCountsFullPacketsOnly(
    target: DataFormat, frameCount: Int, duration: String
  ) throws {
    #expect(
      try texts(from: .pcm(.int16), target, frameCount: frameCount)
        == ["approximate duration in seconds", duration, "source bit depth", "I16"])
  }

  @Test func compressedSourcesAndOtherContainersHaveNone() throws {
    for source in [DataFormat.ima4, .muLaw, .aLaw] {
      for target in [DataFormat.pcm(.int16), .ima4] {
        #expect(try texts(from: source, target) == [])
      }
    }
    for container in Container.writable where container != .caf {
      #expect(try texts(from: .pcm(.int16), to: container, container.defaultDataFormat) == [])
    }
  }
}
