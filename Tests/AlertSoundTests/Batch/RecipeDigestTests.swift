import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertCore
@testable import AlertSound

/// A batch recognizes outputs of the same request by this digest.
struct RecipeDigestTests {
  private static let target = ConversionTarget(container: .caf, dataFormat: .ima4)

  private static func digest(
    _ target: ConversionTarget = target, _ limit: LengthLimit? = nil,
    _ policy: InputPolicy = InputPolicy(), _ arrangement: Arrangement = Arrangement(),
    version: String = Toolkit.version, libsamplerate: String? = nil
  ) throws -> UInt64 {
    let batch = try Batch(
      [], into: "out",
      by: AlertConverter(
        to: target, limit: limit ?? LengthLimit(.fail), arrangement: arrangement,
        inputPolicy: policy))
    return batch.recipeDigest(version: version, libsamplerate: { libsamplerate })
  }

  /// A change for every stored property of a target.
  private static let targetChanges: [String: @Sendable (inout ConversionTarget) -> Void] = [
    "hasApplesWAVEHeader": { $0.hasApplesWAVEHeader = false },
    "wholePacketLimit": { $0.wholePacketLimit = 30 },
    "isEncodedAgain": { $0.isEncodedAgain = true },
    "container": { $0.container = .aifc }, "dataFormat": { $0.dataFormat = .muLaw },
    "sampleRate": { $0.sampleRate = 8000 }, "resamplingMethod": { $0.resamplingMethod = .linear },
    "channels": { $0.channels = .count(2) }, "inputLayout": { $0.inputLayout = .mono },
    "outputLayout": { $0.outputLayout = .mono }, "firstFrame": { $0.firstFrame = 1 },
    "frameLimit": { $0.frameLimit = 1 }, "fadeOutFrameCount": { $0.fadeOutFrameCount = 1 },
    "ima4Quality": { $0.ima4Quality = 1 }, "dither": { $0.dither = .triangular },
    "primingOverride": { $0.primingOverride.primingFrameCount = 1 },
    "usesFiller": { $0.usesFiller = false },
    "levels": { $0.levels = LevelTarget(loudness: -16) },
    "keptLevels": {
      $0.keptLevels = LevelChange(
        loudnessBefore: nil, loudnessAfter: nil, truePeakBefore: 0, truePeakAfter: 0, gain: 0,
        limiting: 0)
    },
  ]

  private static let policyChanges: [String: @Sendable (inout InputPolicy) -> Void] = [
    "imports": { $0.imports = false },
    "acceptsTruncatedFiles": { $0.acceptsTruncatedFiles = true },
    "byteLimit": { $0.byteLimit = 1 }, "durationLimit": { $0.durationLimit = 1 },
  ]

  private static let arrangementChanges: [String: @Sendable (inout Arrangement) -> Void] = [
    "span": { $0.span = Arrangement.Span(start: 1) },
    "silenceThreshold": { $0.silenceThreshold = -60 },
    "fadeInOfEachPlay": { $0.fadeInOfEachPlay = 1 },
    "fadeOutOfEachPlay": { $0.fadeOutOfEachPlay = 1 },
    "repetition": { $0.repetition = Arrangement.Repetition(seconds: 29) },
  ]

  private static func limits() throws -> [String: LengthLimit] {
    let sound = try SoundSource(bytes: soundFile(.wave, .pcm(.int16), frameCount: 10))
    return [
      "policy": LengthLimit(.trim), "seconds": try LengthLimit(.fail, seconds: 20),
      "defaultSound": try LengthLimit(.fail, defaultSound: sound),
      "use": try LengthLimit(.fail, for: .systemSound),
    ]
  }

  private static func properties(of value: Any) -> Set<String> {
    Set(Mirror(reflecting: value).children.compactMap(\.label))
  }

  /// If an option is added, this test fails until a change of it is listed above.
  @Test func everyOptionChangesTheDigest() throws {
    let digest = try Self.digest()
    #expect(try Self.digest() == digest)
    #expect(
      Self.properties(of: AlertConverter()) == ["target", "limit", "arrangement", "inputPolicy"])
    #expect(try Self.digest(version: "another") != digest)
    #expect(Self.properties(of: Self.target) == Set(Self.targetChanges.keys))
    for (name, change) in Self.targetChanges {
      var target = Self.target
      change(&target)
      #expect(try Self.digest(target) != digest, "\(name)")
    }
    #expect(Self.properties(of: InputPolicy()) == Set(Self.policyChanges.keys))
    for (name, change) in Self.policyChanges {
      var policy = InputPolicy()
      change(&policy)
      #expect(try Self.digest(Self.target, nil, policy) != digest, "\(name)")
    }
    #expect(Self.properties(of: Arrangement()) == Set(Self.arrangementChanges.keys))
    for (name, change) in Self.arrangementChanges {
      var arrangement = Arrangement()
      change(&arrangement)
      #expect(try Self.digest(Self.target, nil, InputPolicy(), arrangement) != digest, "\(name)")
    }
    #expect(try Self.properties(of: LengthLimit(.fail)) == Set(Self.limits().keys))
    for (name, limit) in try Self.limits() {
      #expect(try Self.digest(Self.target, limit) != digest, "\(name)")
    }
  }

  /// All numbers within an option change the digest.
  @Test func everyNumberChangesTheDigest() throws {
    var digests: Set<UInt64> = []
    let levels = [
      LevelTarget(loudness: -16), LevelTarget(loudness: -17), LevelTarget(truePeak: -1),
      LevelTarget(truePeak: -2), LevelTarget(loudness: -16, truePeak: -2),
    ]
    for levels in levels {
      var target = Self.target
      target.levels = levels
      digests.insert(try Self.digest(target))
    }
    let arrangements: [(inout Arrangement) -> Void] = [
      { $0.span = Arrangement.Span(start: 1) }, { $0.span = Arrangement.Span(end: 1) },
      { $0.silenceThreshold = -60 }, { $0.silenceThreshold = -50 }, { $0.fadeInOfEachPlay = 1 },
      { $0.fadeInOfEachPlay = 2 }, { $0.fadeOutOfEachPlay = 1 },
      { $0.repetition = Arrangement.Repetition(seconds: 29) },
      { $0.repetition = Arrangement.Repetition(seconds: 28) },
      { $0.repetition = Arrangement.Repetition(seconds: 29, gap: 1) },
    ]
    for change in arrangements {
      var arrangement = Arrangement()
      change(&arrangement)
      digests.insert(try Self.digest(Self.target, nil, InputPolicy(), arrangement))
    }
    #expect(digests.count == levels.count + arrangements.count)
  }

  /// A use changes the digest only if it decides whether exactly 30 seconds are allowed, as for system sounds.
  @Test func theUseCountsOnlyIfTheOutputDependsOnIt() throws {
    let digest = try Self.digest()
    for use in SoundUse.allCases where use != .systemSound {
      #expect(try Self.digest(Self.target, LengthLimit(.fail, for: use)) == digest, "\(use)")
    }
  }

  /// Only outputs that libsamplerate resampled depend on its version.
  @Test(
    arguments: [.bandLimited, .linear, .libsamplerate(.fast)] as [ResamplingMethod],
    [nil, 22_050])
  func theVersionOfLibsamplerateCountsIfItIsUsed(
    method: ResamplingMethod, sampleRate: Double?
  ) throws {
    var target = Self.target
    target.resamplingMethod = method
    target.sampleRate = sampleRate
    let digests = try [nil, "libsamplerate-0.1.9", "libsamplerate-0.2.2"].map {
      try Self.digest(target, libsamplerate: $0)
    }
    let isUsed =
      if case .libsamplerate = method { sampleRate != nil } else { false }
    #expect(Set(digests).count == (isUsed ? 3 : 1))
  }

  @Test func theFormatForAndroidCounts() throws {
    let batch = try Batch(
      [], into: "out", by: AlertConverter(to: Self.target, limit: LengthLimit(.fail)))
    let digests = AndroidOutput.Format.allCases.map {
      batch.forAndroid(AndroidOutput(folder: "raw", format: $0)).recipeDigest()
    }
    #expect(Set(digests + [batch.recipeDigest()]).count == 3)
  }

  /// Options about the original, such as its layout and its first frame, don't apply to the sound that replaces it. All
  /// other options do, including those that are added later.
  @Test func theReplacementIsConvertedAsAsked() throws {
    let sound = try SoundSource(bytes: soundFile(.wave, .pcm(.int16), frameCount: 10))
    let resets: Set = [
      "inputLayout", "firstFrame", "frameLimit", "fadeOutFrameCount", "primingOverride",
      "keptLevels",
    ]
    for (name, change) in Self.targetChanges {
      var target = Self.target
      change(&target)
      let replacement = try Conversion(of: sound, to: target, limit: LengthLimit(.default))
        .targetOfReplacement(from: DefaultSound.source)
      #expect(replacement == (resets.contains(name) ? Self.target : target), "\(name)")
    }
  }
}
