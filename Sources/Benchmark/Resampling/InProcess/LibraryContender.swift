/// A resampler that is called inside this process.
struct LibraryContender {
  let name: String
  /// Converts a whole sound with a resampler made for it, block by block, and returns the number of frames.
  let convert: (MemorySound, RateChange) throws -> Int

  /// Converts a sound.
  ///
  /// - Throws: `Failure` if frames are missing from the result, or there are too many.
  func run(_ sound: MemorySound, _ change: RateChange) throws {
    let count = try convert(sound, change)
    let wanted = change.frameCount(of: sound.frameCount)
    // Each rounds in its own way, and some end a few frames early.
    guard abs(count - wanted) <= 64 else {
      throw Failure(description: "\(name), \(change.title): \(count) frames, not \(wanted)")
    }
  }

  /// The installed libraries' resamplers, the best of each first.
  static var peers: [LibraryContender] {
    let soxr = SoxrLibrary().map { library in
      [("soxr VHQ", SoxrLibrary.Recipe.veryHigh), ("soxr HQ", .high)].map { name, recipe in
        LibraryContender(name: name) { try library.convert($0, $1, recipe) }
      }
    }
    let libsamplerate = SampleRateLibrary().map { library in
      SampleRateLibrary.Converter.allCases.map { converter in
        LibraryContender(name: "libsamplerate \(converter)") {
          try library.convert($0, $1, converter)
        }
      }
    }
    return (soxr ?? []) + (libsamplerate ?? [])
  }

  /// The names of the libraries that aren't installed.
  static var missing: [String] {
    [
      SoxrLibrary() == nil ? "libsoxr" : nil,
      SampleRateLibrary() == nil ? "libsamplerate" : nil,
    ].compactMap(\.self)
  }
}
