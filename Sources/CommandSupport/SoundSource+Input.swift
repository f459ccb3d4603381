package import AlertSound
internal import SoundFormat
package import SystemPackage

extension SoundSource {
  /// Opens a command's input.
  ///
  /// libsndfile is asked only for what this package doesn't read, and its own words are lost.
  ///
  /// - Parameters:
  ///   - path: The file. A pipe is waited for.
  ///   - policy: Which inputs are refused, and whether libsndfile may be asked at all.
  ///   - requiringDecoder: Whether a codec that can only be named is an error.
  /// - Throws: `ConversionError` of the step `openingInput`.
  package init(
    input path: FilePath, policy: InputPolicy, requiringDecoder: Bool = true
  ) throws(ConversionError) {
    let file = try InputFile(path: path, waitingForPipes: true, byteLimit: policy.byteLimit)
    var ownFormats = policy
    ownFormats.importsForeignFormats = false
    do throws(ConversionError) {
      try self.init(
        bytes: file, of: path, policy: ownFormats, requiringDecoder: requiringDecoder)
      self.policy = policy
    } catch {
      guard policy.importsForeignFormats, error.isForeign else { throw error }
      // libmpg123, which reads MP3 for libsndfile, tells the world of every damaged frame.
      StandardStreams.silenceLibraries()
      try self.init(bytes: file, of: path, policy: policy, requiringDecoder: requiringDecoder)
    }
  }
}

extension ConversionError {
  /// Whether the file isn't one of this package's own formats, which says nothing of others.
  fileprivate var isForeign: Bool {
    if case .sound(let code, _) = cause {
      code == .unrecognized || code == .unsupported
    } else {
      false
    }
  }
}
