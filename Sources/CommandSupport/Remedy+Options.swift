package import AlertSound

extension Remedy {
  /// The remedy as somebody at a terminal applies it.
  package var commandWords: String {
    switch self {
    case .words: words
    case .acceptTruncation: "copy or export it again, or give --allow-truncated"
    case .exportOrTrust(let export):
      "\(export), or leave --no-import out if you trust the file"
    case .skipFewerFrames: "reduce --offset"
    case .mixDown(let orBuiltIn):
      "use -c 2 or -c 1" + (orBuiltIn ? ", or the built-in resampler" : "")
    case .leaveLayoutOut: "choose a layout that fits, or leave -l out"
    case .chooseDataFormat: "name a data format, such as LEI16 or ima4, instead of 0"
    case .chooseHigherRate: "choose a higher rate, or -f caff"
    case .chooseShorterDefault: "name a shorter one with --default-sound"
    case .shorten: "shorten it, or choose --over-limit trim or default"
    // The option reads as a subject, as `trimming` does.
    case .trim: "--over-limit trim" + words.dropFirst("trimming".count)
    }
  }
}

extension SoundError {
  /// What is wrong, with the option that sets the limit if one of `InputPolicy`'s is exceeded.
  package var commandReason: String {
    guard isLimitExceeded, reason.contains("the limit ") else { return reason }
    return reason + (reason.contains(" bytes") ? " (--max-bytes)" : " (--max-seconds)")
  }

  /// What is wrong and what to do about it, without the file's name.
  package var commandSentence: String { Self.sentence(commandReason, remedy?.commandWords) }

  /// The same with the file's name: `ring.caf: error: what is wrong; what to do`.
  package var commandDescription: String {
    (file.map { "\($0.typedText): " } ?? "") + "error: " + commandSentence
  }
}
