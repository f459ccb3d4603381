import TestSupport
import Testing

@testable import SoundFormat

/// Files that this module wrote are recognized by their layout.
struct SoundFileWritingTests {
  private func isAsWritten(_ bytes: [UInt8], usesFiller: Bool = true) throws -> Bool {
    try SoundFile(parsing: bytes).isAsWritten(in: bytes, usesFiller: usesFiller)
  }

  @Test(arguments: Container.writable, [true, false])
  func everyFormatIsRecognized(container: Container, usesFiller: Bool) throws {
    for dataFormat in container.dataFormats {
      // Odd lengths need padding; two channels may have a layout.
      for frameCount in [0, 1, 63, 64, 101] {
        for (channels, layout) in [
          ([Signal.bell], ChannelLayout?.none), ([.bell, .noise], nil), ([.bell, .noise], .stereo),
        ] {
          let bytes = try soundFile(
            container, dataFormat, channels: channels, frameCount: frameCount, layout: layout,
            usesFiller: usesFiller)
          #expect(
            try isAsWritten(bytes, usesFiller: usesFiller),
            "\(dataFormat), \(frameCount) frames, \(channels.count) channels")
          #expect(try !isAsWritten(bytes, usesFiller: !usesFiller))
        }
      }
    }
  }

  @Test(arguments: Container.writable, [true, false])
  func metadataIsRecognized(container: Container, usesFiller: Bool) throws {
    let bytes = try file(container, .full, filler: usesFiller)
    #expect(try isAsWritten(bytes, usesFiller: usesFiller))
  }

  @Test func rejectsAnyOtherByteAroundTheAudio() throws {
    for container in Container.writable {
      let bytes = try soundFile(
        container, container.dataFormats[0], frameCount: 101, usesFiller: true)
      let audio = try SoundFile(parsing: bytes).audioBytes
      for index in bytes.indices where !audio.contains(index) {
        // Most of it is filler.
        guard !(200..<4000).contains(index) || index % 50 == 0 else { continue }
        var changed = bytes
        changed[index] ^= 0x01
        guard let sound = try? SoundFile(parsing: changed) else { continue }
        // A changed rate or length makes another sound, whose header is exactly what would be
        // written.
        let isOther =
          sound.format != (try SoundFile(parsing: bytes)).format || sound.audioBytes != audio
        if !isOther {
          #expect(
            try !sound.isAsWritten(in: changed, usesFiller: true), "\(container), byte \(index)")
        }
      }
      #expect(try !isAsWritten(bytes + [0]))
    }
  }

  /// The smallest WAVE file, as nearly every program writes it.
  @Test func theSmallestFileIsNotPadded() throws {
    let bytes = hex(
      """
      'RIFF' 28000000 'WAVE' 'fmt ' 10000000 0100 0100 401F0000 803E0000 0200 1000
      'data' 04000000 0100 0200
      """)
    #expect(try !isAsWritten(bytes))
    #expect(try isAsWritten(bytes, usesFiller: false))
  }
}
