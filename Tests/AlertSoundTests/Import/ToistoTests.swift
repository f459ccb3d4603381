import AlertSound
import ConversionSupport
import Foundation
import SoundFormat
import TestSupport
import Testing

/// The files of Toisto's test suites are read as the suites state.
///
/// The sources are https://github.com/karip/toisto-aiff-test-suite and toisto-au-test-suite, which are CC0. In each
/// suite, `result-….md` says how AudioToolbox of macOS 14.4, Apple's library, reads the files.
@Suite(.enabled(if: !ToistoFile.all.isEmpty, "the corpus is not installed"))
struct ToistoTests {
  /// The files that this library or Apple's reads otherwise: their names; a part of what `difference()` returns for
  /// them, or nothing if only Apple's library differs; and why.
  private static let exceptions = """
    compressed-alaw-uppercase.aifc compressed-ulaw-uppercase.aifc | | Apple's library doesn't open the codes in capitals
    quicktime5-alaw.aifc | | Apple's library doesn't decode a sample size of 16 bits
    aiff-chunk-anno-two.aiff aiff-chunk-comments-two.aiff | | Apple's library reads the first comment only
    aiff-chunk-comments-ref-marker.aiff | | Apple's library reads no comments on markers
    samplerate-7fffffff.au | | Apple's library doesn't open so high a rate
    quicktime5-alaw.au quicktime5-f32.au quicktime5-f64.au | sampleRate: 44100.0 | both libraries undo the extended sign
    quicktime5-i16.au quicktime5-i8.au | sampleRate: 44100.0 | both libraries undo the extended sign
    samplerate-ffffffff.au | sampleRate: 65535.0 | as the files of QuickTime 5
    invalid-aifc-no-comm.aifc invalid-aiff-no-comm.aiff | the COMM chunk is missing | both libraries refuse it
    invalid-channels-0.aiff | 0 channels | both libraries refuse it
    invalid-compression-type.aifc | \\x80\\x01\\xff | both libraries refuse it
    invalid-samplesize-0.aiff | integers of 0 bits | both libraries refuse it
    invalid-samplerate-0.aiff invalid-samplerate-inf.aiff | the sample rate is | both libraries refuse it
    invalid-samplerate-nan.aiff | the sample rate is | both libraries refuse it
    invalid-channels-0.au invalid-channels-80000000.au | libsndfile | both libraries refuse it
    invalid-channels-ffffffff.au invalid-file-size-23.au | libsndfile | both libraries refuse it
    aiff-samplerate-0.01.aiff | the sample rate is | rates below 1 Hz count as damage
    samplerate-0.au | libsndfile | libsndfile refuses a rate of 0 Hz
    invalid-not-enough-audio-data.au invalid-offset-80000000.au | truncated | the policy doesn't accept truncated files
    invalid-offset-after-end.au invalid-offset-ffffffff.au | truncated | the policy doesn't accept truncated files
    invalid-file-too-short.aiff | samplesPerChannel: 2034.0 | the file is truncated: only a conversion refuses it
    invalid-offset-0.au invalid-offset-8.au | startSamples | for libsndfile, no audio begins inside the header
    invalid-offset-5-with-garbage.au | startSamples | for libsndfile, no audio begins inside the header
    invalid-extra-ssnd-after-form-end.aiff | samplesPerChannel: 4411.0 | no sound is lost, but the verdict isn't plays
    invalid-chunk-comt-twice.aiff | comments | all comments are kept
    aifc-type-fl64-nan-inf.aifc encoding-07-double-nan-inf.au | instead of nan | samples that aren't finite are replaced
    encoding-06-float-nan-inf.au | instead of nan | samples that aren't finite are replaced
    datasize-0.au invalid-file-size-24.au invalid-file-size-27.au | no audio | a file without frames isn't opened
    invalid-no-data-for-channels.au | no audio | a file without frames isn't opened
    ffmpeg-id3.aiff | auth: none | ID3 chunks aren't read, and UTF-8 isn't read as Latin-1
    """.split(separator: "\n").map { row in
      let parts = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return (names: parts[0].split(separator: " ").map(String.init), difference: parts[1])
    }

  @Test(arguments: ToistoFile.all)
  func isReadAsStated(file: ToistoFile) throws {
    let difference = try file.difference()
    let expected = Self.exceptions.first { $0.names.contains(file.description) }?.difference ?? ""
    #expect(
      expected.isEmpty ? difference == nil : difference?.contains(expected) == true,
      "\(difference ?? "")")
  }

  @Test func eachDifferenceOfApplesIsListed() {
    let names = ToistoFile.all.filter { $0.apple != .asStated }.map(\.description)
    #expect(Set(names).subtracting(Self.exceptions.flatMap(\.names)) == [])
    let applesOnly = Self.exceptions.filter(\.difference.isEmpty).flatMap(\.names)
    #expect(Set(applesOnly).subtracting(names) == [])
  }

  @Test(
    arguments: ToistoFile.all.filter {
      $0.apple == .refused || $0.description == "invalid-extra-ssnd-after-form-end.aiff"
    })
  func whatApplesLibraryRefusesDoesNotPlay(file: ToistoFile) throws {
    guard let source = try? SoundSource(bytes: file.bytes()) else { return }
    #expect(AlertRules.iOS.verdict(on: source).outcome == .default)
  }
}

/// A file in a format that this library decodes or libsndfile decodes in AU, with the JSON that states its contents.
struct ToistoFile: CustomStringConvertible, @unchecked Sendable {
  /// What Apple's library makes of a file.
  enum Reading { case asStated, otherwise, refused }

  private let url: URL
  private let stated: [String: Any]
  let apple: Reading
  var description: String { url.lastPathComponent }

  static let all = ["toisto-aiff", "toisto-au"].flatMap { suite -> [ToistoFile] in
    guard let folder = Corpus.installed?.folder.appending(path: suite) else { return [] }
    let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let urls = (paths ?? []).map { folder.appending(path: $0) }
    let results = urls.filter { $0.pathExtension == "md" }.compactMap {
      try? String(contentsOf: $0, encoding: .utf8)
    }.joined()
    return urls.filter { ["aiff", "aifc", "au"].contains($0.pathExtension) }
      .compactMap { ToistoFile(url: $0, results: results) }
      .sorted { $0.description < $1.description }
  }

  /// The codecs that the JSON names: a PCM encoding, a code of AIFF-C or AU's number.
  private static let codecs: Set<String> = [
    "pcm_bei", "pcm_beu", "pcm_lei", "pcm_bef", "ima4", "ulaw", "alaw", "1", "27",
  ]

  /// Returns nil for another codec.
  ///
  /// - Parameter results: Lines such as `FAIL  : tests/au/x.au`, followed by what differs, or by `* ERROR: …`.
  private init?(url: URL, results: String) {
    let json = url.deletingPathExtension().appendingPathExtension("json")
    guard
      let stated = try? JSONSerialization.jsonObject(with: Data(contentsOf: json))
        as? [String: Any], (stated["codec"] as? String).map(Self.codecs.contains) ?? true
    else { return nil }
    self.url = url
    self.stated = stated
    let name = url.lastPathComponent
    let parts = results.components(separatedBy: "/\(name)\n")
    let isOK = parts[0].split(separator: "\n").last?.contains("OK") ?? false
    apple = isOK ? .asStated : parts.last!.hasPrefix("* ERROR") ? .refused : .otherwise
  }

  func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }

  /// Returns the first thing that this library reads differently; nil if there is none.
  func difference() throws -> String? {
    let source: SoundSource
    var samples: [Double] = []
    do {
      source = try SoundSource(bytes: bytes())
      let reader = try source.frameReader()
      while let block = try reader.next() { samples += block.doubles }
    } catch {
      return "\(error)"
    }
    let count = source.format.channelCount
    let numbers = [
      ("sampleRate", source.format.sampleRate), ("channels", Double(count)),
      ("samplesPerChannel", Double(samples.count / count)),
      ("samplesPerChannel", Double(source.frameCount)),
    ]
    for (name, found) in numbers where stated[name] as? Double != found {
      return "\(name): \(found)"
    }
    if let codec = stated["codec"] as? String, codec != source.toistoCodec {
      return "codec: \(source.toistoCodec)"
    }
    for name in ["startSamples", "endSamples"] {
      guard let channels = stated[name] as? [[Any]] else { continue }
      for (channel, values) in channels.enumerated() {
        let frames = stride(from: channel, to: samples.count, by: count).map { samples[$0] }
        let part =
          name == "startSamples" ? frames.prefix(values.count) : frames.suffix(values.count)
        guard part.count == values.count else { return "\(name): \(part.count)" }
        for (found, value) in zip(part, values) where !isEqual(found, value) {
          return "\(name): \(found) instead of \(value)"
        }
      }
    }
    return differenceInTexts(source, stated["chunks"] as? [String: Any] ?? [:])
  }

  /// Compares a sample with a value in the unit of the stated sample size, or in parts of full scale for floats.
  private func isEqual(_ found: Double, _ value: Any) -> Bool {
    if let text = value as? String { return "\(found)" == text }
    let codec = stated["codec"] as? String
    let isFloat = codec == "pcm_bef"
    let byteCount = ((stated["sampleSize"] as? Int ?? 0) + 7) / 8
    let scale = isFloat ? 1 : Double(sign: .plus, exponent: 8 * byteCount - 1, significand: 1)
    // Floats are stated with six decimals.
    let tolerance = max(stated["tolerance"] as? Double ?? 0, isFloat ? 1e-6 : 0)
    let silence = codec == "pcm_beu" ? scale : 0
    return (found * scale + silence - (value as? Double ?? .nan)).magnitude <= tolerance
  }

  private func differenceInTexts(_ source: SoundSource, _ chunks: [String: Any]) -> String? {
    let fields: [(String, InformationEntry.Field)] = [
      ("name", .title), ("auth", .artist), ("(c)", .copyright),
    ]
    for (name, field) in fields {
      let text = source.metadata[field]
      if let stated = chunks[name] as? String, stated != text {
        return "\(name): \(text ?? "none")"
      }
    }
    let comments = (chunks["comments"] as? [[String: Any]] ?? [])
      .filter { $0["marker"] as? Int == 0 }.compactMap { $0["text"] as? String }
    let found = source.metadata.texts.filter { $0.field == .comments }.map(\.value)
    let stated = (chunks["anno"] as? [String] ?? []) + comments
    return Set(found) == Set(stated) ? nil : "comments: \(found)"
  }
}

extension SoundSource {
  /// Toisto's name of the codec.
  fileprivate var toistoCodec: String {
    guard let encoding = format.dataFormat.pcmEncoding else {
      let encodings: [FourCharCode: String] = ["ulaw": "1", "alaw": "27"]
      let code = format.dataFormat.formatID
      return soundFile == nil ? encodings[code] ?? "\(code)" : "\(code)"
    }
    if encoding.sampleType.isFloat { return "pcm_bef" }
    if encoding.sampleType == .uint8 { return "pcm_beu" }
    return soundFile != nil && encoding.bitDepth > 8 && encoding.byteOrder == .little
      ? "pcm_lei" : "pcm_bei"
  }
}
