import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

/// `alertsound default-sound`.
struct DefaultSoundCommandTests {
  private static func expected(
    _ container: Container, _ dataFormat: DataFormat,
    _ configure: (inout ConversionTarget) -> Void = { _ in }
  ) throws -> [UInt8] {
    var target = ConversionTarget(container: container, dataFormat: Optional(dataFormat))
    configure(&target)
    return try Conversion(of: DefaultSound.source, to: target).inMemory().bytes
  }

  @Test func theSearchIsTheDefault() throws {
    let folder = try TemporaryDirectory()
    expectSilentSuccess(try folder.shell("alertsound default-sound -o out.caf"))
    let expected = try Self.expected(.caf, .ima4) {
      $0.ima4Quality = IMA4SearchEncoder.defaultQuality
    }
    #expect(try folder.read("out.caf") == expected)
  }

  /// The search is slow in a debug build, so only the tests of the search run it.
  @Test(arguments: [
    ("out.caf", "-q 0", Container.caf, DataFormat.ima4), ("out", "-q 0", .caf, .ima4),
    ("out.wav", "", .wave, .pcm(.int16)), ("out.aiff", "", .aiff, .pcm(.int16, .big)),
    ("out.aifc", "", .aifc, .pcm(.int16, .big)), ("out.aif", "-d ima4 -q 0", .aifc, .ima4),
    ("out.caf", "-d ulaw", .caf, .muLaw), ("out.caf", "-d 0", .caf, .pcm(.int16)),
    ("out.caf", "-d N -f AIFF", .aiff, .pcm(.int16, .big)),
    ("out.x", "-f WAVE", .wave, .pcm(.int16)),
    ("out.wav", "--file caff --data BEF32", .caf, .pcm(.float32, .big)),
  ])
  func formatsAreThoseOfTheOptionsOrTheName(
    name: String, options: String, container: Container, dataFormat: DataFormat
  ) throws {
    let folder = try TemporaryDirectory()
    expectSilentSuccess(try folder.shell("alertsound default-sound -o \(name) \(options)"))
    #expect(try folder.names == [name])
    let expected = try Self.expected(container, dataFormat)
    #expect(firstDifference(of: try folder.read(name), from: expected) == nil)
  }

  @Test func rateAndChannels() throws {
    let folder = try TemporaryDirectory(["out.wav": [1, 2, 3]])
    expectSilentSuccess(
      try folder.shell("alertsound default-sound -o out.wav -d LEI16@22050 -c 2 -r 20"))
    let expected = try Self.expected(.wave, .pcm(.int16)) {
      $0.sampleRate = 22_050
      $0.channels = .count(2)
      $0.resamplingMethod = .linear
    }
    #expect(try folder.read("out.wav") == expected)
  }

  @Test(arguments: [
    ("", "Missing expected argument '--output <file>'"),
    ("-o out.mp3", "no container has the extension .mp3"),
    ("-o out.caf/", "-o takes a file: add a file name to it"),
    ("-o out.caf -d I12", "Valid integer bitdepths are 8, 16, 24, and 32"),
    ("-o out.caf -f mp3", "this file type can't be written; -f takes "),
    ("-o out.caf -c 0", "-c takes 1 to 32767, not 0"),
    ("-o out.caf -r 128", "-r takes 0 to 127, not 128"),
    ("-o out.caf -d 'ima4#3'", "the flags or frames per packet don't match"),
    ("-o out.caf ring.wav", "ring.wav"),
  ])
  func usageErrors(arguments: String, message: String) throws {
    let folder = try TemporaryDirectory()
    let outcome = try folder.shell("alertsound default-sound \(arguments)")
    #expect(outcome.ending == .exit(64))
    #expect(outcome.outputText == "")
    #expect(outcome.errors.contains(message))
    #expect(try folder.names == [])
  }
}
