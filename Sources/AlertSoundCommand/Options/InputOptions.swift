import AlertSound
import ArgumentParser
import CommandSupport
import SoundFormat

/// The options for opening and refusing inputs.
struct InputOptions: ParsableArguments {
  @Flag(
    name: .customLong("no-import"),
    help: "Don't use libsndfile, which reads other formats: for untrusted files.")
  var forbidsImport = false

  @Flag(
    name: .customLong("allow-truncated"),
    help: "Read truncated files as far as they go, and warn.")
  var allowsTruncation = false

  @OptionGroup
  var limits: InputLimitOptions

  var policy: InputPolicy {
    var policy = limits.policy
    policy.imports = !forbidsImport
    policy.acceptsTruncatedFiles = allowsTruncation
    return policy
  }
}

struct InputLimitOptions: ParsableArguments {
  @Option(
    name: .customLong("max-bytes"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Refuse larger files, read or written.", valueName: "bytes"))
  var byteLimits: [ByteCountArgument] = []

  @Option(
    name: .customLong("max-seconds"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Refuse longer sounds, read or written.", valueName: "seconds"))
  var durationLimits: [SecondsArgument] = []

  var policy: InputPolicy {
    var policy = InputPolicy()
    for limit in byteLimits { policy.lowerByteLimit(to: limit.byteCount) }
    for limit in durationLimits { policy.lowerDurationLimit(to: limit.seconds) }
    return policy
  }
}
