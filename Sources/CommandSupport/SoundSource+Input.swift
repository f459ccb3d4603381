package import AlertSound
internal import SoundFormat
package import SystemPackage

extension SoundSource {
  /// Opens a command's input.
  ///
  /// Only files that this package can't read are passed to other decoders, whose own messages are suppressed.
  ///
  /// - Parameters:
  ///   - path: The file. If it is a pipe, it is read to its end first.
  ///   - policy: Which inputs are refused, and whether other decoders may be used at all.
  ///   - requiringDecoder: Whether a codec that can be identified but not decoded is an error.
  /// - Throws: `SoundError` of the step `openingInput`.
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
      // libmpg123, which libsndfile uses for MP3, prints a message for every damaged frame.
      StandardStreams.silenceLibraries()
      try self.init(bytes: file, of: path, policy: policy, requiringDecoder: requiringDecoder)
    }
  }
}

extension SoundError {
  /// Whether the file isn't in one of this package's own formats. Another decoder may still read it.
  fileprivate var isForeign: Bool {
    if case .sound(let code, _) = cause {
      code == .unrecognized || code == .unsupported
    } else {
      false
    }
  }
}
