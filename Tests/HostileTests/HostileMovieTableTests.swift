import SoundFormat
import TestSupport
import Testing

/// Tables of MPEG-4 files with absurd numbers.
struct HostileMovieTableTests {
  private static let numbers32: [UInt32] = [
    0, 1, 2, 3, 0x7FFF, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF,
  ]
  private static let numbers64: [UInt64] = [
    0, 1, 27, 28, 100, 0xFFFF_FFFF, 1 << 32, 1 << 53, 1 << 62, 1 << 63 - 1, 1 << 63, .max - 1, .max,
  ]

  /// A movie of AAC packets that can't be decoded, one of Apple Lossless, and one of linear PCM.
  private static let movies: [(name: String, movie: SmallMovie)] = {
    let packets = [[UInt8]](repeating: hex("0000 1600 0000 0123 4567 8E"), count: 3)
    let cookie = hex("00000004 00 10 28 0A 0E 01 00FF 00000000 00000000 00001F40")
    let lossless = SmallMovie(
      entry: SmallMovie.entry("alac", rate: 8000, fullBox("alac", cookie)),
      runs: [Array(packets[..<2]), Array(packets[2...])], durations: [(3, 4)])
    var frames = SmallMovie(
      entry: SmallMovie.entry("sowt"), runs: [[zeros(8)], [zeros(4)]], durations: [(6, 1)])
    frames.tables["stsz"] = fullBox("stsz", numbers([2, 6]))
    frames.tables["stsc"] = fullBox("stsc", numbers([2, 1, 4, 1, 2, 2, 1]))
    return [("AAC", .aac()), ("Apple Lossless", lossless), ("frames", frames)]
  }()

  /// Tries each movie with the given tables in place of its own.
  private func attempt(
    _ tables: [String: [UInt8]], _ run: inout HostileRun, _ name: String,
    _ change: (inout SmallMovie) -> Void = { _ in }
  ) {
    for (kind, movie) in Self.movies {
      var changed = movie
      for (type, table) in tables { changed.tables[type] = table }
      change(&changed)
      run.attempt(changed.bytes, "\(kind), \(name)")
    }
  }

  @Test func undamagedMoviesKeepThePromises() throws {
    var run = HostileRun(.sound)
    attempt([:], &run, "whole")
    for (name, movie) in Self.movies {
      let sound = try SoundFile(parsing: movie.bytes)
      #expect(sound.missingByteCount == 0, "\(name)")
      #expect(sound.isDecodable, "\(name)")
    }
  }

  @Test func sizes() {
    var run = HostileRun(.sound)
    for size in Self.numbers32 {
      for count in Self.numbers32 {
        for type in ["stsz", "stz2"] {
          for entries in [[], [0, 0, 0], [size, count, .max, 1]] {
            attempt(
              ["stsz": fullBox(type, numbers([size, count] + entries))], &run,
              "\(count) of \(size) in \(type), \(entries.count) are there")
          }
        }
      }
    }
    for bits in UInt32(0)...65 {
      attempt(
        ["stsz": fullBox("stz2", numbers([bits, .max]), zeros(1000))], &run, "sizes of \(bits) bits"
      )
    }
  }

  @Test func places() {
    var run = HostileRun(.sound)
    for first in Self.numbers32 {
      for count in Self.numbers32 {
        for entry in [0, 1, 2, .max] as [UInt32] {
          attempt(
            ["stsc": fullBox("stsc", numbers([1, first, count, entry]))], &run,
            "\(count) in each from \(first), coded as \(entry)")
        }
        attempt(
          ["stsc": fullBox("stsc", numbers([count, 1, 0, 1, first, count, 1, 2, 1, 1]))], &run,
          "none in the first, \(count) in each from \(first)")
        attempt(
          ["stco": fullBox("stco", numbers([count, first, 28, 28, first]))], &run,
          "\(count) places at \(first)")
      }
    }
    for offset in Self.numbers64 {
      for count in Self.numbers32 {
        let places = offset.big(byteCount: 8) + UInt64(28).big(byteCount: 8)
        attempt(
          ["stco": fullBox("co64", number(count), places, places)], &run,
          "\(count) places at \(offset)")
      }
    }
  }

  @Test func durations() {
    var run = HostileRun(.sound)
    for count in Self.numbers32 {
      for delta in Self.numbers32 {
        let table = numbers([count, delta])
        attempt(
          ["stts": fullBox("stts", number(1), table)], &run, "\(count) of \(delta)")
        attempt(
          ["stts": fullBox("stts", number(.max), table, table, table)], &run,
          "\(count) of \(delta), thrice")
        attempt([:], &run, "\(count) time units, and \(delta) of the movie") {
          $0.timescale = count
          $0.movieTimescale = delta
          $0.edits = [(50, 3), (delta, -1)]
        }
      }
    }
  }

  @Test func edits() {
    var run = HostileRun(.sound)
    for duration in Self.numbers64 {
      for start in Self.numbers64 {
        for hasGroups in [false, true] {
          let rate = number(0x1_0000)
          let long = duration.big(byteCount: 8) + start.big(byteCount: 8) + rate
          let short = duration.big(byteCount: 4) + start.big(byteCount: 4) + rate
          for table in [
            fullBox("elst", version: 1, number(1), long), fullBox("elst", number(1), short),
            fullBox("elst", version: 1, number(.max), long, long),
            fullBox("elst", number(2), short),
          ] {
            // Put the edit list into `stsd`, because the reader finds it in any box of the track.
            attempt(["stsd": []], &run, "an edit of \(duration) from \(start)") {
              $0.hasRollGroups = hasGroups
              $0.tables["stsd"] = fullBox("stsd", number(1), $0.entry) + table
            }
          }
        }
      }
    }
  }

  @Test func paddingOfITunes() {
    var run = HostileRun(.sound)
    let texts = [
      "0", "1", "840", "7FFFFFFF", "80000000", "FFFFFFFF", "7FFFFFFFFFFFFFFF", "8000000000000000",
      "-1", "",
    ]
    for priming in texts {
      for valid in texts {
        for remainder in ["0", "7FFFFFFFFFFFFFFF"] {
          for type in ["mp4a", "QDM2", "alac", "ima4", "samr"] {
            attempt([:], &run, "\(priming) before \(valid) of \(type)") {
              $0.padding = " 00000000 \(priming) \(remainder) \(valid) 0"
              $0.entry.replaceSubrange(4..<8, with: type.utf8)
            }
          }
        }
      }
    }
  }

  /// Sample descriptions of all QuickTime versions and of ISO.
  @Test(arguments: ["mp4a", "alac", "lpcm", "sowt", "in24", "ima4", "ulaw", ".mp3", "ipcm"])
  func descriptions(type: String) {
    var run = HostileRun(.sound)
    let rates = [
      0, 1, 0.5, 8000.5, 1e7, 1e8, -1, .nan, .infinity, Double.greatestFiniteMagnitude,
    ]
    for version in [0, 1] as [UInt32] {
      for value in Self.numbers32 {
        let half = Array(number(value).suffix(2))
        for rate in [0, 1, 0x1F40_0000, 0xFFFF_FFFF] as [UInt32] {
          let first = box(
            type, zeros(6), [0, 1, 0, 1], zeros(6), half, half, zeros(4),
            numbers([rate, value, value, value, value]))
          attempt([:], &run, "\(value) at \(rate) in version 1") {
            $0.entry = first
            $0.descriptionVersion = version
          }
        }
        for rate in rates {
          let second = box(
            type, zeros(6), [0, 1, 0, 2], zeros(6), [0, 3, 0, 16], numbers([0, 0x1_0000, 72]),
            rate.bitPattern.big(byteCount: 8),
            numbers([value, 0x7F00_0000, value, 4, value, value]))
          attempt([:], &run, "\(value) at \(rate) in version 2") {
            $0.entry = second
            $0.descriptionVersion = version
          }
        }
      }
    }
  }

  /// AAC configurations that begin with any byte.
  @Test func configurations() {
    for first in UInt8.min ... .max {
      var run = HostileRun(.sound)
      for second in stride(from: UInt8(0), to: 255, by: 5) {
        let entry = SmallMovie.aacEntry(config: [first, second, 0x56, 0xE5, 0xFF, 0xFF])
        var movie = SmallMovie.aac(packetCount: 2)
        movie.entry = entry
        run.attempt(movie.bytes, "a configuration of \(first), \(second)")
      }
    }
  }

  /// Fragments with absurd counts, offsets and sizes.
  @Test func fragments() {
    var run = HostileRun(.sound)
    let movie = SmallMovie(entry: SmallMovie.aacEntry(), runs: [], durations: [])
    for value in Self.numbers32 {
      for size in Self.numbers32 {
        for flags in [0, 1, 0x100, 0x200, 0x301, 0xF05] as [UInt32] {
          for base in [28, 1 << 63 - 1, .max] as [UInt64] {
            let fragment = box(
              "moof",
              box(
                "traf",
                fullBox("tfhd", flags: 1, number(1), base.big(byteCount: 8)),
                fullBox("trun", flags: flags, numbers([value, size, value, size, 1])),
                fullBox("trun", flags: flags & 0x300, numbers([2, size, value, 1, 1]))))
            for entry in [SmallMovie.aacEntry(), SmallMovie.entry("sowt", channelCount: 2)] {
              var changed = movie
              changed.entry = entry
              run.attempt(
                changed.bytes + fragment + box("mdat", zeros(50)),
                "\(value) of \(size) at \(base) with \(flags): the movie lacks defaults")
              changed.fragmentDefaults = fullBox("trex", numbers([1, 1, value, size, 0]))
              run.attempt(
                changed.bytes + fragment + box("mdat", zeros(50)),
                "\(value) of \(size) at \(base) with \(flags)")
            }
          }
        }
      }
    }
  }

  /// The reader reads every byte of long tables a few times at most, in bounded memory.
  @Test func longTables() throws {
    var run = HostileRun(.sound)
    let count: UInt32 = 20_000
    func entries(_ make: (UInt32) -> [UInt32]) -> [UInt8] {
      numbers([count] + (0..<count).flatMap(make))
    }
    let tables: [(String, [String: [UInt8]])] = [
      ("empty packets", ["stsz": fullBox("stsz", number(0), entries { _ in [0] })]),
      (
        "empty packets of four bits",
        [
          "stsz": fullBox("stz2", numbers([4, .max]), zeros(100_000)),
          "stsc": fullBox("stsc", numbers([1, 1, .max, 1])),
        ]
      ),
      ("runs of nothing", ["stsc": fullBox("stsc", entries { [$0, 0, 1] })]),
      ("runs at one place", ["stco": fullBox("stco", entries { _ in [28] })]),
      (
        "places without packets",
        [
          "stsc": fullBox("stsc", numbers([1, 1, 0, 1])),
          "stco": fullBox("stco", entries { _ in [28] }),
        ]
      ),
      (
        "runs of a byte",
        [
          "stsz": fullBox("stsz", numbers([1, count])),
          "stsc": fullBox("stsc", numbers([1, 1, 1, 1])),
          "stco": fullBox("stco", entries { [28 + 2 * $0] }),
        ]
      ),
      ("durations", ["stts": fullBox("stts", entries { [$0, .max] })]),
    ]
    for (name, tables) in tables {
      for (kind, movie) in Self.movies {
        var changed = movie
        for (type, table) in tables { changed.tables[type] = table }
        let bytes = changed.bytes
        run.attempt(bytes, "\(kind), \(name)")
        let file = CountedFile(bytes)
        _ = try? SoundFile(in: file)
        #expect(file.readCount <= 1000, "\(kind), \(name)")
        #expect(file.readByteCount <= 4 * bytes.count, "\(kind), \(name)")
      }
    }
  }

  /// The reader reads the long tables of only one of many tracks.
  @Test func manyTracks() throws {
    var run = HostileRun(.sound)
    var movie = SmallMovie.aac()
    movie.tables["stsz"] = fullBox("stsz", numbers([0, 500]), zeros(2000))
    let tree = BoxTree(movie.bytes)
    let path = try #require(tree.paths.first { tree.name(of: $0) == "moov/trak" })
    for count in [2, 64, 65, 300] {
      let bytes = tree.replacing(path, by: Array(repeating: tree[path], count: count)).bytes
      run.attempt(bytes, "\(count) tracks")
      let file = CountedFile(bytes)
      _ = try? SoundFile(in: file)
      #expect(file.readByteCount <= 2 * bytes.count, "\(count) tracks")
    }
  }
}
