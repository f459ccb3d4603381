import AlertSound
import SoundFormat
import TestSupport
import Testing

struct ConversionTargetTests {
  @Test(arguments: [
    ("caf", Container.caf), ("CAF", .caf), ("wav", .wave), ("Wav", .wave), ("aiff", .aiff),
    ("aif", .aiff), ("AIF", .aiff), ("aifc", .aifc), ("AIFC", .aifc),
  ])
  func extensionDeterminesTheContainer(pathExtension: String, container: Container) {
    #expect(Container(pathExtension: pathExtension) { _ in nil } == container)
  }

  @Test(arguments: [
    ("wav", DataFormat.ima4, Container.wave), ("aiff", .ima4, .aifc), ("aif", .muLaw, .aifc),
    ("aiff", .pcm(.float32, .big), .aifc), ("aiff", .pcm(.int24, .big), .aiff),
    ("aifc", .pcm(.int16, .big), .aifc), ("aiff", .pcm(.int16, .little), .aiff),
    ("caf", .pcm(.uint8), .caf),
  ])
  func dataFormatDecidesBetweenContainersOfOneExtension(
    pathExtension: String, dataFormat: DataFormat, container: Container
  ) {
    #expect(Container(pathExtension: pathExtension) { _ in dataFormat } == container)
  }

  @Test(arguments: ["", "mp3", "m4a", "cafe", "wave", "w", ".caf"])
  func otherExtensionsDetermineNothing(pathExtension: String) {
    #expect(Container(pathExtension: pathExtension) { _ in nil } == nil)
  }

  @Test(arguments: [
    (Container.wave, DataFormat.pcm(.int16, .little)), (.rf64, .pcm(.int16, .little)),
    (.bw64, .pcm(.int16, .little)), (.aiff, .pcm(.int16, .big)), (.aifc, .pcm(.int16, .big)),
    (.caf, .pcm(.int16, .big)),
  ])
  func defaultIsTheFirst16BitFormatListed(container: Container, dataFormat: DataFormat) {
    #expect(container.defaultDataFormat == dataFormat)
  }
}
