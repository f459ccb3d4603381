internal import SoundFormat
internal import SystemPackage

/// A batch's record of one output: everything that decides whether to convert its input again.
struct BatchRecord: Equatable, Sendable {
  /// The input's path relative to the output folder, so that a checkout may be moved.
  ///
  /// The path is untrusted and may lead anywhere, because inputs may be anywhere. It is only compared with the
  /// inputs that were found, and checked for existence. No file is opened by this path.
  var input: FilePath
  /// The stamp of the input when it was read; zeros if the file was too new: see `InputFile.settledStamp`.
  var inputStamp = FileStamp()
  var inputDigest: UInt64 = 0
  /// The digest of the options and the library versions; see `Batch.recipeDigest`.
  var recipeDigest: UInt64 = 0
  /// The stamp of the output file after it got its final name; zeros if there is no output. A change time of 0 means
  /// that the file's bytes must be compared: another program has altered the file, or a later write could leave the
  /// stamp unchanged.
  var outputStamp = FileStamp()
  /// The digest of the output's bytes; 0 if there is no output.
  var outputDigest: UInt64 = 0
  var facts = ConversionFacts()

  var hasOutput: Bool { !facts.outcome.isOmitted }
}

extension BatchRecord {
  /// Returns the stamp of the output's file; nil if the file is missing or changed.
  ///
  /// Records are untrusted. So only a file of the recorded length is read, and only if no link inside the folder leads
  /// to the file.
  ///
  /// - Parameter needsConfirmation: Whether to return nil, without reading the file, unless its stamp confirms the
  ///   record.
  func intactStamp(
    of output: FilePath, in folder: OutputFolder, needsConfirmation: Bool = false,
    _ monitor: Monitor
  ) -> FileStamp? {
    guard let status = try? folder.path.pushing(output).stat(followTargetSymlink: false),
      hasOutput, status.type == .regular, status.size == outputStamp.byteCount,
      !needsConfirmation || isConfirmed(by: FileStamp(status))
    else { return nil }
    if FileStamp(status) == outputStamp { return outputStamp }
    guard let file = try? folder.open().file(at: output), isOutput(file, monitor) else {
      return nil
    }
    return FileStamp(file.status)
  }

  func isOutput(_ file: AnchoredFile, _ monitor: Monitor) -> Bool {
    hasOutput && file.status.size == outputStamp.byteCount
      && (try? file.digest(monitor)) == outputDigest
  }

  /// Returns whether the output's size and time confirm the record. A record that comes with a checkout can name any
  /// file and the file's digest, but a checkout sets the file's time to the present or to whole seconds.
  func isConfirmed(by current: FileStamp) -> Bool {
    current == outputStamp
      || current.byteCount == outputStamp.byteCount
        && current.modificationTime == outputStamp.modificationTime
        && current.modificationTime % 1_000_000_000 != 0
  }
}

extension BatchRecord {
  /// Returns the fields in the file of records: the output's path, the input's path, numbers, and the facts. Each field
  /// ends with a null byte, which no path contains.
  func fields(of output: FilePath) -> [UInt8] {
    let numbers =
      inputStamp.numbers + outputStamp.numbers + [inputDigest, recipeDigest, outputDigest]
    // Write numbers in base 36: such a number fits into Swift's small strings, which are fast to read.
    let words = numbers.map { String($0, radix: 36) }.joined(separator: " ")
    return output.bytes + [0] + input.bytes + [0] + "\(words)\0\(facts.recorded)\0".utf8
  }

  /// Reads the fields that follow the output's path; nil if a field isn't valid.
  init?(_ fields: some RandomAccessCollection<ArraySlice<UInt8>>) {
    let fields = Array(fields)
    let words = fields[1].words
    let numbers = words.compactMap { UInt64(String(decoding: $0, as: UTF8.self), radix: 36) }
    guard words.count == 11, numbers.count == 11, let facts = ConversionFacts(recorded: fields[2])
    else { return nil }
    input = FilePath(bytes: fields[0])
    (inputStamp, outputStamp) = (FileStamp(numbers[..<4]), FileStamp(numbers[4..<8]))
    (inputDigest, recipeDigest, outputDigest) = (numbers[8], numbers[9], numbers[10])
    self.facts = facts
    let isPossible = 0...1 << 62 ~= inputStamp.byteCount && 0...1 << 62 ~= outputStamp.byteCount
    guard isPossible, hasOutput || outputStamp.byteCount == 0 else { return nil }
  }
}

extension FileStamp {
  fileprivate var numbers: [UInt64] {
    [byteCount, modificationTime, changeTime].map(UInt64.init(bitPattern:)) + [inode]
  }

  fileprivate init(_ numbers: ArraySlice<UInt64>) {
    let signed = numbers.map(Int64.init(bitPattern:))
    self.init(
      byteCount: signed[0], modificationTime: signed[1], changeTime: signed[2],
      inode: UInt64(bitPattern: signed[3]))
  }
}

extension ConversionFacts {
  private static let durations: [any WritableKeyPath<ArrangementChange, Double> & Sendable] = [
    \.trimmedAtStart, \.trimmedAtEnd, \.silenceTrimmedAtStart, \.silenceTrimmedAtEnd, \.fadeIn,
    \.fadeOut, \.gap,
  ]

  /// The facts in a record: a line with the outcome and the numbers, and a line for each warning. `-` stands for a
  /// missing word or number.
  fileprivate var recorded: String {
    let (length, change, levels) = (outcome.sourceLength, arrangement, levels)
    var numbers = [length?.seconds, outcome.keptSeconds, change.map { Double($0.playCount) }]
    numbers += Self.durations.map { change?[keyPath: $0] }
    numbers += [
      change.map { $0.isSilent ? 1 : 0 }, change.map { $0.fadesBetweenPlays ? 1 : 0 },
      Double(fillFrameCount), signalToNoise, levels?.truePeakBefore, levels?.truePeakAfter,
      levels?.gain, levels?.limiting,
      levels?.loudnessBefore, levels?.loudnessAfter, levels?.shortfall,
    ]
    let words =
      [outcome.word, length?.precision ?? "-"] + numbers.map { $0.map { "\($0)" } ?? "-" }
    // Leave out null bytes, which would end the field, and line feeds, which would end the warning.
    let warnings = warnings.map { warning in
      "\n\(warning.rule.name) "
        + String(warning.fact.unicodeScalars.filter { $0 != "\0" && $0 != "\n" })
    }
    return words.joined(separator: " ") + warnings.joined()
  }

  /// Reads facts; nil if they aren't valid.
  fileprivate init?(recorded field: ArraySlice<UInt8>) {
    let lines = field.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let words = lines[0].words
    let numbers = words.dropFirst(2).map { word in
      word.elementsEqual("-".utf8) ? nil : Double(String(decoding: word, as: UTF8.self)) ?? .nan
    }
    // The first 13 numbers are lengths, counts and flags, which can't be negative. The rest are decibels.
    guard numbers.count == 21,
      numbers[..<13].allSatisfy({ 0 ... .greatestFiniteMagnitude ~= $0 ?? 0 }),
      numbers[13...].allSatisfy({ -10_000...10_000 ~= $0 ?? 0 || $0?.isInfinite == true })
    else { return nil }
    let texts = words.prefix(2).map { String(decoding: $0, as: UTF8.self) }
    let (seconds, kept) = (numbers[0] ?? 0, numbers[1] ?? 0)
    let lengths: [AlertLength] = [
      .exactly(seconds: seconds), .about(seconds: seconds), .atLeast(seconds: seconds),
    ]
    let outcomes: [AlertOutcome] =
      lengths.first { $0.precision == texts[1] }.map {
        [
          .convertedTooLong(seconds: seconds), .trimmed(from: $0, to: kept),
          .replacedByDefault(from: $0), .omitted(from: $0),
        ]
      } ?? [.converted]
    guard let outcome = outcomes.first(where: { $0.word == texts[0] }) else { return nil }
    self.init()
    self.outcome = outcome
    if let number = numbers[2] {
      var change = ArrangementChange()
      guard let playCount = Int(exactly: number), playCount > 0 else { return nil }
      change.playCount = playCount
      for (path, number) in zip(Self.durations, numbers[3...]) {
        change[keyPath: path] = number ?? 0
      }
      (change.isSilent, change.fadesBetweenPlays) = (numbers[10] == 1, numbers[11] == 1)
      arrangement = change
    }
    guard let fill = Int(exactly: numbers[12] ?? 0), 0..<64 ~= fill else { return nil }
    fillFrameCount = fill
    signalToNoise = numbers[13]
    if let before = numbers[14], let after = numbers[15], let gain = numbers[16],
      let limiting = numbers[17]
    {
      levels = LevelChange(
        loudnessBefore: numbers[18], loudnessAfter: numbers[19], truePeakBefore: before,
        truePeakAfter: after, gain: gain, limiting: limiting, shortfall: numbers[20])
    }
    for line in lines.dropFirst() {
      guard let space = line.firstIndex(of: UInt8(ascii: " ")),
        let rule = AlertRule.ofWarnings.first(where: { line[..<space].elementsEqual($0.name.utf8) })
      else { return nil }
      warnings.append(AlertFinding(rule, String(decoding: line[(space + 1)...], as: UTF8.self)))
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var words: [ArraySlice<UInt8>] { split(separator: UInt8(ascii: " ")) }
}
