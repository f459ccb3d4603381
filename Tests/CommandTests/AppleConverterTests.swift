import Foundation
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

/// A foreign sound decoded by running `afconvert`, as on a Mac, with this package's own in Apple's place.
@Suite(.ifLibsndfileDecodes)
struct AppleConverterTests {
  private static let decoders = ForeignDecoders(
    all: [
      AppleConverter(ExternalProgram(FilePath(afconvert.url!.path(percentEncoded: false))))
    ])

  @Test(arguments: [Libsndfile.mp3, Libsndfile.flac, Libsndfile.flac24, Libsndfile.alac24])
  func framesAreThoseOfTheLibrary(format: Int) throws {
    let rate = 44_100.0
    let file = try PlainSound(.bell, channelCount: 2, frameCount: 20_000, sampleRate: rate)
      .file(libsndfile: format)
    let target = ConversionTarget(container: .caf, dataFormat: .pcm(.int24))
    let source = try SoundSource(
      bytes: file, of: nil, policy: InputPolicy(), decoders: Self.decoders)
    let library = try SoundSource(
      bytes: file, of: nil, policy: InputPolicy(),
      decoders: ForeignDecoders(all: [SndFileDecoder()]))
    #expect(source.frameCount == library.frameCount)
    #expect(source.format.sampleRate == rate)
    #expect(source.format.dataFormat.formatID == library.format.dataFormat.formatID)
    #expect(source.losslessSampleType == library.losslessSampleType)
    let decoded = try Conversion(of: source, to: target).inMemory().bytes
    #expect(try decoded == Conversion(of: library, to: target).inMemory().bytes)
  }
}
