import AlertSound
import ArgumentParser
import CommandSupport
import SoundFormat

/// The values of `-d` and `-f`: those of `afconvert`, but case-insensitive, and file extensions; and those of
/// `--resampler`.
enum FormatWords {
  /// The completions that shells offer after `-d`.
  static let dataFormats: [String] = {
    var words = Codec.encodedFormatIDs.map { "\($0)" }
    for format in Container.writable.flatMap(\.dataFormats) where format.pcmEncoding != nil {
      if !words.contains("\(format)") { words.append("\(format)") }
    }
    return words
  }()

  /// The completions that shells offer after `-f`.
  static let containers = Container.writable.map { "\($0.fileType)" }

  /// Parses a data format.
  static func dataFormat(_ text: String) throws -> DataFormatSpecifier {
    let coding = text.prefix { !"@/#".contains($0) }
    let rest = text[coding.endIndex...]
    for spelling in [coding.lowercased(), coding.uppercased()] {
      if let specifier = try? DataFormatSpecifier(parsing: spelling + rest), specifier.isOurs {
        return specifier
      }
    }
    return try DataFormatSpecifier(parsing: text)
  }

  /// Parses a container.
  static func container(_ text: String) throws -> Container {
    let word = text.lowercased()
    let container =
      Container.writable.first { "\($0.fileType)".lowercased() == word }
      ?? Container(pathExtension: word) { _ in nil }
    guard let container else {
      throw ValidationError(
        "this file type can't be written; -f takes \(containers.joined(separator: ", "))")
    }
    return container
  }

  /// Parses what changes sample rates.
  static func resampler(_ text: String) throws -> ResamplerChoice {
    guard let resampler = ResamplerChoice(name: text) else {
      let names = ResamplerChoice.allCases.map(\.name).joined(separator: ", ")
      throw ValidationError("--resampler takes \(names)")
    }
    return resampler
  }
}

extension DataFormatSpecifier {
  /// Whether this is a format that can be written, and not just some other codec's code.
  fileprivate var isOurs: Bool {
    switch coding {
    case .linearPCM, .packetsOfSource, .nativePCMOfSource: true
    case .codec(let code): Codec.encodedFormatIDs.contains(code)
    }
  }
}
