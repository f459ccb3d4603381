import SoundFormat
import TestSupport
import Testing

/// MPEG-4 boxes with false sizes, and boxes that are duplicated, missing, nested, or too many.
struct HostileBoxTests {
  /// `SmallFile.movies` without its CAF and ADTS files, which have no boxes.
  private static let movies = SmallFile.movies.filter { $0.bytes[4...].starts(with: "ftyp".utf8) }

  /// Four different movies, for tests that try many inputs with each movie.
  private static let fewMovies = movies.filter {
    [
      "M4A AAC", "M4A Apple Lossless of 16 bits", "QuickTime BEI16 in two places",
      "MP4 AAC in fragments",
    ].contains($0.description)
  }

  @Test func treesHaveTheFilesBytes() {
    #expect(Self.movies.count > 8)
    #expect(Self.fewMovies.count == 4)
    for movie in Self.movies { #expect(BoxTree(movie.bytes).bytes == movie.bytes, "\(movie)") }
  }

  @Test(arguments: movies)
  func everySizeAtEveryPowerOfTwo(movie: SmallFile) {
    var run = HostileRun(.sound)
    let tree = BoxTree(movie.bytes)
    for path in tree.paths {
      for value in PowersOfTwo.neighbours(bitCount: 32) {
        run.attempt(
          movie.bytes.replacing(at: tree[path].offset, with: value.big(byteCount: 4)),
          "size of \(tree.name(of: path)): \(value)")
      }
    }
  }

  /// Sizes of 64 bits, including sizes that are negative when read as signed.
  @Test(arguments: movies)
  func longSizes(movie: SmallFile) {
    var run = HostileRun(.sound)
    let tree = BoxTree(movie.bytes)
    for path in tree.paths {
      let box = tree[path]
      let (before, after) = (movie.bytes[..<box.offset], movie.bytes[(box.offset + 8)...])
      let sizes: [UInt64] = [
        0, 1, 8, 15, 16, 17, UInt64(box.bytes.count + 8), 1 << 31, 1 << 32, 1 << 62, 1 << 63,
      ]
      for value in sizes.flatMap({ [$0, $0 &- 1, 0 &- $0] }) {
        let header = number(1) + box.type + value.big(byteCount: 8)
        run.attempt(
          Array(before + header + after), "long size of \(tree.name(of: path)): \(value)")
      }
    }
  }

  /// Sizes that reach from every box to every other box's header, forwards and backwards.
  @Test(arguments: fewMovies)
  func everySizeThatReachesAnotherBox(movie: SmallFile) {
    var run = HostileRun(.sound)
    let tree = BoxTree(movie.bytes)
    let offsets = tree.paths.map { tree[$0].offset }
    for offset in offsets {
      for target in offsets {
        for distance in [0, 4] {
          let size = UInt64(bitPattern: Int64(target + distance - offset))
          run.attempt(
            movie.bytes.replacing(at: offset, with: size.big(byteCount: 4)),
            "from \(offset) to \(target + distance)")
        }
      }
    }
  }

  @Test(arguments: movies)
  func everyBoxDuplicatedMissingOrEmpty(movie: SmallFile) {
    var run = HostileRun(.sound)
    let tree = BoxTree(movie.bytes)
    for path in tree.paths {
      let (box, name) = (tree[path], tree.name(of: path))
      run.attempt(tree.replacing(path, by: []).bytes, "no \(name)")
      run.attempt(tree.replacing(path, by: [box, box]).bytes, "a second \(name)")
      var empty = box
      empty.children = []
      run.attempt(tree.replacing(path, by: [empty]).bytes, "\(name) without boxes")
      run.attempt(tree.replacing(path, by: [empty, box]).bytes, "\(name) without boxes, then one")
      for count in 0..<min(40, box.beginning.count) {
        empty.beginning = Array(box.beginning.prefix(count))
        run.attempt(tree.replacing(path, by: [empty]).bytes, "\(count) bytes of \(name)")
        run.attempt(
          tree.replacing(path, by: [box, empty]).bytes, "\(name), then \(count) bytes of it")
      }
    }
  }

  /// Every box replaces every other box, or is put inside it.
  @Test(arguments: fewMovies)
  func everyBoxInsideAnother(movie: SmallFile) {
    var run = HostileRun(.sound)
    let tree = BoxTree(movie.bytes)
    for outer in tree.paths {
      for inner in tree.paths where inner != outer {
        let name = "\(tree.name(of: inner)) in \(tree.name(of: outer))"
        var box = tree[outer]
        box.children.insert(tree[inner], at: 0)
        run.attempt(tree.replacing(outer, by: [box]).bytes, name)
        run.attempt(
          tree.replacing(outer, by: [tree[inner]]).bytes, "\(name), instead of its content")
      }
    }
  }

  /// About 60 KB of boxes, each inside the previous box.
  @Test(arguments: ["moov", "trak", "mdia", "stbl", "meta", "ilst", "wave", "moof", "traf", "free"])
  func nestedBoxes(type: String) throws {
    var run = HostileRun(.sound)
    let movie = try #require(Self.movies.first)
    let tree = BoxTree(movie.bytes)
    for (count, headerByteCount) in [(8000, 0), (5000, 4)] {
      var nest: [UInt8] = []
      for depth in (0..<count).reversed() {
        nest += number(UInt32((8 + headerByteCount) * (count - depth)))
        nest += Array(type.utf8) + zeros(headerByteCount)
      }
      run.attempt(nest, "\(count) of \(type)")
      run.attempt(movie.bytes + nest, "\(count) of \(type) behind a movie")
      for path in tree.paths {
        var box = tree[path]
        box.beginning += nest
        run.attempt(
          tree.replacing(path, by: [box]).bytes, "\(count) of \(type) in \(tree.name(of: path))")
      }
    }
  }

  /// Puts 2500 empty or 500 short boxes into every box. Each byte is read a few times at most.
  @Test(arguments: [
    "'free'", "'trak'", "'mdia'", "'mvhd'", "'udta'", "'meta'", "'ilst'", "'----'", "'data'",
    "'stsz'", "'elst'", "'esds'", "'wave'", "'moof'", "'traf'", "'tfhd'", "'trun'", "'trex'",
    "'stsd'", "'dref'", "'sgpd'", "A96E616D",
  ])
  func boxesWithoutEnd(type: String) throws {
    var run = HostileRun(.sound)
    for (contentByteCount, count) in [(0, 2500), (40, 500)] {
      let one = number(UInt32(8 + contentByteCount)) + hex(type) + zeros(contentByteCount)
      let boxes = Array(repeatElement(one, count: count).joined())
      for movie in Self.fewMovies where movie.description.contains("A") {
        let tree = BoxTree(movie.bytes)
        for path in tree.paths {
          var box = tree[path]
          box.beginning += boxes
          let bytes = tree.replacing(path, by: [box]).bytes
          let name = "\(count) of \(type) in \(tree.name(of: path))"
          run.attempt(bytes, name)
          let file = CountedFile(bytes)
          _ = try? SoundFile(in: file)
          #expect(file.readCount <= 20_000, "\(name)")
          #expect(file.readByteCount <= 8 * bytes.count, "\(name)")
        }
      }
    }
  }
}
