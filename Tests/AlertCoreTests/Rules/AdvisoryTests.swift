import AlertCore
import SoundFormat
import TestSupport
import Testing

/// Tests each advisory at its threshold and just beyond. Advisories don't change the verdict.
struct AdvisoryTests {
  private func advisories(
    _ container: Container, _ dataFormat: DataFormat, frameCount: Int = 1000,
    sampleRate: Double = 1000, channelCount: Int = 1, named name: String? = nil
  ) throws -> [AlertFinding] {
    let file = try SparseFile(
      container, dataFormat, frameCount: frameCount, sampleRate: sampleRate,
      channelCount: channelCount)
    let verdict = AlertRules.iOS.verdict(on: try SoundFile(in: file), named: name)
    #expect(verdict.outcome == .plays)
    return verdict.advisories
  }

  private func advisories(on levels: SoundLevels) throws -> [AlertFinding] {
    let sound = try SoundFile(in: SparseFile(.caf, .ima4, frameCount: 1000))
    let verdict = AlertRules.iOS.verdict(on: sound, levels: levels)
    #expect(verdict.outcome == .plays)
    return verdict.advisories
  }

  private static func levels(
    peak: Double = 0.5, first: Double = 0, last: Double = 0, silence: Double = 0
  ) -> SoundLevels {
    var levels = SoundLevels()
    levels.frameCount = 1000
    levels.peak = peak
    levels.firstLevel = first
    levels.lastLevel = last
    levels.leadingSilence = silence
    return levels
  }

  private static let pcm = StreamFormat(
    sampleRate: 48_000, channelCount: 1, dataFormat: .pcm(.int16))

  /// Each case: the container, data format, frames, sample rate, channels, and the findings.
  @Test(
    arguments: [
      (.caf, .ima4, 5000, 1000, 1, []),
      (.caf, .ima4, 5001, 1000, 1, [.longerThanBanner(seconds: 5.001, banner: 5)]),
      (.wave, .pcm(.int16), 1000, 1000, 2, []),
      (.wave, .pcm(.int16), 1000, 1000, 3, [.manyChannels(3)]),
      (.wave, .pcm(.int16), 1000, 48_000, 1, []),
      (.wave, .pcm(.int16), 1000, 48_001, 1, [.unusualSampleRate(48_001)]),
      (.wave, .pcm(.int16), 1000, 999, 1, [.unusualSampleRate(999)]),
      (.caf, .ima4, 100, 100, 1, [.unusualSampleRate(100)]),
      (.wave, .pcm(.float32), 1000, 1000, 1, []),
      (.wave, .pcm(.float64), 1000, 1000, 1, [.doubleFloats]),
      (.caf, .pcm(.float64, .big), 1000, 1000, 1, [.doubleFloats]),
      (.wave, .pcm(.uint8), 4000, 1000, 1, []),
      (
        .wave, .pcm(.int16), 500_000, 48_000, 1,
        [.longerThanBanner(seconds: 500_000 / 48_000, banner: 5)]
      ),
      (
        .wave, .pcm(.int16), 500_001, 48_000, 1,
        [
          .longerThanBanner(seconds: 500_001 / 48_000, banner: 5),
          .large(byteCount: 1_000_002, of: Self.pcm),
        ]
      ),
    ] as [(Container, DataFormat, Int, Double, Int, [AlertFinding])])
  func headers(
    container: Container, dataFormat: DataFormat, frameCount: Int, sampleRate: Double,
    channelCount: Int, expected: [AlertFinding]
  ) throws {
    #expect(
      try advisories(
        container, dataFormat, frameCount: frameCount, sampleRate: sampleRate,
        channelCount: channelCount) == expected)
  }

  @Test func aSoundThatIsTooLongNeedsNoNoteOnTheBanner() throws {
    let sound = try SoundFile(in: SparseFile(.caf, .ima4, frameCount: 30_000))
    #expect(AlertRules.iOS.verdict(on: sound).advisories == [])
  }

  @Test func anExtensibleHeader() throws {
    let plain = try soundFile(.wave, .pcm(.int16), channels: [.sine, .sine], frameCount: 10)
    let extensible = try soundFile(
      .wave, .pcm(.int16), channels: [.sine, .sine], frameCount: 10, layout: .stereo)
    let rules = AlertRules.iOS
    #expect(rules.verdict(on: try SoundFile(parsing: plain)).advisories == [])
    #expect(rules.verdict(on: try SoundFile(parsing: extensible)).advisories == [.extensibleHeader])
  }

  /// Headers that iOS plays or doesn't: nobody has tried.
  @Test(arguments: [
    (
      "'RIFF' 26000000 'WAVE' 'data' 02000000 0100 'fmt ' 10000000",
      "the data chunk precedes the fmt chunk"
    ),
    ("'RIFF' 26000000 'WAVE' 'fmt ' 10000000", nil),
  ])
  func theOrderOfChunks(beginning: String, fact: String?) throws {
    let format = "0100 0100 401F0000 803E0000 0200 1000"
    let file = hex(beginning + format + (fact == nil ? "'data' 02000000 0100" : ""))
    let verdict = AlertRules.iOS.verdict(on: try SoundFile(in: file))
    #expect(verdict.outcome == .plays)
    #expect(verdict.advisories == (fact.map { [.unusualHeader($0)] } ?? []))
  }

  @Test func versionsOfCAF() throws {
    var file = try soundFile(.caf, .pcm(.int16, .big), frameCount: 10, sampleRate: 8000)
    for version in [0, 1, 2, 3] as [UInt8] {
      file[5] = version
      let verdict = AlertRules.iOS.verdict(on: try SoundFile(in: file))
      #expect(verdict.outcome == .plays)
      #expect(
        verdict.advisories
          == (version == 1 ? [] : [.unusualHeader("the CAF version is \(version), not 1")]))
    }
  }

  /// Each case: the container, a name, and whether the name fits the contents.
  @Test(arguments: [
    (Container.caf, "ring.caf", true), (.caf, "RING.CAF", true), (.caf, "ring", true),
    (.caf, ".caf", true), (.caf, "a.b.caf", true), (.caf, "ring.wav", false),
    (.caf, "ring.aiff", false), (.caf, "ring.mp3", false), (.caf, "ring.", false),
    (.wave, "ring.wav", true), (.wave, "ring.wave", false), (.wave, "ring.x-wav", false),
    (.wave, "ring.caf", false), (.aiff, "ring.aiff", true), (.aiff, "ring.aif", true),
    (.aiff, "ring.aifc", false), (.aifc, "ring.aifc", true), (.aifc, "ring.aiff", true),
    (.aifc, "ring.aif", true), (.aifc, "ring.wav", false),
  ])
  func mismatchedExtensionsAreNoted(container: Container, name: String, isRight: Bool) throws {
    let dataFormat: DataFormat = .pcm(.int16, container == .wave ? .little : .big)
    let found = try advisories(container, dataFormat, named: name)
    let pathExtension = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    #expect(
      found
        == (isRight ? [] : [.misleadingExtension(pathExtension.lowercased(), content: container)]))
  }

  /// Each case: levels, and the findings. In the first case, all levels are at their thresholds.
  @Test(
    arguments: [
      (levels(peak: 0.1, first: 0.02, last: 0.02, silence: 0.1), []),
      (levels(peak: 0.099), [.quiet(peakInDecibels: -20.0873)]),
      (levels(peak: 0, silence: 1), [.silent]), (SoundLevels(), []),
      (levels(first: 0.021), [.beginsOnClick]),
      (levels(last: 0.021), [.endsOnClick]),
      (levels(silence: 0.101), [.silentBeginning(seconds: 0.101)]),
    ] as [(SoundLevels, [AlertFinding])])
  func measuredLevels(levels: SoundLevels, expected: [AlertFinding]) throws {
    #expect(try advisories(on: levels) == expected)
  }

  @Test func thresholdsCanBeChanged() throws {
    var rules = AlertRules()
    rules.bannerLength = 0.5
    rules.usualChannelCount = 1
    rules.usualSampleRate = 999
    rules.usualByteCount = 3999
    rules.usualPeakInDecibels = -6
    rules.usualLeadingSilence = 0
    rules.usualEndLevel = 0
    let sound = try SoundFile(
      in: SparseFile(.wave, .pcm(.int16), frameCount: 1000, channelCount: 2))
    let levels = Self.levels(peak: 0.25, first: 0.001, last: 0.001, silence: 0.001)
    #expect(
      rules.verdict(on: sound, levels: levels).advisories.map(\.rule) == [
        .bannerLength, .channelCount, .sampleRate, .size, .level, .leadingSilence, .click, .click,
      ])
  }
}
