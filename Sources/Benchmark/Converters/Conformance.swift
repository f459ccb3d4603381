import Foundation
import SoundFormat

/// Whether a program writes the format that it is asked for.
enum Conformance {
  case asAsked
  /// The same samples in the other byte order.
  case otherByteOrder
  /// What it fails to do, or does instead.
  case not(String)

  /// - Parameter input: A short sound.
  init(of converter: Converter, _ format: OutputFormat, from input: URL, in bench: Bench) throws {
    guard let trial = converter.trial(format, of: input, in: bench) else {
      self = .not("no such format")
      return
    }
    let output = converter.output(format, in: bench)
    defer { bench.remove(output) }
    guard try trial.process.outcome().succeeded,
      let data = try? Data(contentsOf: output),
      let sound = try? SoundFile(parsing: [UInt8](data))
    else {
      self = .not("fails")
      return
    }
    let written = sound.format.dataFormat
    if written == format.dataFormat {
      self = .asAsked
    } else if let wanted = format.dataFormat.pcmEncoding,
      written.pcmEncoding?.stored(wanted.byteOrder) == wanted
    {
      self = .otherByteOrder
    } else {
      self = .not("writes \(written)")
    }
  }

  var canBeMeasured: Bool {
    if case .not = self { false } else { true }
  }
}
