import AlertSound
import SoundFormat
import TestSupport
import Testing

/// The texts that Apple's tool writes into CAF files made from linear PCM.
struct InformationTests {
  private func texts(
    from source: DataFormat, to container: Container = .caf, _ target: DataFormat,
    frameCount: Int = 1000
  ) throws -> [String] {
    let input = try soundFile(source.someContainer, source, frameCount: frameCount)
    return try SoundFile(parsing: converted(input, to: container, target)).metadata.texts.flatMap {
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

  @Test(arguments: [DataFormat.ima4, .muLaw, .aLaw])
  func compressedSourcesHaveNone(source: DataFormat) throws {
    #expect(try texts(from: source, .pcm(.int16)) == [])
    #expect(try texts(from: source, .ima4) == [])
  }

  @Test(arguments: Container.writable.filter { $0 != .caf })
  func otherContainersHaveNone(container: Container) throws {
    #expect(try texts(from: .pcm(.int16), to: container, container.defaultDataFormat) == [])
  }
}
