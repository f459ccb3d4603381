import TestSupport
import Testing

@testable import SoundFormat

/// Excerpts: small MPEG-4 files that have a sound's packets and nothing else.
@Suite struct MPEG4ExcerptTests {
  /// The excerpt as a file.
  private static func excerpt(_ bytes: [UInt8]) throws -> [UInt8] {
    let excerpt = try #require(try MPEG4Excerpt(of: SoundFile(parsing: bytes), in: bytes))
    return excerpt.header + excerpt.packets.ranges.flatMap { bytes[$0] }
  }

  @Test(arguments: SmallFile.movies.filter { $0.description.contains("A") })
  func hasTheSamePackets(movie: SmallFile) throws {
    let sound = try SoundFile(parsing: movie.bytes)
    guard sound.packetList != nil, sound.container != .caf else { return }
    let bytes = try Self.excerpt(movie.bytes)
    let excerpt = try SoundFile(parsing: bytes)
    #expect(excerpt.format == sound.format)
    #expect(excerpt.packetSizes == sound.packetSizes)
    #expect(excerpt.missingByteCount == 0)
    let packets = sound.audioRuns.ranges.flatMap { movie.bytes[$0] }
    #expect(excerpt.audioRuns.ranges.flatMap { bytes[$0] } == packets)
  }

  /// The box's version tells whether an entry of version 1 has QuickTime's fields.
  @Test func keepsTheVersionOfTheDescription() throws {
    var movie = SmallMovie.aac()
    movie.descriptionVersion = 1
    movie.entry.replaceSubrange(16..<18, with: [0, 1])
    let sound = try SoundFile(parsing: movie.bytes)
    #expect(sound.magicCookie.first == 3)
    let excerpt = try SoundFile(parsing: Self.excerpt(movie.bytes))
    #expect(excerpt.format == sound.format)
    #expect(excerpt.magicCookie == sound.magicCookie)
  }

  @Test func refusesWhatHasNoListOfPackets() throws {
    let frames = SmallMovie(
      entry: SmallMovie.entry("sowt"), runs: [[zeros(8)]], durations: [(4, 1)])
    for bytes in [SmallFile.adts(), frames.bytes] {
      let sound = try SoundFile(parsing: bytes)
      #expect(try MPEG4Excerpt(of: sound, in: bytes) == nil)
    }
  }
}
