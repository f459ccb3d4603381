import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

struct ChannelTests {
  private func converted(
    _ samples: [Int16], channels: Int, to channelCount: Int,
    _ dataFormat: DataFormat = .pcm(.int16)
  ) throws -> [UInt8] {
    let input = try soundFile(.caf, .pcm(.int16, .big), .int16(samples), channelCount: channels)
    let container = dataFormat.someContainer
    return try audio(
      of: output(of: input, container, dataFormat) { $0.channels = .count(channelCount) })
  }

  @Test(arguments: [
    (DataFormat.pcm(.uint8), "80 80 80"), (.pcm(.int8), "80 00 00"), (.muLaw, "00 FF FF"),
    (.aLaw, "2A D5 D5"), (.pcm(.float32), "000080BF 00000000 00000000"),
  ])
  func addedSilenceUsesTheFormatsSilentCode(dataFormat: DataFormat, bytes: String) throws {
    let lowest = try converted([.min, 0], channels: 2, to: 3, dataFormat)
    var expected = hex(bytes)
    if dataFormat == .pcm(.uint8) { expected[0] = 0 }
    #expect(lowest == expected)
  }

  @Test(arguments: [
    (DataFormat.pcm(.int16), Container.caf, DataFormat.ima4), (.ima4, .wave, .pcm(.int16)),
  ])
  func oneOfTwoChannelsIsTheLeft(
    source: DataFormat, container: Container, dataFormat: DataFormat
  ) throws {
    let stereo = try soundFile(.caf, source, channels: [.bell, .noise], frameCount: 20_000)
    let mono = try soundFile(.caf, source, channels: [.bell], frameCount: 20_000)
    let expected = try output(of: mono, container, dataFormat)
    let output = try ConversionSupport.output(of: stereo, container, dataFormat) {
      $0.channels = .count(1)
    }
    #expect(firstDifference(of: output, from: expected) == nil)
  }

  @Test(arguments: [
    (Container.caf, DataFormat.ima4), (.caf, .pcm(.int16)), (.wave, .pcm(.int16)),
    (.aiff, .pcm(.int16, .big)), (.aifc, .ima4),
  ])
  func layoutStaysWithTheSameChannelCountOnly(
    container: Container, dataFormat: DataFormat
  ) throws {
    let input = try soundFile(.caf, .pcm(.int16), channels: [.bell, .sine], layout: .stereo)
    func layout(channels: ConversionTarget.Channels) throws -> ChannelLayout? {
      let sound = try SoundFile(
        parsing: output(of: input, container, dataFormat) { $0.channels = channels })
      // Expect no note: the reader would add one if it ignored a layout that doesn't fit.
      #expect(sound.notes == [])
      return sound.layout
    }
    #expect(try layout(channels: .unchanged) == .stereo)
    #expect(try layout(channels: .count(2)) == .stereo)
    #expect(try layout(channels: .count(1)) == nil)
  }
}
