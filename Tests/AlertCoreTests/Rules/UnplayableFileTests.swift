import AlertCore
import SoundFormat
import TestSupport
import Testing

/// Files made by hand that don't play because of their contents.
struct UnplayableFileTests {
  private static let header = "'caff' 0001 0000 "
  /// A sample rate of 1000 Hz.
  private static let rate = "408F400000000000 "
  private static let aac =
    "'desc' 0000000000000020 " + rate + "'aac ' 00000000 00000000 00000400 00000001 00000000 "
  private static let ima4 =
    "'desc' 0000000000000020 " + rate + "'ima4' 00000000 00000022 00000040 00000001 00000000 "
  /// A data chunk of two IMA4 packets.
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
    _ reasons: [AlertFinding], _ bytes: [UInt8], _ outcome: AlertVerdict.Outcome = .default,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let verdict = verdict(on: bytes)
    #expect(verdict.reasons == reasons, sourceLocation: sourceLocation)
    #expect(verdict.outcome == outcome, sourceLocation: sourceLocation)
  }

  /// Each case: a codec, and whether it counts as undocumented, because shipping apps use it.
  /// Nothing is known about the other codecs, so they count as unplayable.
  @Test(arguments: [
    ("aac ", true), ("aacl", true), ("alac", true), ("aach", false), ("aacp", false),
    ("aace", false), (".mp3", false), ("QDM2", false), ("MAC3", false), ("opus", false),
    ("flac", false), ("????", false),
  ])
  func codecsInACAF(code: String, isUndocumented: Bool) throws {
    let data = "'data' 000000000000000B 00000001 01020304050607"
    let aac = Self.aac.replacing("'aac '", with: "'\(code)'")
    let formatID = FourCharCode(typed: code)!
    let finding: AlertFinding =
      isUndocumented ? .undocumentedCodec(formatID) : .unplayableCodec(formatID)
    // Without parameters and a list of packets, only libsndfile may read the file.
    expectReasons(
      [code == "alac" ? finding : finding.withoutConversion], hex(Self.header + aac + data),
      isUndocumented ? .undocumented : .default)
    // AAC-LD was seen in one app only.
    #expect(
      !isUndocumented
        || verdict(on: hex(Self.header + aac + data)).reasons[0].grade
          == (code == "aacl" ? .observedOnce : .widelyObserved)
    )
  }

  /// No shipping app is known to use AAC in an AIFF-C file.
  @Test func aacInAnAIFC() {
    let comm = "'COMM' 00000018 0001 00000400 0010 400E AC44000000000000 'aac ' 0000 "
    let body = "'FVER' 00000004 A2805140 " + comm + "'SSND' 0000000C 00000000 00000000 01020304"
    expectReasons(
      [.unplayableCodec("aac ").withoutConversion], hex("'FORM' 00000044 'AIFC' " + body))
  }

  /// Each case: AIFF-C's compression type and sample size, and the fact that keeps Apple's library from playing the
  /// file; nil if it plays. Source: Toisto's result-audiotoolbox-tester.md, for macOS 14.4.
  @Test(
    arguments: [
      ("ulaw", 8, nil), ("alaw", 8, nil), ("ima4", 0, nil), ("ima4", 16, nil), ("FL32", 32, nil),
      ("ULAW", 8, "the compression type is ULAW; Apple's library opens only ulaw"),
      ("ALAW", 16, "the compression type is ALAW; Apple's library opens only alaw"),
      ("ulaw", 16, "the sample size of µ-law is 16 bits; Apple's library decodes only 8"),
      ("alaw", 16, "the sample size of A-law is 16 bits; Apple's library decodes only 8"),
      ("alaw", 0, "the sample size of A-law is 0 bits\(untried)"),
    ] as [(String, UInt8, String?)])
  func lawInAnAIFC(type: String, depth: UInt8, fact: String?) {
    let comm =
      "'COMM' 00000018 0001 00000002 00" + hexText([depth])
      + " 400BFA00000000000000 '\(type)' 0000 "
    let audio = hexText([UInt8](repeating: 0x55, count: 68))
    expectDoubt(
      fact,
      hex("'FORM' 00000084 'AIFC' 'FVER' 00000004 A2805140 " + comm)
        + hex("'SSND' 0000004C 0000000000000000" + audio))
  }

  private static let wave =
    "'RIFF' 28000000 'WAVE' 'fmt ' 10000000 0100 0100 E8030000 D0070000 0200 1000 'data' 04000000 01000200"
  private static let oddChunk = "'id3' 00 0000000000000000"

  /// Nobody is known to have tried these files with Apple's library. Each case: a file, and the fact; nil if it plays.
  @Test(
    arguments: [
      (wave, nil), (wave.replacing("0200 1000", with: "0100 0800"), nil),
      (wave.replacing("0100 0100", with: "0600 0100").replacing("0200 10", with: "0100 08"), nil),
      (
        wave.replacing("0200 10", with: "0400 10"),
        "the fmt chunk states blocks of 4 bytes, a frame has 2"
      ),
      (
        wave.replacing("0100 0100", with: "0700 0100"),
        "the fmt chunk states blocks of 2 bytes, a frame has 1"
      ),
      (
        wave.replacing("0100 0100", with: "0700 0100").replacing("0200 10", with: "0100 10"),
        "the fmt chunk states 16 bits for µ-law"
      ),
      (
        wave.replacing("0100 0100", with: "0600 0100").replacing("0200 10", with: "0100 00"),
        "the fmt chunk states 0 bits for A-law"
      ),
      (
        wave.replacing("'data'", with: "'id3' 00 00000000 'data'"),
        "the chunk code id3\\x00 isn't printable"
      ),
      (header + oddChunk + ima4 + packets, "the chunk code id3\\x00 isn't printable"),
      (header + ima4 + packets + oddChunk + "'free' 0000000000000000", nil),
    ] as [(String, String?)])
  func whatNobodyTried(file: String, fact: String?) {
    expectDoubt(fact.map { $0 + Self.untried }, hex(file))
  }

  private static let untried = "; Apple's library isn't known to read such a file"

  private func expectDoubt(_ fact: String?, _ file: [UInt8]) {
    let reasons = verdict(on: file).reasons
    #expect(reasons.map(\.fact) == [fact].compactMap(\.self))
    let grade = fact?.hasSuffix(Self.untried) == true ? AlertRule.Grade.judgement : .observedOnce
    #expect(reasons.allSatisfy { $0.rule == .readable && $0.grade == grade })
  }

  /// Each case: a sample entry, Core Audio's code for its codec, whether it's undocumented, and whether it's decoded.
  @Test(arguments: [
    (SmallMovie.aacEntry(), "aac ", true, true),
    // 960 frames in a packet.
    (SmallMovie.aacEntry(config: [0x12, 0x14]), "aac ", true, false),
    (SmallMovie.aacEntry(config: [0x2B, 0x11, 0x88]), "aach", false, false),
    (SmallMovie.aacEntry(config: hex("EB8A0800")), "aacp", false, false),
    (SmallMovie.aacEntry(config: hex("F8E85000")), "aace", false, false),
    (SmallMovie.aacEntry(config: hex("F942412214C000")), "usac", false, false),
    (SmallMovie.aacEntry(config: hex("BA1000")), "aacl", true, true),
    (SmallMovie.entry("alac"), "alac", true, false),
    (SmallMovie.entry("drms"), "drms", false, false),
    (SmallMovie.entry("ac-3"), "ac-3", false, false),
    (SmallMovie.entry("samr", rate: 8000), "samr", false, false),
    (SmallMovie.entry("twos"), "lpcm", false, true),
  ])
  func m4a(entry: [UInt8], code: String, isUndocumented: Bool, isDecoded: Bool) throws {
    let movie = SmallMovie(
      entry: entry, runs: [Array(repeating: [1, 2, 3, 4], count: 5)], durations: [(5, 1024)])
    let format = ForeignFormat.mpeg4(codec: FourCharCode(typed: code)!)
    let finding: AlertFinding =
      isUndocumented ? .undocumentedContainer(format) : .unplayableContainer(format)
    expectReasons(
      [isDecoded ? finding : finding.withoutConversion], movie.bytes,
      isUndocumented ? .undocumented : .default)
    #expect(
      finding.withoutConversion.remedy
        == (code == "drms" ? .replace("it is copy-protected; use another sound") : .export))
  }

  @Test func aPacketOfAACThatIsIncomplete() {
    expectReasons([.unplayableContainer(.aac).withoutConversion], hex("FFF15080"))
  }

  private static let undocumented = AlertFinding.undocumentedContainer(.mpeg4(codec: "aac "))

  /// Each case: an edit list's length in milliseconds, and the finding. There are enough packets.
  @Test(
    arguments: [
      (30_000, .atLimit(seconds: 30)), (30_250, .tooLong(seconds: 30.25, limit: 30)), (29_500, nil),
    ] as [(UInt32, AlertFinding?)])
  func theLengthOfAnM4A(milliseconds: UInt32, finding: AlertFinding?) {
    var movie = SmallMovie.aac(packetCount: 1400)
    movie.edits = [(milliseconds, 1024)]
    let verdict = verdict(on: movie.bytes)
    #expect(verdict.reasons == [finding, Self.undocumented].compactMap(\.self))
  }

  /// The sound has 40,000 valid frames, which take 40 s. So the report also says that it is too
  /// long.
  @Test func aacInACAFCanAlsoBeTooLong() {
    let pakt = "'pakt' 0000000000000019 0000000000000001 0000000000009C40 00000000 00000000 07 "
    let data = "'data' 000000000000000B 00000001 01020304050607"
    expectReasons(
      [.tooLong(seconds: 40, limit: 30), .undocumentedCodec("aac ").withoutConversion],
      hex(Self.header + Self.aac + pakt + data))
  }

  @Test func aacWithoutAPacketTableIsNotSilent() {
    let data = "'data' 000000000000000B 00000001 01020304050607"
    #expect(verdict(on: hex(Self.header + Self.aac + data)).advisories == [.unknownLength])
    expectReasons(
      [.undocumentedCodec("aac ").withoutConversion], hex(Self.header + Self.aac + data),
      .undocumented)
  }

  @Test func ima4WithSixChannels() {
    let desc =
      "'desc' 0000000000000020 " + Self.rate
      + "'ima4' 00000000 000000CC 00000040 00000006 00000000 "
    let data = "'data' 00000000000000D0 00000001 " + String(repeating: "00", count: 204)
    expectReasons([.undecodableChannels(6)], hex(Self.header + desc + data))
  }

  /// iOS may take these files for MP3 audio.
  @Test(arguments: [(Container.aiff, "an AIFF file"), (.caf, "a CAF file"), (.wave, "a WAVE file")])
  func containersAfterATag(container: Container, name: String) throws {
    let dataFormat: DataFormat = .pcm(.int16, container == .aiff ? .big : .little)
    let file = id3Tag(zeros(200)) + (try soundFile(container, dataFormat, frameCount: 1000))
    let reasons = verdict(on: file).reasons
    #expect(reasons.map(\.rule) == [.container])
    #expect(reasons.first?.fact.hasPrefix("this is \(name) after an ID3 tag, outside") == true)
    #expect(reasons.first?.remedy == .toIMA4)
  }

  @Test(
    arguments: [
      (hex("'ID3' 0400 0000 0000 0000 FFFB 9000"), .unplayableContainer(.mp3)),
      (hex("FFFB 9000 0000 0000 0000 0000"), .unplayableContainer(.mpegAudio)),
      (hex("'OggS' 0002 0000 0000 0000 0000 0000 0000"), .unplayableContainer(.ogg)),
      ([], .unreadable("the file is empty")),
      (
        Array("Ring the bell.\n".utf8),
        .unreadable("this is not a CAF, AIFF, WAVE, MPEG-4, ADTS, MP3 or FLAC file")
      ),
      (Array("<!DOCTYPE html>\n".utf8), .unplayableContainer(.webPage)),
      (
        Array("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n".utf8),
        .unplayableContainer(.gitLFSPointer)
      ),
    ] as [([UInt8], AlertFinding)])
  func otherFiles(bytes: [UInt8], finding: AlertFinding) { expectReasons([finding], bytes) }

  @Test(arguments: [(Container.rf64, "an RF64 file"), (.bw64, "a BW64 file")])
  func formatsAppleDoesNotList(container: Container, name: String) throws {
    let file = try soundFile(container, .pcm(.int16), frameCount: 10)
    let verdict = verdict(on: file)
    #expect(verdict.reasons.map(\.rule) == [.container])
    #expect(verdict.reasons[0].remedy == .toIMA4)
    #expect(
      verdict.reasons[0].fact == "this is \(name), outside Apple's list of aiff, wav and caf files")
  }

  /// Half of the audio is missing, and the report gives no other reason.
  @Test(arguments: [Container.caf, .aiff, .aifc, .wave])
  func truncated(container: Container) throws {
    let dataFormat: DataFormat = .pcm(.int16, container == .wave ? .little : .big)
    let file = try soundFile(container, dataFormat, frameCount: 1000)
    expectReasons(
      [.unreadable("the file is truncated: 1000 bytes of audio are missing")],
      Array(file.dropLast(1000)))
  }

  /// Formats that nothing here decodes are called what they are.
  @Test(arguments: [
    ("56E003 000000 56E001 00", "a LATM stream of AAC"), ("56E003 000000", "a LATM stream of AAC"),
    ("'ADIF' 00000000", "an ADIF file of AAC"),
  ])
  func otherStreamsOfAAC(bytes: String, name: String) {
    #expect(
      verdict(on: hex(bytes)).reasons.map(\.fact)
        == ["this is \(name), outside Apple's list of aiff, wav and caf files"])
  }

  @Test func truncatedInTheHeader() throws {
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
}
