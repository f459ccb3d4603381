import AlertSound
import SoundFormat
import TestSupport
import Testing

/// Texts of sounds that libsndfile reads.
@Suite(.ifLibsndfileDecodes)
struct ForeignTextTests {
  /// A Sun file holds no texts; FLAC holds most of them.
  @Test func titlesAreCopied() throws {
    var metadata = Libsndfile.Metadata()
    metadata.title = "Bell"
    metadata.artist = "Zoë"
    let flac = try Libsndfile.write(metadata, container: 0x170000, frameCount: 100)
    let source = try SoundSource(bytes: flac)
    #expect(source.metadata[.title] == "Bell")
    let caf = try Conversion(
      of: source, to: ConversionTarget(container: .caf, dataFormat: .ima4)
    ).inMemory().bytes
    let carried = try SoundFile(parsing: caf).metadata
    #expect(carried[.title] == "Bell")
    #expect(carried[.artist] == "Zoë")
  }
}
