import AlertSound
import Foundation
import SystemPackage
import TestSupport
import Testing

struct AlertConverterTests {
  private static let long = Result {
    try soundFile(.wave, .pcm(.int16), frameCount: 31 * 8000, sampleRate: 8000)
  }

  /// The verdict is that of the bytes, in every format that can be written. The bytes are judged by inspection.
  @Test(arguments: [Container.caf, .aiff, .aifc, .wave], OverLimitPolicy.allCases)
  func theVerdictIsThatOfTheBytes(container: Container, policy: OverLimitPolicy) throws {
    let sounds = [
      (try Self.long.get(), true), (try soundFile(.wave, .pcm(.int16), frameCount: 1000), false),
    ]
    for dataFormat in container.dataFormats {
      let converter = AlertConverter(
        to: ConversionTarget(container: container, dataFormat: dataFormat),
        limit: LengthLimit(policy))
      for (sound, isLong) in sounds where ![.fail, .omit].contains(policy) || !isLong {
        let alert = try converter.convert(sound)
        let inspected = try SoundInspection(of: alert.bytes, listens: false).verdict
        #expect(alert.verdict == inspected, "\(container) \(dataFormat)")
        #expect((inspected.outcome == .default) == (policy == .warn && isLong))
      }
    }
  }

  @Test func theVerdictIsForTheUseOfTheLimit() throws {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 80_000, sampleRate: 8000)
    var converter = AlertConverter(limit: try LengthLimit(.warn, for: .systemSound, seconds: 5))
    converter.target = ConversionTarget(container: .wave, dataFormat: .muLaw)
    let verdict = try #require(try converter.convert(sound).verdict)
    #expect(verdict.use == .systemSound)
    #expect(verdict.reasons.map(\.rule) == [.systemSoundFormat, .systemSoundLength])
  }

  /// Files and bytes give the same alert, by path as text, as `FilePath`, and in tasks.
  @Test(arguments: [LengthLimit(.default), LengthLimit(.trim)].map { AlertConverter(limit: $0) })
  func filesAndBytesGiveTheSame(converter: AlertConverter) async throws {
    let directory = try TemporaryDirectory()
    let input = try directory.write(try Self.long.get(), to: "long.wav")
    let output = directory.path("long.caf")
    let alert = try convert(try Self.long.get(), with: converter)
    #expect(alert.verdict?.outcome == .plays)
    let written = try await converter.convert(input, to: output)
    #expect(written.facts.outcome == alert.facts.outcome && written.verdict == alert.verdict)
    #expect(try Array(Data(contentsOf: URL(filePath: output))) == alert.bytes)
    #expect(try await converter.convert(Self.long.get()).bytes == alert.bytes)
    _ = try await converter.convert(FilePath(input), to: FilePath(output + "2"))
    #expect(try Array(Data(contentsOf: URL(filePath: output + "2"))) == alert.bytes)
  }

  private func convert(
    _ sound: [UInt8], with converter: AlertConverter
  ) throws -> ConversionResult { try converter.convert(sound) }

  /// The chime must not replace the only copy of a sound.
  @Test func theOriginalIsNotReplacedByTheChime() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(try Self.long.get(), to: "long.wav")
    let link = directory.path("link.wav")
    try FileManager.default.linkItem(at: URL(filePath: path), to: URL(filePath: link))
    for output in [path, link] {
      let error = #expect(throws: SoundError.self) {
        try AlertConverter(limit: LengthLimit(.default)).convert(path, to: output)
      }
      #expect(error?.reason.contains("would destroy the original") == true)
    }
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == Self.long.get())
  }

  /// Without a file, there is nothing that could be omitted: an empty alert would look like a success.
  @Test func aSoundThatIsOmittedOrTooLongIsAnError() throws {
    for limit in [LengthLimit(.omit), LengthLimit(.fail)] {
      let error = #expect(throws: SoundError.self) {
        try AlertConverter(limit: limit).convert(Self.long.get())
      }
      #expect(error?.fault == .limit)
    }
    #expect(throws: SoundError.self) { try AlertConverter().convert(Self.long.get()) }
  }

  @Test func bytesOfAnyCollection() throws {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 800)
    let alert = try AlertConverter().convert(sound)
    let slice = ([0] + sound)[1...]
    #expect(try AlertConverter().convert(slice).bytes == alert.bytes)
    #expect(try AlertConverter().convert(Data(sound)).bytes == alert.bytes)
    #expect(try SoundInspection(of: Data(sound), listens: false).verdict.outcome == .plays)
  }

  /// Whatever the bytes are, an inspection gives the verdict that it gives of a file with these bytes.
  @Test(arguments: SmallFile.all.map(\.bytes) + [[], [0], Array("ID3".utf8), Array("<html>".utf8)])
  func bytesAreInspectedLikeFiles(bytes: [UInt8]) throws {
    let directory = try TemporaryDirectory()
    for count in [bytes.count, bytes.count / 2] {
      let path = try directory.write(Array(bytes.prefix(count)), to: "sound")
      let (file, memory) = (
        try SoundInspection(of: path), try SoundInspection(of: Array(bytes.prefix(count)))
      )
      #expect(memory.verdict == file.verdict)
      #expect(memory.report?.frameCount == file.report?.frameCount)
      #expect(memory.measurement?.levels == file.measurement?.levels)
      #expect(memory.path == nil && file.path == FilePath(path))
    }
  }
}
