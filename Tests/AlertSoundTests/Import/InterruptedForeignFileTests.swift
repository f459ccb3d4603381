import AlertSound
import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

/// Foreign files that end or fail while libsndfile reads them. libsndfile silently takes that for
/// the end of a shorter sound.
@Suite(.ifLibsndfileDecodes)
struct InterruptedForeignFileTests {
  private static let old = Array("what was there before".utf8)

  @Test(arguments: ForeignFormatTests.formats, [true, false])
  func theOldFileIsKept(format: ForeignFormatTests.Format, fails: Bool) throws {
    let file = try PlainSound(.noise, frameCount: 60_000, sampleRate: format.rate)
      .file(libsndfile: format.number)
    let folder = try TemporaryDirectory()
    let path = FilePath(try folder.write(Self.old, to: "out"))
    for share in [0.5, 0.9] {
      let source = ShrinkingSource(file, fails: fails)
      let conversion = try Conversion(
        of: SoundSource(bytes: source),
        to: ConversionTarget(container: .caf, dataFormat: .littleInt16))
      source.presentByteCount = Int(Double(file.count) * share)
      let error = #expect(throws: SoundError.self) { try conversion.write(to: path) }
      #expect(
        error?.reason.hasPrefix(
          fails ? "the cable was pulled" : "the file shrank while it was being read") == true,
        "\(String(describing: error))")
      #expect(try folder.names == ["out"])
      #expect(try folder.read("out") == Self.old)
    }
  }
}
