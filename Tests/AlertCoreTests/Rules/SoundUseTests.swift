import AlertCore
import SoundFormat
import TestSupport
import Testing

/// Tests the rules of each API that names a sound.
struct SoundUseTests {
  private static func verdict(
    _ use: SoundUse, _ container: Container, _ dataFormat: DataFormat, seconds: Double = 1,
    limit: Double? = nil
  ) throws -> AlertVerdict {
    var rules = AlertRules(for: use)
    if let limit { rules.lengthLimit = limit }
    let file = try SparseFile(container, dataFormat, frameCount: Int(seconds * 1000))
    return rules.verdict(on: try SoundFile(in: file))
  }

  @Test(arguments: SoundUse.allCases)
  func formats(use: SoundUse) throws {
    for (container, dataFormat) in [
      (.caf, .ima4), (.caf, .pcm(.int16)), (.wave, .muLaw), (.caf, .aLaw),
    ] as [(Container, DataFormat)] {
      let verdict = try Self.verdict(use, container, dataFormat)
      let rules: [AlertRule] =
        switch use {
        case .watch: [.watch]
        case .systemSound where [.muLaw, .aLaw].contains(dataFormat): [.systemSoundFormat]
        default: []
        }
      #expect(verdict.reasons.map(\.rule) == rules, "\(dataFormat)")
      #expect(verdict.use == use)
    }
  }

  @Test(arguments: SoundUse.allCases)
  func foreignFormats(use: SoundUse) throws {
    func rule(_ bytes: [UInt8]) throws -> AlertRule? {
      let error = try #require(
        throws: SoundFileError.self, performing: { _ = try SoundFile(parsing: bytes) })
      return AlertRules(for: use).verdict(on: error).reasons.first?.rule
    }
    let mp3 = try rule(Array("ID3\u{4}".utf8) + [UInt8](repeating: 0, count: 60))
    let ogg = try rule(Array("OggS".utf8) + [UInt8](repeating: 0, count: 60))
    let page = try rule(Array("<!DOCTYPE html><html>".utf8))
    switch use {
    case .watch: #expect((mp3, ogg) == (.watch, .watch))
    case .systemSound: #expect((mp3, ogg) == (.systemSoundFormat, .systemSoundFormat))
    case .callkit, .alarmkit, .liveActivity: #expect((mp3, ogg) == (.statedFormat, .statedFormat))
    case .notification, .critical, .ringtone, .macos:
      #expect((mp3, ogg) == (.container, .container))
    }
    #expect(page == .container)
  }

  /// Each case: the use, the limit in seconds, and the limit to set; nil if it is the usual limit.
  @Test(
    arguments: SoundUse.allCases,
    [(30, nil), (2, 2), (181, 181)] as [(seconds: Double, limit: Double?)])
  func lengths(use: SoundUse, bounds: (seconds: Double, limit: Double?)) throws {
    let rules = try [-0.001, 0, 0.001].map { difference in
      let verdict = try Self.verdict(
        use, .caf, .ima4, seconds: bounds.seconds + difference, limit: bounds.limit)
      return (verdict.reasons + verdict.advisories).first?.rule
    }
    let under: AlertRule? =
      bounds.seconds > 5 && [.notification, .critical].contains(use) ? .bannerLength : nil
    switch use {
    case .watch: #expect(rules == [.watch, .watch, .watch])
    case .systemSound: #expect(rules == [nil, nil, .systemSoundLength])
    case .alarmkit, .liveActivity: #expect(rules == [nil, .statedLength, .statedLength])
    case .callkit: #expect(rules == [nil, .callLength, .callLength])
    case .notification, .critical, .ringtone, .macos: #expect(rules == [under, .length, .length])
    }
  }

  @Test(arguments: SoundUse.allCases)
  func onlyAWatchHasNoPlaces(use: SoundUse) {
    #expect(use.places.isEmpty == (use == .watch))
  }

  @Test func theRulesOfIOSAreThoseOfNotifications() {
    #expect(AlertRules.iOS == AlertRules(for: .notification))
  }
}
