import SoundFormat
import TestSupport
import Testing

/// Chunks that are duplicated, nested, or too many.
struct HostileChunkTests {
  /// The chunks of a file, including their headers, and the bytes before them.
  private static func parts(
    of file: SmallFile
  ) throws -> (beginning: [UInt8], chunks: [(name: String, bytes: [UInt8])]) {
    let sound = try SoundFile(in: file.bytes)
    let (start, header) = sound.container == .caf ? (8, 12) : (12, 8)
    let ends = sound.chunks.dropFirst().map { $0.bodyOffset - header } + [file.bytes.count]
    return (
      Array(file.bytes[..<start]),
      zip(sound.chunks, ends).map { chunk, end in
        ("\(chunk.identifier)", Array(file.bytes[(chunk.bodyOffset - header)..<end]))
      }
    )
  }

  @Test(arguments: SmallFile.all)
  func everyChunkDuplicatedMissingOrMoved(file: SmallFile) throws {
    var run = HostileRun(.sound)
    let (beginning, chunks) = try Self.parts(of: file)
    let bodies = chunks.map(\.bytes)
    for (index, chunk) in chunks.enumerated() {
      var others = bodies
      others.remove(at: index)
      run.attempt(beginning + others.joined(), "no \(chunk.name)")
      for place in bodies.indices {
        var more = bodies
        more.insert(chunk.bytes, at: place)
        run.attempt(beginning + more.joined(), "a second \(chunk.name) at \(place)")
        var moved = others
        moved.insert(chunk.bytes, at: place)
        run.attempt(beginning + moved.joined(), "\(chunk.name) at \(place)")
      }
    }
    run.attempt(beginning + bodies.reversed().joined(), "in reverse")
    run.attempt(file.bytes + file.bytes, "a file behind the file")
  }

  /// Every chunk becomes the body of every other chunk. For example, audio is in a list of texts, or
  /// a format is in audio.
  @Test(arguments: SmallFile.all)
  func everyChunkInsideAnother(file: SmallFile) throws {
    var run = HostileRun(.sound)
    let (beginning, chunks) = try Self.parts(of: file)
    let isCAF = beginning.count == 8
    let isBig = isCAF || beginning[0] == UInt8(ascii: "F") || beginning[3] == UInt8(ascii: "X")
    for (outer, chunk) in chunks.enumerated() {
      for (inner, other) in chunks.enumerated() where inner != outer {
        let count = UInt64(other.bytes.count)
        let size =
          isCAF
          ? count.big(byteCount: 8) : isBig ? count.big(byteCount: 4) : count.little(byteCount: 4)
        let nested = chunk.bytes.prefix(4) + size + other.bytes
        var bodies = chunks.map(\.bytes)
        bodies[outer] = Array(nested)
        run.attempt(beginning + bodies.joined(), "\(other.name) in \(chunk.name) and beside it")
        bodies.remove(at: inner)
        run.attempt(beginning + bodies.joined(), "\(other.name) in \(chunk.name)")
      }
    }
  }

  @Test func soundDataOffsets() throws {
    var run = HostileRun(.sound)
    for file in SmallFile.all where file.bytes.starts(with: Array("FORM".utf8)) {
      let chunk = try #require(
        try SoundFile(in: file.bytes).chunks.first { $0.identifier == "SSND" })
      for value in PowersOfTwo.neighbours(bitCount: 32) {
        let bytes = value.big(byteCount: 4)
        run.attempt(
          file.bytes.replacing(at: chunk.bodyOffset, with: bytes), "\(file): offset \(value)")
        run.attempt(
          file.bytes.replacing(at: chunk.bodyOffset + 4, with: bytes), "\(file): blocks of \(value)"
        )
      }
    }
  }

  /// Each case: a file's beginning, and a chunk that follows it 11,000 times. The reader reads each
  /// byte at most a few times, and the number of its reads isn't quadratic.
  @Test(arguments: [
    ("'RIFF' 00000000 'WAVE'", "'junk' 00000000"), ("'RIFF' 00000000 'WAVE'", "'LIST' 00000000"),
    ("'RIFF' 00000000 'WAVE'", "'fmt ' 00000000"), ("'RIFF' 00000000 'WAVE'", "'id3' 00 00000000"),
    ("'RIFF' 00000000 'WAVE'", "'cue ' 04000000 FFFFFFFF"),
    ("'FORM' 00000000 'AIFF'", "'junk' 00000000"),
    ("'FORM' 00000000 'AIFC'", "'MARK' 00000002 FFFF"),
    ("'caff' 0001 0000", "'junk' 0000000000000000"),
    ("'caff' 0001 0000", "'id3' 00 0000000000000000"),
    ("'caff' 0001 0000", "'data' 0000000000000000"),
    ("'caff' 0001 0000", "'strg' 0000000000000004 FFFFFFFF"),
    ("'caff' 0001 0000", "'desc' 8000000000000000"),
  ])
  func chunksWithoutEnd(beginning: String, chunk: String) {
    var run = HostileRun(.sound)
    let bytes = hex(beginning) + repeatElement(hex(chunk), count: 11_000).joined()
    run.attempt(bytes, "\(chunk) without end")
    let file = CountedFile(bytes)
    #expect(throws: SoundFileError.self) { try SoundFile(in: file) }
    #expect(file.readCount <= 50_000)
    #expect(file.readByteCount <= 4 * bytes.count)
  }

  /// Thousands of chunks before a sound's audio, all of kinds that the reader parses.
  @Test func chunksWithoutEndInASound() throws {
    var run = HostileRun(.sound)
    for (description, start, chunk) in [
      ("WAVE LEI16", 12, "'LIST' 04000000 'INFO'"), ("WAVE LEI16", 12, "'smpl' 04000000 FFFFFFFF"),
      ("AIFF BEI16", 12, "'ANNO' 00000002 'aa'"), ("AIFF BEI16", 12, "'MARK' 00000002 FFFF"),
      ("AIFF BEI16", 12, "'id3' 00 00000002 0000"),
      ("CAF LEI16", 52, "'info' 0000000000000004 FFFFFFFF"),
      ("CAF LEI16", 52, "'mark' 0000000000000008 00000000FFFFFFFF"),
    ] {
      let file = try #require(SmallFile.all.first { $0.description == description })
      let chunks = Array(repeatElement(hex(chunk), count: 4000).joined())
      let bytes = file.bytes[..<start] + chunks + file.bytes[start...]
      run.attempt(Array(bytes), "\(chunk) again and again")
      let counted = CountedFile(Array(bytes))
      let sound = try? SoundFile(in: counted)
      #expect(sound != nil, "\(chunk)")
      #expect(counted.readCount <= 50_000)
      #expect(counted.readByteCount <= 4 * bytes.count)
    }
  }
}
