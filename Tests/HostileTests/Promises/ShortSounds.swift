import SoundFormat
import TestSupport

/// Short valid sounds. Tests make hostile sounds from them.
enum ShortSounds {
  /// A mono and a stereo sound in each of the container's data formats.
  static func all(in container: Container) -> [[UInt8]] {
    container.dataFormats.flatMap { dataFormat in
      [([Signal.bell], ChannelLayout?.none), ([.bell, .sine], .stereo)].map { channels, layout in
        made(container, dataFormat, channels, layout)
      }
    }
  }

  /// A mono sound, a stereo sound, and an IMA4 sound.
  static let all = [
    made(.wave, .pcm(.int16), [.bell], nil),
    made(.aiff, .pcm(.int16, .big), [.bell, .sine], .stereo),
    made(.caf, .ima4, [.sine], .mono),
  ]

  /// The contents of an app that has sounds.
  static let appEntries = [
    ZipWriter.Entry("Payload/App.app/Info.plist", []),
    ZipWriter.Entry("Payload/App.app/ring.caf", all[2]),
    ZipWriter.Entry(deflating: all[0], as: "Payload/App.app/sounds/ring.wav"),
    ZipWriter.Entry("Payload/App.app/link.caf", linkTo: "sounds/ring.wav"),
    ZipWriter.Entry("Payload/App.app/PlugIns/Service.appex/ring.caf", all[1]),
    ZipWriter.Entry("Payload/App.app/Contents/MacOS/", []),
  ]

  /// A sound as a batch writes it, with filler so that the audio begins at byte 4096.
  static let padded = made(.caf, .ima4, [.sine], nil, usesFiller: true)

  private static func made(
    _ container: Container, _ dataFormat: DataFormat, _ channels: [Signal],
    _ layout: ChannelLayout?, usesFiller: Bool = false
  ) -> [UInt8] {
    do {
      return try soundFile(
        container, dataFormat, channels: channels, frameCount: 70, sampleRate: 8000,
        layout: layout, usesFiller: usesFiller)
    } catch {
      fatalError("\(error)")
    }
  }
}
