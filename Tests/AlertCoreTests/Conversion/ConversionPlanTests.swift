import AlertSound
import ConversionSupport
import SoundFormat
import SystemPackage
import TestSupport
import Testing

/// What a conversion states or rejects before it reads the first packet.
struct ConversionPlanTests {
  private static func wave(channelCount: Int = 1) throws -> [UInt8] {
    try soundFile(
      .wave, .pcm(.int16), channels: Array(repeating: .bell, count: channelCount), frameCount: 100)
  }

  private func expectRefusal(
    _ step: SoundError.Step, _ code: SoundFileError.Code, _ description: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation, _ plan: () throws -> Conversion
  ) {
    let error = #expect(throws: SoundError.self, sourceLocation: sourceLocation) {
      try plan()
    }
    #expect(error?.step == step, sourceLocation: sourceLocation)
    #expect(error?.path == nil, sourceLocation: sourceLocation)
    #expect(error?.fileErrorCode == code, sourceLocation: sourceLocation)
    if let description {
      #expect(error?.description == description, sourceLocation: sourceLocation)
    }
  }

  @Test func rejectsMoreThanTwoChannelsOfIMA4() throws {
    let input = try Self.wave(channelCount: 6)
    expectRefusal(
      .choosingCodec, .unsupported,
      "ima4 codes at most 2 channels, not 6; use two channels or one"
    ) { try Conversion(of: input, to: .caf, .ima4) }
    let stereo = try Conversion(of: input, to: .caf, .ima4) { $0.channels = .count(2) }
    #expect(stereo.header.format.channelCount == 2)
  }

  @Test(arguments: [
    ("LE16", "did you mean LEI16?"), ("BE24", "did you mean BEI24?"),
    ("LE32", "did you mean LEI32?"),
    ("aac ", "alert sounds play as ima4, ulaw, alaw or linear PCM, such as LEI16"),
    ("BE12", "alert sounds play as ima4, ulaw, alaw or linear PCM, such as LEI16"),
    ("xy16", "alert sounds play as ima4, ulaw, alaw or linear PCM, such as LEI16"),
  ])
  func rejectsUnsupportedOutputCodecs(code: String, advice: String) throws {
    let input = try Self.wave()
    let codec = try #require(FourCharCode(typed: code))
    expectRefusal(
      .choosingCodec, .unsupported, "there is no encoder for '\(code)'; \(advice)"
    ) { try Conversion(of: input, to: .caf, .other(CodecDescription(formatID: codec))) }
  }

  @Test func rejectsUnsupportedSourceCodecs() {
    let unknown = hex(
      """
      'caff' 0001 0000 'desc' 00000000 00000020
        40E58880 00000000 'xyz ' 00000000 00000000 00000400 00000002 00000000
      'data' 00000000 00000008 00000001 21004000
      """)
    expectRefusal(
      .openingInput, .unsupported,
      "the sound is coded as 'xyz '; export the sound as WAV, AIFF or CAF"
    ) { try Conversion(of: unknown, to: .caf, .ima4) }
  }

  @Test func rejectsTruncatedSources() throws {
    let input = Array(try Self.wave().dropLast(50))
    expectRefusal(
      .openingInput, .truncated,
      """
      the file is truncated: 150 bytes of audio are present, 50 are missing; copy or export \
      it again, or accept truncated files
      """
    ) { try Conversion(of: input, to: .caf, .ima4) }
  }

  @Test func rejectsSizesTheContainerCannotStore() throws {
    var input = try Self.wave()
    input = Array(input.prefix(4096))
    var sound = try SoundFile(parsing: Self.wave())
    sound.audioBytes = 4096..<4096 + 3_000_000_000
    expectRefusal(
      .creatingOutput, .tooLong,
      "WAVE files can hold 4 GB, but this data chunk would be 6000000000 bytes"
    ) {
      try Conversion(of: SoundSource(sound, in: input), to: .wave, .pcm(.float32))
    }
    let long = try Conversion(of: SoundSource(sound, in: input), to: .rf64, .pcm(.float32))
    #expect(long.header.audioByteCount == 6_000_000_000)
  }
}

struct SoundErrorTests {
  @Test(arguments: [
    (
      SoundError(.writing, "out.caf", .system(.noSpace), advice: "free some space"),
      "out.caf: the disk is full; free some space"
    ),
    (SoundError(.creatingOutput, "/x", .system(.notPermitted)), "/x: permission denied"),
    (SoundError(.choosingCodec, nil, .unsupported("no")), "no"),
    (SoundError(.writing, "x", .system(.ioError)), "x: \(Errno.ioError.description)"),
  ])
  func descriptionIsOneLine(error: SoundError, description: String) {
    #expect(error.description == description)
  }

  @Test func aFileNameCannotBreakTheLine() {
    let error = SoundError(.writing, "a\nb\u{202E}.caf", .system(.noSpace))
    #expect(error.description == "a\\nb\\u{202e}.caf: the disk is full")
  }

  @Test(arguments: [
    (SoundError(.openingInput, "x", .system(.noSuchFileOrDirectory)), SoundError.Fault.request),
    (SoundError(.creatingOutput, "x", .system(.isDirectory)), .request),
    (SoundError(.openingInput, "x", .system(.permissionDenied)), .system),
    (SoundError(.writing, "x", .system(.noSpace)), .system),
    (SoundError(.reading, "x", .sound(.inputOutput, reason: "")), .system),
    (SoundError(.openingInput, nil, .sound(.libraryMissing, reason: "")), .system),
    (SoundError(.reading, nil, .cancelled), .system),
  ])
  func theFaultOfTheSystemIsNotTheCallers(error: SoundError, fault: SoundError.Fault) {
    #expect(error.fault == fault)
  }

  /// What real calls throw, as someone who answers an upload needs it.
  @Test func faultsOfSoundsAndRequests() throws {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 8000, sampleRate: 8000)
    let short = try LengthLimit(.fail, seconds: 0.5)
    func fault(_ bytes: [UInt8], _ converter: AlertConverter = AlertConverter()) -> SoundError
      .Fault?
    {
      #expect(throws: SoundError.self) { try converter.convert(bytes) }?.fault
    }
    for bytes in [
      [], Array("<!DOCTYPE html><html>".utf8), Array(sound.dropLast(100)),
      try soundFile(.wave, .pcm(.int16), frameCount: 0),
      try soundFile(.wave, .pcm(.int16), channels: Array(repeating: .sine, count: 6)),
    ] { #expect(fault(bytes) == .sound) }
    for converter in [
      AlertConverter(limit: short), AlertConverter(inputPolicy: InputPolicy(byteLimit: 100)),
      AlertConverter(inputPolicy: InputPolicy(durationLimit: 0.5)),
    ] { #expect(fault(sound, converter) == .limit) }
    let aac = DataFormat.other(CodecDescription(formatID: "aac "))
    var (target, arrangement) = (ConversionTarget.alert, Arrangement())
    (target.ima4Quality, arrangement.fadeInOfEachPlay) = (128, -1)
    for converter in [
      AlertConverter(to: ConversionTarget(container: .wave, dataFormat: .ima4)),
      AlertConverter(to: ConversionTarget(container: .caf, dataFormat: aac)),
      AlertConverter(arrangement: arrangement), AlertConverter(to: target),
    ] { #expect(fault(sound, converter) == .request) }
    let negative = #expect(throws: SoundError.self) { try LengthLimit(.trim, seconds: -1) }
    #expect(negative?.fault == .request)
  }
}
