internal import SoundFormat

// What was done to a sound, as fields of its record: numbers as the bits of doubles, in hexadecimal.

extension ArrangementChange {
  private static let silent = "silent"
  private static let joined = "joined"

  var field: [UInt8] {
    let numbers = [
      trimmedAtStart, trimmedAtEnd, silenceTrimmedAtStart, silenceTrimmedAtEnd, fadeIn, fadeOut,
      gap,
    ].map(\.field)
    let words = [isSilent ? Self.silent : nil, fadesBetweenPlays ? Self.joined : nil]
    return Array(
      (numbers + ["\(playCount)"] + words.compactMap(\.self)).joined(separator: " ").utf8)
  }

  init?(field: ArraySlice<UInt8>) {
    let words = field.fieldWords
    let numbers = words.prefix(7).map { Double(field: $0) }
    guard words.count >= 8, let playCount = Int(words[7]), playCount >= 1,
      numbers.allSatisfy({ $0.map { $0.isFinite && $0 >= 0 } ?? false }),
      words.dropFirst(8).allSatisfy([Self.silent, Self.joined].contains)
    else { return nil }
    let seconds = numbers.compactMap(\.self)
    self.init()
    (trimmedAtStart, trimmedAtEnd) = (seconds[0], seconds[1])
    (silenceTrimmedAtStart, silenceTrimmedAtEnd) = (seconds[2], seconds[3])
    (fadeIn, fadeOut, gap) = (seconds[4], seconds[5], seconds[6])
    self.playCount = playCount
    isSilent = words.dropFirst(8).contains(Self.silent)
    fadesBetweenPlays = words.dropFirst(8).contains(Self.joined)
  }
}

extension LevelChange {
  private static let none = "none"

  var field: [UInt8] {
    let numbers: [Double?] = [
      loudnessBefore, loudnessAfter, truePeakBefore, truePeakAfter, gain, limiting, shortfall,
    ]
    return Array(numbers.map { $0?.field ?? Self.none }.joined(separator: " ").utf8)
  }

  init?(field: ArraySlice<UInt8>) {
    let words = field.fieldWords
    let numbers = words.map { $0 == Self.none ? nil : Double(field: $0) }
    // Of decibels. The peak of silence is minus infinity.
    let areValid = zip(words, numbers).allSatisfy { word, number in
      number.map { $0.magnitude < 10_000 || $0 == -.infinity } ?? (word == Self.none)
    }
    guard words.count == 7, areValid, let truePeakBefore = numbers[2],
      let truePeakAfter = numbers[3], let gain = numbers[4], let limiting = numbers[5]
    else { return nil }
    self.init(
      loudnessBefore: numbers[0], loudnessAfter: numbers[1], truePeakBefore: truePeakBefore,
      truePeakAfter: truePeakAfter, gain: gain, limiting: limiting, shortfall: numbers[6])
  }
}

extension Double {
  fileprivate var field: String { String(bitPattern, radix: 16) }

  fileprivate init?(field: String) {
    guard let bits = UInt64(hexadecimal: Array(field.utf8)[...]) else { return nil }
    self.init(bitPattern: bits)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var fieldWords: [String] {
    split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
  }
}
