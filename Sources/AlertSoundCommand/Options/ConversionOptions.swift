import AlertSound
import ArgumentParser
import CommandSupport
import Platform
import SoundFormat
import SystemPackage

/// The options of `convert` and `preview` for the converted sound.
struct ConversionOptions: ParsableArguments {
  @OptionGroup(title: "Format Options")
  var format: FormatOptions

  @OptionGroup(title: "Length Options")
  var use: UseOptions

  @OptionGroup(title: "Length Options")
  var length: LimitOptions

  @OptionGroup(title: "Preparation Options")
  var preparation: PreparationOptions

  @OptionGroup(title: "Input Options")
  var reading: InputOptions

  func validate() throws {
    if use.use == .watch {
      throw ValidationError(
        "watchOS plays no sound by name, so no conversion helps; leave out --for watch")
    }
  }

  /// Returns a conversion target that suits all sounds.
  ///
  /// - Throws: `ValidationError` if system sounds can't have the data format, or an option depends on the sound.
  func target(output path: FilePath?) throws -> ConversionTarget {
    var target = try format.target(output: path)
    target.levels = preparation.levels
    if use.use == .systemSound, let format = target.dataFormat,
      !AlertRules(for: .systemSound).formatIDs.contains(format.formatID)
    {
      throw ValidationError(
        "a system sound is linear PCM or IMA4, not \(format.formatID); use -d ima4 or -d LEI16")
    }
    return target
  }

  /// Refuses, once for all sounds, a format that can't be encoded or that the container can't contain.
  ///
  /// - Throws: `ValidationError`.
  static func check(_ target: ConversionTarget) throws {
    var target = target
    // Ignore the sample rate, because the possible rates depend on the sound.
    target.sampleRate = nil
    do throws(SoundError) {
      _ = try Conversion(of: DefaultSound.source, to: target)
    } catch {
      throw ValidationError(error.commandSentence)
    }
  }

  func converter(
    to target: ConversionTarget, _ request: LimitRequest
  ) throws(SoundError) -> AlertConverter {
    let limit = try request.lengthLimit { path throws(SoundError) in
      try SoundSource(path: path, policy: reading.policy)
    }
    return AlertConverter(
      to: target, limit: limit, arrangement: preparation.arrangement, inputPolicy: reading.policy)
  }
}

/// The options for skipping files in folders, and for the number of sounds to convert in parallel.
struct BatchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Skip files and folders with this name or path; * also matches slashes.",
      valueName: "pattern"),
    completion: .default)
  var exclude: [CommandArgument] = []

  @Option(
    help: ArgumentHelp(
      "How many sounds to convert at once; by default, one for each processor.",
      valueName: "count"))
  var jobs: Int?

  var exclusions: [PathPattern] { exclude.map { PathPattern($0.path) } }
  var jobCount: Int { jobs ?? Threads.processorCount }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes 1 or more, not \(jobs)") }
  }
}
