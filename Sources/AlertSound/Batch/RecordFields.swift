internal import SoundFormat
internal import SystemPackage

/// The fields of records. Each ends with a null byte, which no path contains. The same code reads and writes the fields,
/// so both use the same order.
struct RecordFields {
  /// While reading, the fields that weren't read yet.
  private(set) var bytes: ArraySlice<UInt8>
  private let isReading: Bool

  init(writing output: FilePath, _ record: BatchRecord) {
    (bytes, isReading) = ([], false)
    var (output, record) = (output, record)
    // Writing can't fail.
    try? exchange(&output, &record)
  }

  init(reading bytes: ArraySlice<UInt8>) { (self.bytes, isReading) = (bytes, true) }

  /// Reads the next output and its record; nil if they aren't valid.
  mutating func next() -> (output: FilePath, record: BatchRecord)? {
    var (output, record) = (FilePath(), BatchRecord(input: FilePath()))
    guard (try? exchange(&output, &record)) != nil, record.input.isRelativeInputPath,
      record.outputByteCount >= 0, record.hasOutput || record.outputByteCount == 0
    else { return nil }
    return (output, record)
  }

  private struct Invalid: Error {}

  private mutating func exchange(
    _ output: inout FilePath, _ record: inout BatchRecord
  ) throws(Invalid) {
    try exchange(&output)
    try exchange(&record.input)
    try exchange(&record.inputStamp)
    try exchange(&record.inputDigest)
    try exchange(&record.recipeDigest)
    try exchange(&record.outputStamp)
    try exchange(&record.outputByteCount)
    try exchange(&record.outputDigest)
    try exchange(&record.facts)
  }

  private mutating func write(_ field: some Sequence<UInt8>) {
    bytes += field
    bytes.append(0)
  }

  private mutating func read() throws(Invalid) -> ArraySlice<UInt8> {
    guard let end = bytes.firstIndex(of: 0) else { throw Invalid() }
    defer { bytes = bytes[(end + 1)...] }
    return bytes[..<end]
  }

  private mutating func exchange(_ path: inout FilePath) throws(Invalid) {
    guard isReading else { return write(path.bytes) }
    let field = try read()
    path = FilePath(bytes: Array(field))
    // Reject a path such as `a//b`. `FilePath` turns it into `a/b`, so this library never writes such a path.
    guard path.bytes.elementsEqual(field) else { throw Invalid() }
  }

  private mutating func exchange(_ value: inout some LosslessStringConvertible) throws(Invalid) {
    guard isReading else { return write(value.description.utf8) }
    let field = String(decoding: try read(), as: UTF8.self)
    guard let read = type(of: value).init(field) else { throw Invalid() }
    value = read
  }

  private static let seconds = 0...Double.greatestFiniteMagnitude
  private static let decibels = -10_000.0...10_000

  /// - Parameter other: A number outside of the range that is valid, too.
  private mutating func exchange(
    _ number: inout Double, in range: ClosedRange<Double>, or other: Double? = nil
  ) throws(Invalid) {
    try exchange(&number)
    guard !isReading || range.contains(number) || number == other else { throw Invalid() }
  }

  /// - Parameter new: A value whose parts are read.
  private mutating func exchange<Value>(
    _ value: inout Value?, or new: Value,
    _ exchange: (inout Self, inout Value) throws(Invalid) -> Void
  ) throws(Invalid) {
    var isPresent = value != nil
    try self.exchange(&isPresent)
    guard isPresent else {
      value = nil
      return
    }
    var present = value ?? new
    try exchange(&self, &present)
    value = present
  }

  private mutating func exchange(_ stamp: inout FileStamp?) throws(Invalid) {
    let new = FileStamp(byteCount: 0, modificationTime: 0, changeTime: 0, inode: 0)
    try exchange(&stamp, or: new) { fields, stamp throws(Invalid) in
      try fields.exchange(&stamp.byteCount)
      try fields.exchange(&stamp.modificationTime)
      try fields.exchange(&stamp.changeTime)
      try fields.exchange(&stamp.inode)
    }
  }

  private mutating func exchange(_ facts: inout ConversionFacts) throws(Invalid) {
    try exchange(&facts.outcome)
    // A null byte would end the field, and a line feed the warning.
    var warnings = facts.warnings.map { warning in
      "\(warning.kind.rawValue) " + warning.fact.filter { !["\0", "\n"].contains($0) }
    }.joined(separator: "\n")
    try exchange(&warnings)
    if isReading {
      facts.warnings = try warnings.split(separator: "\n").map { warning throws(Invalid) in
        let words = warning.split(separator: " ", maxSplits: 1).map { String($0) }
        guard words.count == 2, let kind = SoundWarning.Kind(rawValue: words[0]) else {
          throw Invalid()
        }
        return SoundWarning(kind, words[1])
      }
    }
    // A copy of silence that isn't silent has a ratio of -∞ dB.
    facts.signalToNoise = facts.signalToNoise.map { max($0, Self.decibels.lowerBound) }
    try exchange(decibels: &facts.signalToNoise)
    try exchange(&facts.arrangement, or: ArrangementChange()) { fields, change throws(Invalid) in
      try fields.exchange(&change.trimmedAtStart, in: Self.seconds)
      try fields.exchange(&change.trimmedAtEnd, in: Self.seconds)
      try fields.exchange(&change.silenceTrimmedAtStart, in: Self.seconds)
      try fields.exchange(&change.silenceTrimmedAtEnd, in: Self.seconds)
      try fields.exchange(&change.isSilent)
      try fields.exchange(&change.fadeIn, in: Self.seconds)
      try fields.exchange(&change.fadeOut, in: Self.seconds)
      try fields.exchange(&change.playCount)
      try fields.exchange(&change.gap, in: Self.seconds)
      try fields.exchange(&change.fadesBetweenPlays)
      guard change.playCount >= 1 else { throw Invalid() }
    }
    let new = LevelChange(
      loudnessBefore: nil, loudnessAfter: nil, truePeakBefore: 0, truePeakAfter: 0, gain: 0,
      limiting: 0)
    try exchange(&facts.levels, or: new) { fields, change throws(Invalid) in
      try fields.exchange(decibels: &change.loudnessBefore)
      try fields.exchange(decibels: &change.loudnessAfter)
      // The peak of silence is minus infinity.
      try fields.exchange(&change.truePeakBefore, in: Self.decibels, or: -.infinity)
      try fields.exchange(&change.truePeakAfter, in: Self.decibels, or: -.infinity)
      try fields.exchange(&change.gain, in: Self.decibels)
      try fields.exchange(&change.limiting, in: 0...10_000)
      try fields.exchange(decibels: &change.shortfall)
    }
  }

  private mutating func exchange(decibels: inout Double?) throws(Invalid) {
    try exchange(&decibels, or: 0) { fields, value throws(Invalid) in
      // Equal frames have an infinite signal-to-noise ratio.
      try fields.exchange(&value, in: Self.decibels, or: .infinity)
    }
  }

  private mutating func exchange(_ outcome: inout AlertOutcome) throws(Invalid) {
    var (word, precision) = (outcome.word, outcome.sourceLength?.precision ?? "")
    var (seconds, kept) = (outcome.sourceLength?.seconds ?? 0, outcome.keptSeconds ?? 0)
    try exchange(&word)
    try exchange(&precision)
    try exchange(&seconds, in: Self.seconds)
    try exchange(&kept, in: Self.seconds)
    let lengths: [AlertLength] = [
      .exactly(seconds: seconds), .about(seconds: seconds), .atLeast(seconds: seconds),
    ]
    let outcomes: [AlertOutcome] =
      lengths.first { $0.precision == precision }.map {
        [
          .convertedTooLong(seconds: seconds), .trimmed(from: $0, to: kept),
          .replacedByDefault(from: $0), .omitted(from: $0),
        ]
      } ?? [.converted]
    guard let read = outcomes.first(where: { $0.word == word }) else { throw Invalid() }
    outcome = read
  }
}
