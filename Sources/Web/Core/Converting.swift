import AlertCore
import SoundFormat

extension Request {
  /// Converts a sound as `alertsound convert` does.
  func converted() throws(SoundError) -> Answer {
    let target = try target()
    let converter = AlertConverter(to: target, limit: try limit(), arrangement: try arrangement())
    let conversion = try converter.conversion(of: opened())
    let result = try conversion.inMemory(monitor: .ofPage)
    let output = outputName(in: target.container)
    let facts = result.facts
    let isTruncated = facts.warnings.isTruncated
    return Answer(
      json: [
        "outcome": facts.outcome.word.json,
        "isTruncated": isTruncated.json,
        "warnings": facts.warnings.filter { $0.rule != .truncated }
          .map { warning in warning.sentence { $0.pageWords }.json }.json,
        "name": output.json,
        "command": try command(for: target, isTruncated: isTruncated).json,
        "fact": facts.preparation(by: converter)?.json,
        "preparedSeconds": conversion.arrangedSeconds?.rounded,
        "levelling": result.levelSetting?.text.json,
        "seconds": facts.outcome.isOmitted ? nil : result.header.playedDuration.rounded,
      ], bytes: result.bytes)
  }

  private func target() throws(SoundError) -> ConversionTarget {
    let container = Container.writable.first { $0.fileType.description == self["container"] }
    guard let container else { throw Self.error("container is \(self["container"] ?? "missing")") }
    // A format without an endianness has the container's usual endianness.
    let word = self["format"] ?? "no format"
    let words = [word, (container.family == .aiff ? "BE" : "LE") + word]
    guard let format = container.dataFormats.first(where: { words.contains($0.word) }) else {
      throw Self.error("\(container.name) can't hold \(word)")
    }
    var target = ConversionTarget(container: container, dataFormat: format)
    target.sampleRate = try positiveNumber("rate")
    target.ima4Quality =
      format == .ima4
      ? try integer("quality", in: 0...127) ?? IMA4SearchEncoder.defaultQuality : 0
    if let channelCount = try channelCount() { target.channels = .mixed(channelCount) }
    target.levels = try levels()
    return target
  }

  func channelCount() throws(SoundError) -> Int? { try integer("channels", in: 1...2) }

  /// Returns the output's name: the file's name with a suffix and the container's extension.
  private func outputName(in container: Container, suffix: String = "") -> String {
    let name = file.name ?? "sound"
    let stem = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : name[..<$0] }
    return (stem.map { String($0) } ?? name) + suffix + "." + container.pathExtensions[0]
  }

  /// Returns the `alertsound` command line for this conversion. Its output's name differs from the original's name.
  private func command(
    for target: ConversionTarget, isTruncated: Bool
  ) throws(SoundError) -> String {
    // Compare extensions in lowercase: the file system may be case-insensitive. `pathExtension` already is lowercase.
    let isOriginals = file.pathExtension == target.container.pathExtensions[0]
    let output = outputName(in: target.container, suffix: isOriginals ? "-alert" : "")
    var words = ["alertsound", "convert", file.shellWord]
    let usual: DataFormat =
      target.container == .caf ? .ima4 : target.container.defaultDataFormat
    if target.dataFormat != usual || target.sampleRate != nil {
      let rate = target.sampleRate.map { "@" + decimalText($0, decimals: 3) } ?? ""
      words += ["-d", (target.dataFormat?.word ?? "") + rate]
    }
    if case .mixed(let count) = target.channels { words += ["-c", String(count)] }
    if target.dataFormat == .ima4, target.ima4Quality != IMA4SearchEncoder.defaultQuality {
      words += ["-q", String(target.ima4Quality)]
    }
    words += try preparationWords()
    let limit = try limit()
    if limit.policy != .default { words += ["--over-limit", limit.policy.rawValue] }
    if limit.seconds != AlertRules.iOS.lengthLimit {
      words += ["--limit", decimalText(limit.seconds, decimals: 6)]
    }
    if limit.use != .notification { words += ["--for", limit.use.rawValue] }
    // Add the option that accepts a truncated sound. The page accepts such a sound without an option.
    if isTruncated { words.append("--allow-truncated") }
    words += ["-o", SoundPath(bytes: Array(output.utf8)).shellWord]
    return words.joined(separator: " ")
  }
}

extension DataFormat {
  /// The data format as `-d` spells it.
  var word: String { pcmEncoding?.description ?? formatID.description }
}
