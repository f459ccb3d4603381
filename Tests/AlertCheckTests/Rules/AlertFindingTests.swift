import AlertCheck
import SoundFormat
import Testing

/// Tests the messages in a build log.
struct AlertFindingTests {
  private static func format(_ dataFormat: DataFormat, channelCount: Int) -> StreamFormat {
    StreamFormat(sampleRate: 44_100, channelCount: channelCount, dataFormat: dataFormat)
  }

  /// Each case: a finding whose words depend on its values, and its sentence.
  static let sentences: [(finding: AlertFinding, sentence: String)] = [
    (
      .tooLong(seconds: 31.2, limit: 30),
      "31.2 s long; an alert must be shorter than 30 s; shorten it"
    ),
    (
      .atLimit(seconds: 30),
      "exactly 30 s long: undefined by Apple and treated as too long; shorten it"
    ),
    (.atLimit(seconds: 2), "exactly 2 s long; an alert must be shorter than 2 s; shorten it"),
    (
      .unplayableCodec("QDM2").withoutConversion,
      "coded as QDesign Music 2 ('QDM2'), outside Apple's list of linear PCM, IMA4, µ-law and A-law;"
        + " export the sound as WAV, AIFF or CAF"
    ),
    (
      .undocumentedCodec("aac "),
      "coded as AAC ('aac ') in a CAF file: outside Apple's list, although shipping apps use it;"
        + " convert it to IMA4 in a CAF file"
    ),
    (
      .unplayableContainer(.ogg),
      "this is an Ogg file, outside Apple's list of aiff, wav and caf files;"
        + " convert it to IMA4 in a CAF file"
    ),
    (
      .unplayableContainer(.mpeg4(codec: "drms")),
      "this is an MPEG-4 file (m4a, mp4, mov) with protected AAC, outside Apple's list of aiff, wav"
        + " and caf files; it is copy-protected; use another sound"
    ),
    (
      .undocumentedContainer(.mpeg4(codec: "aac ")),
      "this is an MPEG-4 file (m4a, mp4, mov) with AAC: outside Apple's list, although shipping apps"
        + " use it; convert it to IMA4 in a CAF file"
    ),
    (
      .unplayableContainer(.gitLFSPointer),
      "this is a Git LFS pointer, not an aiff, wav or caf file; fetch the sound itself: git lfs pull"
    ),
    (
      .unplayableContainer(.webPage),
      "this is a web page, not an aiff, wav or caf file; download the sound itself"
    ),
    (
      .unplayableContainer(.zipArchive),
      "this is a zip archive, not an aiff, wav or caf file; unpack it"
    ),
    (
      .inFolder("Sounds"),
      "in the folder Sounds, where a plain name isn't found; move it to the top of the bundle,"
        + " or copy it to Library/Sounds at run time"
    ),
    (
      .longerThanBanner(seconds: 12, banner: 5),
      "12 s long; a temporary banner disappears after about 5 s, and the sound with it"
    ),
    (
      .misleadingExtension("wav", content: .caf),
      "the extension is .wav, the content is CAF; rename it to .caf, also in the project and in code"
    ),
    (
      .misleadingExtension("wav", content: .mp3), "the extension is .wav, the content is MP3"
    ),
    (
      .misleadingExtension("wave", content: .wave),
      "the extension is .wave, not .wav; rename it to .wav, also in the project and in code"
    ),
    (
      .unusualSampleRate(96_000),
      "its sample rate is 96,000 Hz; a phone plays 48,000 Hz at most;"
        + " resample it to 44,100 or 48,000 Hz"
    ),
    (.quiet(peakInDecibels: -26.02), "quiet: its highest peak is -26 dBFS; make it louder"),
    (
      .unusualLoudness(loudness: -22.94, usual: -16),
      "6.9 LU quieter than -16 LUFS: -22.9 LUFS; change its loudness"
    ),
    (
      .loudnessUnderPeak(loudness: -41, usual: -16),
      "25 LU quieter than -16 LUFS: -41 LUFS; its peak allows no more; change the sound itself"
    ),
    (.silentBeginning(seconds: 0.25), "it begins with 0.25 s of silence; trim the silence"),
    (
      .beginsOnClick,
      "it begins abruptly, with a click; fade it in over a few milliseconds"
    ),
    (
      .endsOnClick,
      "it ends abruptly, with a click; fade it out over a few milliseconds"
    ),
    (
      .large(byteCount: 2_350_000, of: format(.muLaw, channelCount: 2)),
      "its size is 2.4 MB; make it shorter or mono, or convert it to IMA4, a quarter the size of 16-bit"
        + " linear PCM"
    ),
    (
      .large(byteCount: 2_350_000, of: format(.ima4, channelCount: 2)),
      "its size is 2.4 MB; make it shorter or mono"
    ),
    (
      .large(byteCount: 2_350_000, of: format(.ima4, channelCount: 1)),
      "its size is 2.4 MB; make it shorter"
    ),
    (
      .sharedName(["ring.caf", "ring.wav"]),
      "it has the same name as ring.caf, ring.wav; keep one of them, or give each a different"
        + " name"
    ),
    (
      .systemSoundCodec("ulaw"),
      "coded as µ-law; a system sound must be linear PCM or IMA4; convert it to IMA4 in a CAF file"
    ),
    (
      .systemSoundContainer(.mp3),
      "this is MP3 audio; a system sound must be in a caf, aif or wav file;"
        + " convert it to IMA4 in a CAF file"
    ),
    (
      .unstatedCodec("aac "),
      "coded as AAC ('aac '); Apple states no formats for this use, and notifications don't take"
        + " this format; convert it to IMA4 in a CAF file"
    ),
    (
      .askedForWithoutExtension(file: "App/ring.caf"),
      "the name lacks the extension; the file is App/ring.caf; ask for ring.caf"
    ),
    (
      .inFolder(""),
      "at the top of the bundle, outside Contents/Resources; move it to Contents/Resources, or copy it"
        + " to Library/Sounds at run time"
    ),
  ]

  /// The findings that `sentences` lacks.
  static let others: [AlertFinding] = [
    .unknownLength, .undecodableChannels(6), .unreadable("the file is empty"), .noFrames,
    .localized("de.lproj"), .inInnerBundle("Frameworks/Kit.framework"),
    .inExtension("PlugIns/S.appex"), .inInnerApp("AppClips/C.app"), .linkOutside("/tmp/ring.caf"),
    .onWatch("Watch/Clock.app"), .manyChannels(6), .doubleFloats, .extensibleHeader, .silent,
    .noLoudness, .length(31.2, for: .systemSound), .unstatedContainer(.ogg),
    .length(120, for: .alarmkit), .length(40, for: .callkit), .forWatch,
    .inNoBundle(name: "ring.caf"), .inNoTarget("App/ring.caf"),
    .inOtherTarget("App/ring.caf", target: "Tests"), .askedForInOtherCase(file: "ring.caf"),
    .perhapsMadeByApp(name: "ring.caf", code: "A.swift:3"),
    .oneOfSeveral(["a/ring.caf", "b/ring.caf"]), .unrequested, .listedButMissing("a.caf"),
    .askedForByPath(file: "a/ring.caf"), .leftOut(isNamed: false), .notInRawResources(name: "ring"),
    .invalidResourceName(suggestion: "ring.ogg"), .sharedResourceName(["ring.mp3", "ring.ogg"]),
    .askedForWithExtension(name: "ring"), .unlistedOnAndroid(format: "a CAF file"),
    .perhapsRemovedByBuild(name: "ring", isNamed: true, keeping: "@raw/ring"),
    .channelWithoutSound("calls", code: "a.js:2"),
    .channelWithOtherSound("calls", sound: "bell", code: "a.js:2"),
    .notAudioOnAndroid(format: "a web page"), .askedForByPathOnAndroid,
    .outsideRepository("../ring.caf", target: "Runner"),
    .addressedByNumber(name: "ring"), .chime, .uncountedSound("9 bytes"), .flawed("1 sample"),
    .hidesLength(seconds: 60, limit: 30), .clips(peakInDecibels: 6),
    .silenced(by: "playSound is false", inChannel: true),
  ]

  @Test(arguments: sentences)
  func statesFactAndAdvice(finding: AlertFinding, sentence: String) {
    #expect(finding.fact + (finding.advice.map { "; " + $0 } ?? "") == sentence)
  }

  @Test func everyRuleIsUsedAndExplained() {
    #expect(
      Set((Self.sentences.map(\.finding) + Self.others).map(\.rule.name))
        == Set(AlertRule.all.map(\.name)))
    for rule in AlertRule.all {
      #expect(!rule.statement.isEmpty && !rule.statement.hasSuffix("."), "\(rule)")
      #expect(!rule.source.isEmpty, "\(rule)")
    }
    let rules = AlertRule.all + AlertRule.ofWarnings
    #expect(Set(rules.map(\.statement)).count == rules.count)
    #expect(Set(rules.map(\.name)).count == rules.count)
  }

  /// No rule is graded higher than its sources allow.
  @Test func gradesMatchTheSources() {
    for rule in AlertRule.all {
      let documents = ["Apple", "Android developers", "Firebase"]
      #expect(
        documents.contains(where: rule.source.contains) || rule.grade != .documented, "\(rule)")
      #expect(rule.source.contains("https://") || rule.grade != .widelyObserved, "\(rule)")
      #expect(!rule.source.contains("https://") || rule.grade != .judgement, "\(rule)")
    }
  }

  @Test(
    arguments: [
      (.tooLong(seconds: 31, limit: 30), "iOS plays the default sound instead"),
      (.tooLong(seconds: 31, limit: 2), "iOS plays the default sound instead"),
      (.tooLong(seconds: 3, limit: 2), nil), (.atLimit(seconds: 30), nil),
      (.atLimit(seconds: 2), nil),
      (.unplayableContainer(.mp3), "iOS may play the default sound instead"),
      (.undocumentedCodec("aac "), "what iOS plays is undocumented"),
      (.localized("en.lproj"), "iOS may play the default sound instead"),
      (.inExtension("P.appex"), "iOS plays the default sound for the app's own notifications"),
      (.silent, nil), (.unlistedOnAndroid(format: "a CAF file"), "Android may not play it"),
    ] as [(AlertFinding, String?)])
  func consequencesAreOnlyWhatIsKnown(finding: AlertFinding, consequence: String?) {
    #expect(finding.consequence() == consequence)
  }

  @Test(
    arguments: [
      (.macos, .tooLong(seconds: 31, limit: 30), "macOS plays the default sound instead"),
      (.macos, .localized("en.lproj"), "macOS may play the default sound instead"),
      (.watch, .forWatch, "watchOS plays the default sound instead"),
      (.callkit, .inFolder("a"), "iOS may play the default ringtone instead"),
      (.callkit, .length(40, for: .callkit), nil),
      (.callkit, .inExtension("P.appex"), "iOS plays the default ringtone instead"),
      (.alarmkit, .length(40, for: .alarmkit), "what iOS plays is undocumented"),
      (.alarmkit, .noFrames, "iOS may play the default alarm sound instead"),
      (.systemSound, .systemSoundCodec("ulaw"), "it may not play as a system sound"),
      (
        .systemSound, .length(31, for: .systemSound),
        "it may not play as a system sound"
      ),
      (.systemSound, .length(3, for: .systemSound, limit: 2), nil),
    ] as [(SoundUse, AlertFinding, String?)])
  func consequencesDependOnTheUse(use: SoundUse, finding: AlertFinding, consequence: String?) {
    #expect(finding.consequence(for: use) == consequence)
    #expect(AlertVerdict([finding], for: use).consequence(of: finding) == consequence)
  }

  /// The first reason decides the verdict, whatever the order of the findings.
  @Test func decidingReasonsComeFirst() {
    let findings: [AlertFinding] = [
      .undocumentedCodec("aac "), .tooLong(seconds: 40, limit: 30), .silent, .noFrames,
    ]
    var verdict = AlertVerdict(findings.prefix(1))
    #expect(verdict.outcome == .undocumented)
    verdict.add(findings.dropFirst())
    #expect(verdict.outcome == .default)
    #expect(verdict.reasons == [findings[1], findings[3], findings[0]])
    #expect(verdict.advisories == [.silent])
  }

  /// Each case: seconds, and their text. A length below the limit is never rounded up to it.
  @Test(arguments: [
    (29.9996, "29.999 s"), (29.999, "29.999 s"), (30.0, "30 s"), (30.0007, "30 s"),
    (31.25, "31.25 s"), (0.0004, "0 s"), (1e20, "1e+20 s"),
  ])
  func secondsAreRoundedDown(seconds: Double, text: String) {
    let fact = AlertFinding.tooLong(seconds: seconds, limit: 30).fact
    #expect(fact.hasPrefix(text + " long;"))
  }
}

extension AlertFinding {
  /// The finding on a length that is too long for a use.
  fileprivate static func length(
    _ seconds: Double, for use: SoundUse, limit: Double = 30
  ) -> Self {
    AlertRules(for: use, lengthLimit: limit).finding(onLength: seconds)!
  }
}
