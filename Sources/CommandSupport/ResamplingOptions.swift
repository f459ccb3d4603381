package import AlertSound

/// What a command line says about how sample rates change.
package struct ResamplingOptions: Sendable {
  /// The value of `--resampler`; nil if it isn't given.
  package var resampler: ResamplerChoice?
  /// The value of `-r`, from 0 to 127; nil if it isn't given.
  package var quality: Int?
  /// The value of `--src-complexity`; nil if it isn't given.
  package var complexity: ResamplingComplexity?

  package init() {}
}

package enum ResamplerChoice: Hashable, Sendable, CaseIterable {
  /// What this package computes itself.
  case builtIn
  /// libsamplerate. Nil leaves the choice of its converter to the quality and the complexity.
  case libsamplerate(LibsamplerateConverter?)

  package static var allCases: [ResamplerChoice] {
    [.builtIn, .libsamplerate(nil)] + LibsamplerateConverter.allCases.map { .libsamplerate($0) }
  }

  /// How the value is written: `libsamplerate:best`.
  package var name: String {
    switch self {
    case .builtIn: "built-in"
    case .libsamplerate(nil): "libsamplerate"
    case .libsamplerate(let converter?): "libsamplerate:\(converter.rawValue)"
    }
  }

  /// Finds the choice with a name; nil for any other text.
  package init?(name: String) {
    guard let choice = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = choice
  }
}

/// The values of Apple's `--src-complexity`. On a Mac they name algorithms.
package enum ResamplingComplexity: String, Sendable, CaseIterable {
  case line, norm, bats, minp
}

extension ResamplingOptions {
  package struct Contradiction: Error {
    package let reason: String
    package let advice = "leave one out"
  }

  /// Returns the method that the options ask for.
  ///
  /// `line` and qualities below 32 are straight lines, everything else is band-limited. Of libsamplerate's
  /// band-limited converters, `bats`, `minp` and qualities from 96 choose the best one, which is also the
  /// default, qualities from 64 the medium and those from 32 the fast one.
  ///
  /// - Throws: `Contradiction` if the resampler's name includes a converter and other options choose
  ///   another one.
  package func method() throws(Contradiction) -> ResamplingMethod {
    let chosen = chosenConverter
    switch resampler ?? .builtIn {
    case .builtIn: return chosen?.converter == .linear ? .linear : .bandLimited
    case .libsamplerate(nil): return .libsamplerate(chosen?.converter ?? .best)
    case .libsamplerate(let named?):
      if let chosen, chosen.converter != named {
        throw Contradiction(
          reason: "--resampler names libsamplerate's \(named.rawValue) converter and"
            + " \(chosen.option) its \(chosen.converter.rawValue) one")
      }
      return .libsamplerate(named)
    }
  }

  /// The converter of libsamplerate that the complexity or else the quality chooses, with that option;
  /// nil if neither does.
  private var chosenConverter: (converter: LibsamplerateConverter, option: String)? {
    switch complexity {
    case .line: return (.linear, "--src-complexity line")
    case .bats, .minp: return (.best, "--src-complexity \(complexity?.rawValue ?? "")")
    case .norm, nil: return quality.map { (Self.converter(ofQuality: $0), "-r \($0)") }
    }
  }

  private static func converter(ofQuality quality: Int) -> LibsamplerateConverter {
    switch quality {
    case ..<32: .linear
    case ..<64: .fast
    case ..<96: .medium
    default: .best
    }
  }
}
