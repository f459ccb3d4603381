import TestSupport
import Testing

@testable import SoundFormat

/// Codecs whose blocks hold many frames: the length of a sound is known, although nothing here
/// decodes it. Layout: mmreg.h, `ADPCMWAVEFORMAT`, `IMAADPCMWAVEFORMAT`, `GSM610WAVEFORMAT`.
@Suite struct WAVEBlockTests {
  private static func file(
    tag: String, block: Int, extension: String, fact: String = "", audio: Int
  ) -> String {
    let fmt =
      "\(tag) 0100 401F0000 00100000 \(size32LE(block).prefix(4)) 0400 \(`extension`)"
    let body =
      "'fmt ' \(size32LE(hex(fmt).count)) \(fmt) \(fact) 'data' \(size32LE(audio)) "
      + String(repeating: "00", count: audio)
    return "'RIFF' \(size32LE(4 + hex(body).count)) 'WAVE' \(body)"
  }

  @Test(arguments: [("0200", 32, "0400 3400 0000", 52), ("1100", 36, "0200 4100", 65)])
  func theExtensionStatesTheFramesPerBlock(
    tag: String, block: Int, extension: String, frames: Int
  ) throws {
    let sound = try parsed(
      Self.file(tag: tag, block: block, extension: `extension`, audio: 3 * block))
    #expect(sound.format.framesPerPacket == frames)
    #expect(sound.packetCount == 3)
    #expect(sound.frameCount == 3 * frames)
    #expect(sound.noteTexts == [])
  }

  @Test func factStatesWhereTheLastBlockEnds() throws {
    let sound = try parsed(
      Self.file(
        tag: "1100", block: 36, extension: "0200 4100", fact: "'fact' 04000000 83000000",
        audio: 108))
    #expect(sound.frameCount == 131)
    #expect(sound.decodedFrameCount == 195)
    #expect(sound.noteTexts == [])
  }

  @Test func factIsLimitedToThePresentFrames() throws {
    let sound = try parsed(
      Self.file(
        tag: "1100", block: 36, extension: "0200 4100", fact: "'fact' 04000000 C4000000",
        audio: 108))
    #expect(sound.frameCount == 195)
    #expect(sound.noteTexts == ["the fact chunk claims 196 frames, 195 are present (at byte 48)"])
  }

  /// Layer III frames differ in size, so only `fact` gives the length.
  @Test func onlyFactStatesTheLengthOfMP3() throws {
    let sound = try parsed(
      Self.file(
        tag: "5500", block: 1, extension: "0C00 0100 02000000 0000 0100 7105",
        fact: "'fact' 04000000 401F0000", audio: 100))
    #expect(sound.packetCount == 0)
    #expect(sound.frameCount == 8000)
  }

  @Test(arguments: ["", "0200", "0000", "0200 0000"])
  func anExtensionMayBeMissing(extension: String) throws {
    let sound = try parsed(
      Self.file(tag: "0200", block: 32, extension: `extension`, audio: 96))
    #expect(sound.format.framesPerPacket == 0)
    #expect(sound.packetCount == 3)
    #expect(sound.frameCount == 0)
  }

  /// The length of linear PCM follows from its size; what `fact` says doesn't matter.
  @Test func factMeansNothingForLinearPCM() throws {
    let sound = try parsed(
      Self.file(
        tag: "0300", block: 4, extension: "0000", fact: "'fact' 04000000 FFFFFFFF", audio: 8
      )
      .replacing("0400 0000", with: "2000 0000", maxReplacements: 1))
    #expect(sound.frameCount == 2)
    #expect(sound.noteTexts == [])
  }
}
