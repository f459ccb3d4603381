import SoundFormat
import TestSupport
import Testing

/// Chunks and properties on their own: `-c` and `-u`.
struct AfinfoPartTests {
  private static let wave = hex(
    """
    'RIFF' 42000000 'WAVE' 'fmt ' 10000000 0100 0100 44AC0000 88580100 0200 1000
    'note' 05000000 'Hello' 00 'data' 08000000 0100 0200 0300 0400 'note' 00000000
    """)

  private func outcome(_ options: String) throws -> Tool.Outcome {
    try TemporaryDirectory(["in.wav": Self.wave]).shell("afinfo \(options) in.wav")
  }

  @Test func aChunkIsFoundAndShown() throws {
    let outcome = try outcome("-c 'fmt '")
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.outputText == """
        File:           in.wav
        chunk 'fmt ': 16 bytes at 20
        00000014  01 00 01 00 44 ac 00 00  88 58 01 00 02 00 10 00 |....D....X......|
        ----

        """)
    #expect(try self.outcome("-c fmt").outputText == outcome.outputText)
  }

  @Test func chunksOfOneNameAreAllShown() throws {
    #expect(
      try outcome("-c note -u edur").outputText == """
        File:           in.wav
        chunk 'note': 5 bytes at 44
        0000002c  48 65 6c 6c 6f                                   |Hello|
        chunk 'note': 0 bytes at 74
        property 'edur': 0.000091
        ----

        """)
  }

  @Test func longChunksAreAbbreviated() throws {
    let folder = try TemporaryDirectory([
      "in.caf": try soundFile(.caf, .pcm(.int16), frameCount: 1000)
    ])
    let lines = try folder.shell("afinfo -c data in.caf").outputText.split(separator: "\n")
    #expect(lines.count == 1 + 1 + 64 + 1 + 1)
    #expect(lines[1] == "chunk 'data': 2004 bytes at 4092")
    #expect(lines[2].hasPrefix("00000ffc  00 00 00 01 "))
    #expect(lines[66] == "and 980 bytes more")
  }

  @Test func missingChunksAreFailures() throws {
    for (option, thing) in [("-c", "chunk"), ("-u", "property or chunk")] {
      expectFailure(
        try outcome("\(option) pakt"),
        """
        in.wav: error: there is no 'pakt' \(thing); the file has 'fmt ' 'note' 'data' 'note'
        """)
    }
    let some = try outcome("-c pakt -c 'fmt '")
    #expect(some.ending == .exit(1))
    #expect(some.outputText.contains("chunk 'fmt '"))
  }

  @Test func foreignFilesHaveNoChunksToShow() throws {
    let folder = try TemporaryDirectory([
      "in.au": try PlainSound(.sine, frameCount: 10).file(libsndfile: Libsndfile.au)
    ])
    expectFailure(
      try folder.shell("afinfo -c data in.au"),
      "in.au: error: there is no 'data' chunk; only those of CAF, AIFF, WAVE, MPEG-4 and ADTS files can be shown"
    )
  }

  @Test(arguments: [
    ("ffmt", ["'WAVE'"]), ("dfmt", [" 1 ch,  44100 Hz, Int16"]), ("optm", ["0"]), ("bcnt", ["8"]),
    ("pcnt", ["4"]), ("psze", ["2"]), ("pkub", ["2"]), ("doff", ["58"]), ("brat", ["705600"]),
    ("edur", ["0.000091"]), ("sbtd", ["I16"]),
    ("info", [#"approximate duration in seconds: "0""#]),
    ("chid", ["'fmt '", "'note'", "'data'", "'note'"]),
  ])
  func propertiesAreShown(code: String, values: [String]) throws {
    let outcome = try outcome("-u \(code)")
    #expect(outcome.ending == .exit(0))
    let lines = values.map { "property '\(code)': \($0)\n" }.joined()
    #expect(outcome.outputText == "File:           in.wav\n\(lines)----\n")
  }

  @Test func propertiesOfPacketsAndLoudspeakersAreShown() throws {
    let folder = try TemporaryDirectory([
      "in.caf": try soundFile(
        .caf, .ima4, channels: [.bell, .sine], frameCount: 100, layout: .stereo)
    ])
    #expect(
      try folder.shell("afinfo -u pnfo -u cmap in.caf").outputText == """
        File:           in.caf
        property 'pnfo': 100 0 28
        property 'cmap': Stereo (L R)
        ----

        """)
  }

  /// Core Audio stores user data in chunks with the property's name.
  @Test func aPropertyMayBeAChunk() throws {
    #expect(try outcome("-u note").outputText == outcome("-c note").outputText)
  }
}
