import SoundFormat
import TestSupport
import Testing

/// Compares with the bytes that Apple's tool writes. Sources: playn's fanfare.aifc, go-audio's
/// melina.aiff, xdripswift's xdripalert.aif.
@Suite struct AIFFWriterTests {
  @Test func aiffBeginsAt4096() throws {
    let expected = hex(
      """
      'FORM' \(size32(4088 + 400)) 'AIFF'
      'COMM' 00000012 0002 00000064 0010 400EAC44000000000000
      'FLLR' 00000FC2 \(String(repeating: "00", count: 4034))
      'SSND' 00000198 00000000 00000000
      """)
    let bytes = try header(.aiff, .pcm(.int16, .big), channels: 2).headerBytes()
    #expect(bytes.count == 4096)
    #expect(firstDifference(of: bytes, from: expected) == nil)
  }

  @Test func ima4CountsPackets() throws {
    let expected = hex(
      """
      'FORM' \(size32(91_264)) 'AIFC'
      'FVER' 00000004 A2805140
      'COMM' 0000001E 0001 00000A04 0000 400EAC44000000000000 'ima4' 07 'IMA 4:1'
      'FLLR' 00000FAA \(String(repeating: "00", count: 4010))
      'SSND' \(size32(8 + 87_176)) 00000000 00000000
      """)
    let bytes = try header(.aifc, .ima4, frames: 164_052).headerBytes()
    #expect(bytes.count == 4096)
    #expect(firstDifference(of: bytes, from: expected) == nil)
  }

  @Test func withoutFillerTheAudioFollowsImmediately() throws {
    let aiff = try header(.aiff, .pcm(.int8), frames: 3, filler: false)
      .headerBytes()
    #expect(
      firstDifference(
        of: aiff,
        from: hex(
          """
          'FORM' 00000032 'AIFF'
          'COMM' 00000012 0001 00000003 0008 400EAC44000000000000
          'SSND' 0000000B 00000000 00000000
          """)) == nil)
  }

  @Test(
    arguments: [
      (.pcm(.int16, .big), "0010", "'twos' 2C 'Linear PCM, 16 bit big-endian signed integer' 00"),
      (.pcm(.int8), "0008", "'NONE' 20 'Linear PCM, 8 bit signed integer' 00"),
      (.pcm(.uint8), "0008", "'raw ' 22 'Linear PCM, 8 bit unsigned integer' 00"),
      (.pcm(.int24, .big), "0018", "'in24' 2C 'Linear PCM, 24 bit big-endian signed integer' 00"),
      (.pcm(.int32, .big), "0020", "'in32' 2C 'Linear PCM, 32 bit big-endian signed integer' 00"),
      (.pcm(.float32, .big), "0020", "'fl32' 2C 'Linear PCM, 32 bit big-endian floating point' 00"),
      (.pcm(.float64, .big), "0040", "'fl64' 2C 'Linear PCM, 64 bit big-endian floating point' 00"),
      (.muLaw, "0008", "'ulaw' 08 B5 'Law 2:1' 00"),
      (.aLaw, "0008", "'alaw' 08 'ALaw 2:1' 00"),
      (.ima4, "0000", "'ima4' 07 'IMA 4:1'"),
    ] as [(DataFormat, String, String)])
  func namesEveryCompression(format: DataFormat, depth: String, name: String) throws {
    let bytes = try header(.aifc, format, frames: 1, filler: false).headerBytes()
    let body = hex("0001 00000001 \(depth) 400EAC44000000000000 \(name)")
    let comm = hex("'COMM' \(size32(body.count))") + body
    #expect(firstDifference(of: Array(bytes[24..<24 + comm.count]), from: comm) == nil)
    #expect(comm.count % 2 == 0)
  }

  @Test func aLayoutPrecedesTheFiller() throws {
    let bytes = try header(.aiff, .pcm(.int8), layout: .mono).headerBytes()
    #expect(Array(bytes[38..<58]) == hex("'CHAN' 0000000C 00640001 00000000 00000000"))
    #expect(Array(bytes[58..<62]) == hex("'FLLR'"))
    #expect(bytes.count == 4096)
  }

  /// The size of SSND excludes the pad byte; the size of FORM includes it.
  @Test(arguments: [Container.aiff, .aifc])
  func anOddSizedSoundIsPadded(container: Container) throws {
    let odd = header(container, .pcm(.int8), frames: 3)
    #expect(odd.trailerBytes == [0])
    let bytes = try odd.headerBytes()
    #expect(Array(bytes[4..<8]) == hex(size32(4088 + 4)))
    #expect(Array(bytes[4084..<4088]) == hex("0000000B"))
    let even = header(container, .pcm(.int8), frames: 4)
    #expect(even.trailerBytes == [])
    #expect(Array(try even.headerBytes()[4..<8]) == hex(size32(4088 + 4)))
  }

  @Test func ratesNeedNotBeWhole() throws {
    let bytes = try header(.aiff, .pcm(.int8), rate: 22_254.54545).headerBytes()
    #expect(Array(bytes[28..<38]) == hex("400D ADDD174538EF3800"))
    #expect(try SoundFile(parsing: bytes).format.sampleRate == 22_254.54545)
  }
}
