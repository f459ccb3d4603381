import AlertSound
import SoundFormat
import TestSupport
import Testing

/// Files that fall back to the default sound for what they are, made by hand.
struct UnplayableFileTests {
  private static let header = "'caff' 0001 0000 "
  /// 1000 Hz.
  private static let rate = "408F400000000000 "
  private static let aac =
    "'desc' 0000000000000020 " + rate + "'aac ' 00000000 00000000 00000400 00000001 00000000 "
  private static let ima4 =
    "'desc' 0000000000000020 " + rate + "'ima4' 00000000 00000022 00000040 00000001 00000000 "
  /// Two packets of IMA4.
  private static let packets =
    "'data' 0000000000000048 00000001 " + String(repeating: "00", count: 68)

  private func verdict(on bytes: [UInt8], named name: String? = nil) -> AlertVerdict {
    do throws(SoundFileError) {
      return AlertRules.iOS.verdict(on: try SoundFile(parsing: bytes), named: name)
    } catch {
      return AlertRules.iOS.verdict(on: error)
    }
  }

  private func expectReasons(
    _ reasons: [AlertFinding], _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let verdict = verdict(on: bytes)
    #expect(verdict.reasons == reasons, sourceLocation: sourceLocation)
    #expect(verdict.outcome == .fallsBackToDefault(reasons), sourceLocation: sourceLocation)
  }

  /// Two packets of three and four bytes; 1500 valid frames, 548 of padding.
  @Test func aacInACAF() {
    let pakt = "'pakt' 000000000000001A 0000000000000002 00000000000005DC 00000000 00000224 03 04 "
    let data = "'data' 000000000000000B 00000001 01020304050607"
    expectReasons([.unplayableCodec("AAC ('aac ')")], hex(Self.header + Self.aac + pakt + data))
  }

  /// 40 s: 40,000 valid frames. That it is too long as well is said, too.
  @Test func aacInACAFMayBeTooLongBesides() {
    let pakt = "'pakt' 0000000000000019 0000000000000001 0000000000009C40 00000000 00000000 07 "
    let data = "'data' 000000000000000B 00000001 01020304050607"
    expectReasons(
      [.unplayableCodec("AAC ('aac ')"), .tooLong(seconds: 40, limit: 30)],
      hex(Self.header + Self.aac + pakt + data))
  }

  @Test func aacWithoutAPacketTableIsNotSilent() {
    let data = "'data' 000000000000000B 00000001 01020304050607"
    expectReasons([.unplayableCodec("AAC ('aac ')")], hex(Self.header + Self.aac + data))
  }

  @Test func ima4WithSixChannels() {
    let desc =
      "'desc' 0000000000000020 " + Self.rate
      + "'ima4' 00000000 000000CC 00000040 00000006 00000000 "
    let data = "'data' 00000000000000D0 00000001 " + String(repeating: "00", count: 204)
    expectReasons([.undecodableChannels(6)], hex(Self.header + desc + data))
  }

  /// A block of 256 bytes, of frames that only decoding counts.
  @Test func adpcmInAWAVEIsOfAnotherKind() {
    let format = "'fmt ' 10000000 0200 0100 E8030000 00010000 0001 0400 "
    let data = "'data' 00010000 " + String(repeating: "00", count: 256)
    expectReasons(
      [.unplayableCodec(#"MS ADPCM ('ms\x00\x02')"#)],
      hex("'RIFF' 24010000 'WAVE' " + format + data))
  }

  @Test func mp3() {
    expectReasons([.unplayableContainer("MP3 audio")], hex("'ID3' 0400 0000 0000 0000 FFFB 9000"))
    expectReasons([.unplayableContainer("MPEG audio")], hex("FFFB 9000 0000 0000 0000 0000"))
  }

  @Test func ogg() {
    expectReasons(
      [.unplayableContainer("an Ogg file")], hex("'OggS' 0002 0000 0000 0000 0000 0000 0000"))
  }

  @Test(arguments: [(Container.rf64, "an RF64 file"), (.bw64, "a BW64 file")])
  func whatAppleDoesNotList(container: Container, name: String) throws {
    let file = try soundFile(container, .pcm(.int16), frameCount: 10)
    let verdict = verdict(on: file)
    #expect(verdict.reasons == [.unplayableContainer(name)])
    #expect(verdict.reasons[0].fact == "this is \(name), not an aiff, wav or caf file")
  }

  @Test func emptyAndOther() {
    expectReasons([.unreadable("the file is empty")], [])
    expectReasons(
      [.unreadable("this is not a CAF, AIFF or WAVE file")], Array("Ring the bell.\n".utf8))
    expectReasons([.unplayableContainer("a web page")], Array("<!DOCTYPE html>\n".utf8))
    expectReasons(
      [.unplayableContainer("a Git LFS pointer")],
      Array("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n".utf8))
  }

  /// Half of the audio is missing: it says so by itself.
  @Test(arguments: [Container.caf, .aiff, .aifc, .wave])
  func cutShort(container: Container) throws {
    let dataFormat: DataFormat = .pcm(.int16, container == .wave ? .little : .big)
    let file = try soundFile(container, dataFormat, frameCount: 1000)
    expectReasons(
      [.unreadable("the file was cut short: 1000 bytes of audio are missing")],
      Array(file.dropLast(1000)))
  }

  @Test func cutInTheHeader() throws {
    let file = try soundFile(.caf, .ima4, frameCount: 1000)
    expectReasons([.unreadable("the data chunk is missing")], Array(file.prefix(100)))
    let wave = try soundFile(.wave, .pcm(.int16), frameCount: 1000)
    for count in [12, 20, 36] {
      let rules = verdict(on: Array(wave.prefix(count))).reasons.map(\.rule)
      #expect(rules == [.readable], "\(count) bytes")
    }
  }

  @Test(arguments: [Container.caf, .aiff, .aifc, .wave])
  func noFrames(container: Container) throws {
    let dataFormat: DataFormat = .pcm(.int16, container == .wave ? .little : .big)
    expectReasons([.noFrames], try soundFile(container, dataFormat, frameCount: 0))
  }

  @Test func aDataChunkOfNoLength() {
    let format = "'fmt ' 10000000 0100 0100 E8030000 D0070000 0200 1000 "
    expectReasons([.noFrames], hex("'RIFF' 24000000 'WAVE' " + format + "'data' 00000000"))
  }

  /// The packet table says that all frames are padding.
  @Test func onlyPadding() {
    let pakt = "'pakt' 0000000000000018 0000000000000000 0000000000000000 00000000 00000080 "
    expectReasons([.noFrames], hex(Self.header + Self.ima4 + pakt + Self.packets))
  }

  /// A million valid frames in two packets: 128 are there, and 0.128 s is what is heard.
  @Test func aPacketTableThatLiesIsNotBelieved() throws {
    let pakt = "'pakt' 0000000000000018 0000000000000000 00000000000F4240 00000000 00000000 "
    let bytes = hex(Self.header + Self.ima4 + pakt + Self.packets)
    #expect(verdict(on: bytes).playsCustomSound)
    #expect(try SoundFile(parsing: bytes).duration == 0.128)
  }

  /// fictorial/Lexatron's back.caf, by WireTap Studio.
  @Test func aLittleEndianInfoChunkDoesNoHarm() {
    let info = "'info' 0000000000000008 01000000 'a' 00 'b' 00 "
    #expect(verdict(on: hex(Self.header + Self.ima4 + info + Self.packets)).playsCustomSound)
  }

  @Test func theLengthDoesNotOverflow() {
    // A packet table of another codec, whose packets nobody counts.
    let pakt = "'pakt' 0000000000000018 0000000000000001 7FFFFFFFFFFFFFFF 00000000 00000000 "
    let data = "'data' 000000000000000B 00000001 01020304050607"
    let verdict = verdict(on: hex(Self.header + Self.aac + pakt + data))
    #expect(verdict.reasons.map(\.rule) == [.dataFormat, .length])
    #expect(verdict.reasons[1].fact.contains(" s long"))
  }
}
