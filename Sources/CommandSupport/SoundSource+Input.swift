package import AlertSound
internal import SoundFormat
package import SystemPackage

extension SoundSource {
  /// Opens a command's input.
  ///
  /// Only files that this package can't read are passed to other decoders. The decoders' own messages are
  /// suppressed.
  ///
  /// - Parameter requiringDecoder: Whether it is an error if a codec can be identified but not decoded.
  package init(
    input path: FilePath, policy: InputPolicy, requiringDecoder: Bool = true
  ) throws(SoundError) {
    let file = try InputFile(path: path, waitingForPipes: true, byteLimit: policy.byteLimit)
    var ownFormats = policy
    ownFormats.importsForeignFormats = false
    do throws(SoundError) {
      try self.init(
        bytes: file, of: path, policy: ownFormats, requiringDecoder: requiringDecoder)
      self.policy = policy
    } catch {
      guard policy.importsForeignFormats, error.isForeign else { throw error }
      // Silence libmpg123, which decodes MPEG audio for libsndfile and prints a message for every damaged frame.
      StandardStreams.silenceLibraries()
      try self.init(bytes: file, of: path, policy: policy, requiringDecoder: requiringDecoder)
    }
  }
}

extension SoundError {
  /// Whether the file isn't in a format that this package reads. Another decoder may still read it.
  fileprivate var isForeign: Bool {
    if case .sound(let code, _) = cause {
      code == .unrecognized || code == .unsupported
    } else {
      false
    }
  }
}
