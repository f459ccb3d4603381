package import AlertSound
package import SoundFormat
package import TestSupport

extension Conversion {
  /// Plans a conversion of a source.
  package init(
    of source: SoundSource, to container: Container, _ dataFormat: DataFormat?,
    limit: LengthLimit? = nil, _ configure: (inout ConversionTarget) -> Void = { _ in }
  ) throws(SoundError) {
    var target = ConversionTarget(container: container, dataFormat: dataFormat)
    configure(&target)
    try self.init(of: source, to: target, limit: limit)
  }

  /// Plans a conversion of a file in memory.
  package init(
    of file: [UInt8], to container: Container, _ dataFormat: DataFormat?,
    _ configure: (inout ConversionTarget) -> Void = { _ in }
  ) throws {
    try self.init(of: SoundSource(bytes: file), to: container, dataFormat, configure)
  }
}

/// Converts a source in memory, by default to floats.
package func output(
  of source: SoundSource, _ container: Container = .wave,
  _ dataFormat: DataFormat? = .littleFloat32,
  _ configure: (inout ConversionTarget) -> Void = { _ in }
) throws -> [UInt8] {
  try Conversion(of: source, to: container, dataFormat, configure).inMemory().bytes
}

/// Converts a file in memory, by default to floats.
package func output(
  of file: [UInt8], _ container: Container = .wave, _ dataFormat: DataFormat? = .littleFloat32,
  _ configure: (inout ConversionTarget) -> Void = { _ in }
) throws -> [UInt8] {
  try output(of: SoundSource(bytes: file), container, dataFormat, configure)
}

/// The audio of a file, without its headers.
package func audio(of file: [UInt8]) throws -> [UInt8] {
  Array(file[try SoundFile(parsing: file).audioBytes])
}

extension DataFormat {
  /// A container that holds the format. WAVE and AIFF-C come first because their headers state the least.
  package var someContainer: Container {
    [.wave, .aifc, .caf].first { $0.holds(self) } ?? .caf
  }
}

extension TemporaryDirectory {
  package func filePath(_ name: String) -> FilePath { FilePath(path(name)) }
}

/// A FLAC of 16 bits that doesn't state its length, as an encoder writes it to a pipe.
package func streamedFLAC(
  _ signal: Signal, channelCount: Int = 1, frameCount: Int, sampleRate: Double = 1000
) throws -> [UInt8] {
  var file = try PlainSound(
    signal, channelCount: channelCount, frameCount: frameCount, sampleRate: sampleRate
  ).file(libsndfile: Libsndfile.flac)
  // Clear the 36 bits of the number of frames. In a FLAC header, 0 means that the number is unknown.
  file[21] &= 0xF0
  for index in 22..<26 { file[index] = 0 }
  return file
}

extension SoundError {
  /// What is wrong with the sound file; nil for errors of the system.
  package var fileErrorCode: SoundFileError.Code? {
    switch cause {
    case .sound(let code, _): code
    case .impossible: .unsupported
    case .system, .cancelled: nil
    }
  }
}
