internal import SystemPackage

/// What a batch once made of an input: all that tells whether it must be made again.
struct BatchRecord: Hashable, Sendable {
  /// The input, relative to the output folder, so that a checkout may move.
  var input: FilePath
  /// The input's stamp when it was read; nil where it had only just been written, so that it could
  /// have been written again within one tick of the file system's clock.
  var inputStamp: FileStamp?
  /// The digest of the input's bytes.
  var inputDigest: UInt64
  /// The digest of all that was asked for.
  var recipeDigest: UInt64
  /// The output's stamp when it was in place; nil where there is none, since the sound was left out.
  var outputStamp: FileStamp?
  /// The digest of the output's bytes.
  var outputDigest: UInt64
  /// What became of the sound.
  var outcome: AlertOutcome
}
