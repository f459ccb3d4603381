import AlertSound
import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

/// A file's report, its measurements, and the verdict on it.
struct SoundInspectionTests {
  private func inspect(
    _ bytes: [UInt8], named name: String = "ring.caf", rules: AlertRules = .iOS,
    listens: Bool = true, imports: Bool = true
  ) throws -> SoundInspection {
    let folder = try TemporaryDirectory()
    return try SoundInspection(
      of: FilePath(try folder.write(bytes, to: name)), rules: rules, listens: listens,
      policy: InputPolicy(imports: imports))
  }

  @Test func aSoundThatPlays() throws {
    let file = try soundFile(.caf, .ima4, frameCount: 1000)
    let inspection = try inspect(file)
    #expect(inspection.fileByteCount == file.count)
    #expect(inspection.report?.formatInWords == "CAF, IMA4, 44,100 Hz, mono")
    #expect(inspection.measurement?.levels.frameCount == 1000)
    #expect(inspection.unheardReason == nil)
    #expect(inspection.verdict.outcome == .plays)
  }

  /// Measured levels affect the verdict.
  @Test func measurementsAreInTheVerdict() throws {
    let quiet = try soundFile(.wave, .pcm(.int16), channels: [.quietSine], frameCount: 2000)
    let advisories = try inspect(quiet, named: "ring.wav").verdict.advisories.map(\.rule)
    #expect(advisories == [.level])
    #expect(try inspect(quiet, named: "ring.wav", listens: false).verdict.advisories == [])
  }

  @Test(arguments: [(Libsndfile.vorbis, ForeignFormat.ogg), (Libsndfile.au, .sunAudio)])
  func foreignSoundsAreMeasuredAndRejected(format: Int, name: ForeignFormat) throws {
    let file = try PlainSound(.bell, frameCount: 30_000).file(libsndfile: format)
    let inspection = try inspect(file, named: "ring")
    #expect(inspection.verdict.reasons == [.unplayableContainer(name)])
    #expect(inspection.measurement?.levels.frameCount == 30_000)
    #expect(inspection.report?.format.sampleRate == 44_100)
    let unheard = try inspect(file, named: "ring", imports: false)
    #expect(unheard.verdict.reasons == [.unplayableContainer(name)])
    #expect(unheard.report == nil && unheard.measurement == nil)
    #expect(unheard.unheardReason != nil)
  }

  /// This library reads the container, and libsndfile decodes the codec.
  @Test func otherCodecsInAWAVEAreMeasuredWithLibsndfile() throws {
    let file = try PlainSound(.sine, frameCount: 4000).file(libsndfile: Libsndfile.msADPCM)
    let inspection = try inspect(file, named: "ring.wav")
    #expect(inspection.verdict.reasons == [.unplayableCodec(FourCharCode(rawValue: 0x6D73_0002))])
    #expect((inspection.measurement?.levels.frameCount ?? 0) >= 4000)
    #expect(inspection.report?.chunks.isEmpty == false)
  }

  @Test func undecodableSoundsAreStillInspected() throws {
    let unknown = hex(
      "'caff' 0001 0000 'desc' 0000000000000020 40BF400000000000 'xyz ' 00000000 00000000 00000400"
        + "00000001 00000000 'data' 0000000000000008 00000001 01020304")
    let inspection = try inspect(unknown)
    #expect(inspection.report?.chunks.count == 2)
    #expect(inspection.measurement == nil)
    #expect(inspection.unheardReason == "the sound is coded as 'xyz '")
    #expect(inspection.verdict.reasons == [.unplayableCodec("xyz ").withoutConversion])
  }

  @Test func filesThatAreNotSoundsHaveAVerdict() throws {
    let text = try inspect(Array("not a sound, whatever it is called".utf8))
    #expect(text.report == nil)
    #expect(
      text.verdict.reasons == [
        .unreadable("this is not a CAF, AIFF, WAVE, MPEG-4, ADTS, MP3 or FLAC file")
      ])
    #expect(try inspect([]).verdict.reasons == [.unreadable("the file is empty")])
  }

  @Test func theRemainderOfATruncatedSoundIsMeasured() throws {
    let file = try soundFile(.caf, .pcm(.int16), frameCount: 1000)
    let inspection = try inspect(Array(file.dropLast(1000)))
    #expect(inspection.measurement?.levels.frameCount == 500)
    #expect(inspection.verdict.reasons.map(\.rule) == [.readable])
  }
}
