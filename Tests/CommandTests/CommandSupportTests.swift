import AlertSound
import CommandSupport
import Foundation
import SoundFormat
import TestSupport
import Testing

struct DataFormatSpecifierTests {
  struct Specifier: Sendable, CustomTestStringConvertible {
    let text: String
    let coding: DataFormatSpecifier.Coding
    var sampleRate: Double?
    var formatFlags: UInt32?
    var framesPerPacket: Int?

    var testDescription: String { text }
  }

  @Test(arguments: [
    Specifier(text: "0", coding: .packetsOfSource),
    Specifier(text: "N", coding: .nativePCMOfSource),
    Specifier(text: "I8", coding: .linearPCM(.int8, nil)),
    Specifier(text: "UI8", coding: .linearPCM(.uint8, nil)),
    Specifier(text: "I16", coding: .linearPCM(.int16, nil)),
    Specifier(text: "LEI16", coding: .linearPCM(.int16, .little)),
    Specifier(text: "BEI16", coding: .linearPCM(.int16, .big)),
    Specifier(text: "LEI24", coding: .linearPCM(.int24, .little)),
    Specifier(text: "BEI32", coding: .linearPCM(.int32, .big)),
    Specifier(text: "F32", coding: .linearPCM(.float32, nil)),
    Specifier(text: "LEF32", coding: .linearPCM(.float32, .little)),
    Specifier(text: "BEF64", coding: .linearPCM(.float64, .big)),
    Specifier(text: "LEI8", coding: .linearPCM(.int8, .little)),
    Specifier(text: "ima4", coding: .codec("ima4")),
    Specifier(text: "ulaw", coding: .codec("ulaw")),
    Specifier(text: "aac", coding: .codec("aac ")),
    Specifier(text: "aac ", coding: .codec("aac ")),
    Specifier(text: ".mp3", coding: .codec(".mp3")),
    Specifier(text: "LE16", coding: .codec("LE16")),
    Specifier(text: "ms\\x00\\x11", coding: .codec(FourCharCode(rawValue: 0x6D73_0011))),
    Specifier(text: "ima4@22050", coding: .codec("ima4"), sampleRate: 22_050),
    Specifier(text: "LEI16@44100", coding: .linearPCM(.int16, .little), sampleRate: 44_100),
    Specifier(text: "0@8000", coding: .packetsOfSource, sampleRate: 8000),
    Specifier(text: "alac/3", coding: .codec("alac"), formatFlags: 3),
    Specifier(text: "alac/1F", coding: .codec("alac"), formatFlags: 0x1F),
    Specifier(text: "samr#12", coding: .codec("samr"), framesPerPacket: 12),
    Specifier(
      text: "samr#12@8000/a", coding: .codec("samr"), sampleRate: 8000, formatFlags: 10,
      framesPerPacket: 12),
  ])
  func readsApplesGrammar(specifier: Specifier) throws {
    let parsed = try DataFormatSpecifier(parsing: specifier.text)
    #expect(parsed.coding == specifier.coding)
    #expect(parsed.sampleRate == specifier.sampleRate)
    #expect(parsed.formatFlags == specifier.formatFlags)
    #expect(parsed.framesPerPacket == specifier.framesPerPacket)
  }

  private static let unknown = ["", "x", "im", "LEI16x", "LEI16 ", "ms\\x0", "ms\\xG0\\x11"].map {
    ($0, "The format '\($0)' is unknown or an unparseable PCM format specifier")
  }
  private static let wrongRates = ["", "fast", "0", "-44100", "nan", "inf", "44100Hz"].map {
    ("ima4@\($0)", "'@\($0)' is not a sample rate in Hz, such as @44100")
  }

  @Test(
    arguments: unknown + wrongRates + [
      ("@44100", "The format '' is unknown or an unparseable PCM format specifier"),
      ("F16", "Valid float bitdepths are 32 and 64"),
      ("BEF24", "Valid float bitdepths are 32 and 64"),
      ("I12", "Valid integer bitdepths are 8, 16, 24, and 32"),
      ("LEI64", "Valid integer bitdepths are 8, 16, 24, and 32"),
      ("UI16", "'UI16': the only unsigned format is UI8"),
      ("-LEI16", "'-LEI16': sound files hold interleaved samples only; leave out the '-'"),
      ("alac/x", "'x' is not a number of format flags"),
      ("alac/123456789", "'123456789' is not a number of format flags"),
      ("samr#", "'' is not a number of frames per packet"),
      ("samr#-1", "'-1' is not a number of frames per packet"),
    ])
  func reportsErrors(text: String, message: String) {
    let error = #expect(throws: CommandLineError.self) {
      try DataFormatSpecifier(parsing: text)
    }
    #expect(error?.description == message)
  }
}

/// Numbers are printed as C's `%.*f` prints them.
struct DecimalsTests {
  private static func check(_ number: Double) {
    for decimals in [0, 1, 2, 3, 6] {
      #expect(number.text(decimals: decimals) == String(format: "%.\(decimals)f", number))
    }
  }

  @Test(arguments: [
    0, 0.25, 0.125, 0.375, 0.5, 1.5, 2.5, 9.5, 0.05, 9.995, 99.95, 999.999_999_5, 1e15 + 0.5,
    0x1p63, .leastNonzeroMagnitude, .infinity, .nan,
  ])
  func edges(number: Double) {
    Self.check(number)
    Self.check(-number)
  }

  @Test func anyNumbers() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      Self.check(Double.random(in: -1000...1000, using: &generator))
      Self.check((Double.random(in: 0...100, using: &generator) * 8).rounded() / 8)
      Self.check(Double(bitPattern: generator.next()) / 0x1p960)
    }
  }
}

/// The resampler that `-r`, `--src-complexity` and `--resampler` choose together.
struct ResamplingOptionsTests {
  private static let qualities: [(quality: Int, converter: LibsamplerateConverter)] = [
    (0, .linear), (31, .linear), (32, .fast), (63, .fast), (64, .medium), (95, .medium),
    (96, .best), (127, .best),
  ]

  /// The complexity's converter; if it has none, the quality's converter; nil if both have none.
  private static func converter(
    _ complexity: ResamplingComplexity?, _ quality: Int?
  ) -> LibsamplerateConverter? {
    switch complexity {
    case .line: .linear
    case .bats, .minp: .best
    case .norm, nil: qualities.first { $0.quality == quality }?.converter
    }
  }

  @Test(
    arguments: ResamplingComplexity.allCases.map(Optional.some) + [nil],
    qualities.map { Optional($0.quality) } + [nil])
  func everyCombination(complexity: ResamplingComplexity?, quality: Int?) {
    let chosen = Self.converter(complexity, quality)
    var options = ResamplingOptions(quality: quality)
    options.complexity = complexity
    for resampler in [nil, ResamplerChoice.builtIn] {
      options.resampler = resampler
      #expect(options.method == (chosen == .linear ? .linear : .bandLimited))
    }
    options.resampler = .libsamplerate
    #expect(options.method == .libsamplerate(chosen ?? .best))
  }
}
