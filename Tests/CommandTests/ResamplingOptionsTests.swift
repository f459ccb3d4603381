import AlertSound
import CommandSupport
import Testing

/// What `-r`, `--src-complexity` and `--resampler` mean together.
struct ResamplingOptionsTests {
  private static let qualities: [(quality: Int, converter: LibsamplerateConverter)] = [
    (0, .linear), (31, .linear), (32, .fast), (63, .fast), (64, .medium), (95, .medium),
    (96, .best), (127, .best),
  ]

  private static func method(
    _ resampler: String?, _ complexity: ResamplingComplexity? = nil, _ quality: Int? = nil
  ) throws -> ResamplingMethod {
    var options = ResamplingOptions()
    options.resampler = try resampler.map { try #require(ResamplerChoice(name: $0)) }
    options.complexity = complexity
    options.quality = quality
    return try options.method()
  }

  /// The converter that the complexity or else the quality chooses; nil if neither does.
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
  func everyCombination(complexity: ResamplingComplexity?, quality: Int?) throws {
    let chosen = Self.converter(complexity, quality)
    for name in [nil, "built-in"] {
      #expect(
        try Self.method(name, complexity, quality) == (chosen == .linear ? .linear : .bandLimited))
    }
    #expect(
      try Self.method("libsamplerate", complexity, quality) == .libsamplerate(chosen ?? .best))
    for named in LibsamplerateConverter.allCases {
      let name = "libsamplerate:\(named.rawValue)"
      if chosen == nil || chosen == named {
        #expect(try Self.method(name, complexity, quality) == .libsamplerate(named))
      } else {
        let error = #expect(throws: ResamplingOptions.Contradiction.self) {
          try Self.method(name, complexity, quality)
        }
        #expect(error?.reason.contains(named.rawValue) == true)
      }
    }
  }

  @Test func namesAreParsedExactly() {
    #expect(ResamplerChoice.allCases.count == 6)
    for choice in ResamplerChoice.allCases { #expect(ResamplerChoice(name: choice.name) == choice) }
    for name in [
      "", "Built-in", "built-in ", "own", "libsamplerate:", "libsamplerate:other", "best",
    ] {
      #expect(ResamplerChoice(name: name) == nil, "\(name)")
    }
  }
}
