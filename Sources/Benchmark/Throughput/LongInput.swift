import Foundation
import SoundFormat

/// A long sound to convert.
enum LongInput: Hashable {
  case pcm(Container, PCMEncoding.SampleType)
  /// A tenth as long as the others, for slow conversions.
  case tenth
  case foreign(ForeignSound)

  /// Writes the sound; nil if no installed program can.
  ///
  /// - Parameter name: What the file is called, without an extension.
  func write(seconds: Double, named name: String, in bench: Bench) throws -> URL? {
    switch self {
    case .pcm(let container, let type):
      let file = bench.file("\(name).\(container == .wave ? "wav" : "aiff")")
      try LongSound.write(seconds: seconds, as: container, type, to: file)
      return file
    case .tenth:
      return try LongInput.pcm(.wave, .int16).write(seconds: seconds / 10, named: name, in: bench)
    case .foreign(let format):
      let original = try LongInput.pcm(.wave, .int16)
        .write(seconds: seconds, named: name, in: bench)!
      defer { bench.remove(original) }
      return try format.make(from: original, in: bench)
    }
  }
}
