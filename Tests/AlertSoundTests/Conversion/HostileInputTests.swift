import AlertSound
import SoundFormat
import TestSupport
import Testing

/// Damaged files are refused or converted, never a trap; what is converted is as long as its header
/// says, or `Conversion` itself would trap.
struct HostileInputTests {
  private struct Fixture: Sendable, CustomTestStringConvertible {
    let container: Container
    let dataFormat: DataFormat

    var testDescription: String { "\(container) \(dataFormat)" }

    /// Short, with a layout and without filler: nearly every byte of the header means something.
    func bytes() throws -> [UInt8] {
      try soundFile(
        container, dataFormat, channels: [.bell, .sine], frameCount: 70, layout: .stereo,
        usesFiller: false)
    }
  }

  private static let fixtures = [
    Fixture(container: .wave, dataFormat: .pcm(.int16)),
    Fixture(container: .wave, dataFormat: .muLaw),
    Fixture(container: .rf64, dataFormat: .pcm(.int24)),
    Fixture(container: .aiff, dataFormat: .pcm(.int16, .big)),
    Fixture(container: .aifc, dataFormat: .ima4),
    Fixture(container: .aifc, dataFormat: .pcm(.float32, .big)),
    Fixture(container: .caf, dataFormat: .ima4),
    Fixture(container: .caf, dataFormat: .pcm(.float64)),
  ]

  private func convertIfPossible(_ file: [UInt8]) {
    guard let sound = try? SoundFile(parsing: file) else { return }
    for target in [
      ConversionTarget(container: .caf, dataFormat: .ima4, channelCount: 2),
      ConversionTarget(container: .caf, dataFormat: .pcm(.int16), usesFiller: false),
      ConversionTarget(container: .wave, dataFormat: .pcm(.int16), channelCount: 1),
      ConversionTarget(container: .aifc, dataFormat: sound.format.dataFormat),
    ] {
      guard let conversion = try? Conversion(of: SoundSource(sound, in: file), to: target),
        let output = try? conversion.bytes()
      else { continue }
      let claimed = conversion.header.audioByteCount + conversion.header.trailerBytes.count
      #expect(output.count >= claimed)
      #expect((try? SoundFile(parsing: output)) != nil)
    }
  }

  @Test(arguments: fixtures)
  private func everyTruncation(fixture: Fixture) throws {
    let whole = try fixture.bytes()
    for count in 0..<whole.count { convertIfPossible(Array(whole.prefix(count))) }
  }

  @Test(arguments: fixtures)
  private func everyHeaderByteDamaged(fixture: Fixture) throws {
    let whole = try fixture.bytes()
    let headerByteCount = try SoundFile(parsing: whole).audioBytes.lowerBound
    for offset in 0..<headerByteCount {
      for value in [0x00, 0x7F, 0xFF, whole[offset] ^ 1] {
        convertIfPossible(whole.replacing(at: offset, with: [value]))
      }
    }
  }

  @Test(arguments: fixtures)
  private func severalHeaderBytesDamaged(fixture: Fixture) throws {
    let whole = try fixture.bytes()
    let headerByteCount = try SoundFile(parsing: whole).audioBytes.lowerBound
    for seed in 0..<150 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var damaged = whole
      for _ in 0..<Int.random(in: 2...5, using: &generator) {
        // The identifiers at the beginning stay, or hardly anything would be parsed.
        let offset = Int.random(in: 12..<headerByteCount, using: &generator)
        damaged[offset] =
          Bool.random(using: &generator) ? 0xFF : UInt8.random(in: .min ... .max, using: &generator)
      }
      convertIfPossible(damaged)
    }
  }

  /// The claim and what is present add up to more than an `Int` counts.
  @Test func claimOfNearlyAllBytesThereCanBe() throws {
    let whole = try soundFile(.caf, .pcm(.int16), frameCount: 10, usesFiller: false)
    let data = try #require(try SoundFile(parsing: whole).chunks.last)
    let claim = hex("7FFFFFFF FFFFFFFF")
    let sound = try SoundFile(parsing: whole.replacing(at: data.bodyOffset - 8, with: claim))
    let error = #expect(throws: ConversionError.self) {
      try Conversion(
        of: SoundSource(sound, in: whole), to: ConversionTarget(container: .caf, dataFormat: .ima4))
    }
    #expect(
      error?.reason
        == "the file was cut short: 20 bytes of audio are there, 9223372036854775783 are missing")
  }
}
