/// The lines of a granule's spectrum for one channel, in the order in which the filterbank takes them: the first line
/// of each of 32 subbands, then the second lines, and so on.
struct MP3Lines: Sendable {
  static let subbandCount = 32
  static let linesPerSubband = 18

  var values = [Float](repeating: 0, count: MP3Granule.lineCount)
  /// How many subbands may have lines that aren't 0.
  var subbandCount = 0

  /// Returns the index of a line in `values`. Lines are counted from the lowest frequency.
  static func place(ofLine line: Int) -> Int {
    line % linesPerSubband * subbandCount + line / linesPerSubband
  }

  /// For each n below 256: n^(4/3).
  private static let powers = (0..<256).map { Float(.fourThirdsPower($0)) }

  mutating func clear() {
    values.refill(count: MP3Granule.lineCount) { _ in 0 }
    subbandCount = 0
  }
}

extension MP3Lines {
  /// Reads a granule's lines, and multiplies each line by its band's gain. If bits are missing, further lines stay 0.
  ///
  /// Source: ISO/IEC 11172-3, 2.4.2.7 and 2.4.3.4.
  ///
  /// - Parameter end: The position after the granule's last bit.
  mutating func read(
    _ bits: inout BitReader, to end: Int, of granule: MP3Granule, _ factors: MP3ScaleFactors,
    _ layout: MP3Bands.Layout
  ) {
    var reader = Reader(bits: bits, end: end)
    let (books, powers) = (MP3CodeBooks.standard, Self.powers)
    values.withMutableSpan { values in
      layout.places.withSpan { places in
        Self.bands(of: granule, factors, layout).withSpan { bands in
          books.entries.withSpan { entries in
            powers.withSpan { powers in
              for region in 0..<3 {
                let end = region < 2 ? granule.regionEnds[region] : .max
                reader.readPairs(
                  to: min(granule.pairedLineCount, end), books.pairs[granule.books[region]],
                  entries, powers, bands, places, into: &values)
              }
            }
            reader.readQuadruples(
              books.quadruples[granule.quadrupleBook], entries, bands, places, into: &values)
          }
        }
      }
    }
    bits = reader.bits
    // The lines of short windows are interleaved within a band. For short blocks, assume lines in all subbands.
    let last = granule.block == .short ? MP3Granule.lineCount : reader.line
    subbandCount = (last + Self.linesPerSubband - 1) / Self.linesPerSubband
  }

  /// Where a band ends, and what its lines are multiplied by.
  private struct Band {
    let end: Int
    let gain: Float
  }

  private static func bands(
    of granule: MP3Granule, _ factors: MP3ScaleFactors, _ layout: MP3Bands.Layout
  ) -> [Band] {
    layout.ends.enumerated().map { band, end in
      var gain = granule.gain - granule.factorUnit * Int(factors.values[band])
      if band >= layout.longCount {
        gain -= 8 * granule.windowGains[(band - layout.longCount) % 3]
      } else if granule.isEmphasized, granule.block != .short, band >= 11 {
        gain -= granule.factorUnit * emphases[band - 11]
      }
      return Band(end: end, gain: Float(.quarterPower(gain)))
    }
  }

  /// For each band from band 11 on: what is added to its scale factor. Source: ISO/IEC 11172-3, table B.6.
  private static let emphases = [1, 1, 1, 1, 2, 2, 3, 3, 3, 2, 0]

  private struct Reader {
    var bits: BitReader
    let end: Int
    /// The next line, in the stream's order, and its band.
    var line = 0
    var band = 0

    /// Reads lines, two at once, until `lineCount` lines are read.
    @inline(__always)
    mutating func readPairs(
      to lineCount: Int, _ book: MP3CodeBooks.Book, _ entries: Span<MP3CodeBooks.Entry>,
      _ powers: Span<Float>, _ bands: Span<Band>, _ places: Span<UInt16>,
      into values: inout MutableSpan<Float>
    ) {
      while line < lineCount {
        while bands[band].end <= line { band += 1 }
        let gain = bands[band].gain
        let stop = min(lineCount, bands[band].end)
        while line < stop {
          guard bits.position < end else { return }
          var window = bits.window
          let symbol = Self.symbol(&window, book, entries)
          var count = symbol.length
          let first = Self.value(symbol.entry.first, &window, &count, book, powers) * gain
          let second = Self.value(symbol.entry.second, &window, &count, book, powers) * gain
          guard bits.skip(Int(truncatingIfNeeded: count)) else { return }
          values[Int(places[line])] = first
          values[Int(places[line &+ 1])] = second
          line &+= 2
        }
      }
    }

    /// Reads lines of magnitude 0 or 1, four at once.
    @inline(__always)
    mutating func readQuadruples(
      _ book: MP3CodeBooks.Book, _ entries: Span<MP3CodeBooks.Entry>, _ bands: Span<Band>,
      _ places: Span<UInt16>, into values: inout MutableSpan<Float>
    ) {
      while line + 4 <= MP3Granule.lineCount, bits.position < end {
        var window = bits.window
        let symbol = Self.symbol(&window, book, entries)
        let mask = symbol.entry.second
        let count = Int(truncatingIfNeeded: symbol.length) + mask.nonzeroBitCount
        // Drop a code that runs into the next granule: some encoders pad with less than a whole code.
        guard bits.position + count <= end, bits.skip(count) else { return }
        for place in 0..<4 {
          while bands[band].end <= line { band += 1 }
          let isCoded = UInt64(truncatingIfNeeded: mask &>> (3 &- place) & 1)
          let sign = UInt32(truncatingIfNeeded: window &>> 63 & isCoded) &<< 31
          window &<<= isCoded
          let magnitude =
            bands[band].gain.bitPattern & (0 &- UInt32(truncatingIfNeeded: isCoded))
          values[Int(places[line])] = Float(bitPattern: magnitude | sign)
          line &+= 1
        }
      }
    }

    /// Removes the code at the beginning of a window. Returns the entry with the code's symbol, and the code's length.
    @inline(__always)
    private static func symbol(
      _ window: inout UInt64, _ book: MP3CodeBooks.Book, _ entries: Span<MP3CodeBooks.Entry>
    ) -> (entry: MP3CodeBooks.Entry, length: UInt64) {
      var (start, width, length) = (book.start, book.width, UInt64(0))
      var entry = entries[start &+ Int(truncatingIfNeeded: window &>> (64 &- width))]
      while entry.isTable {
        window &<<= width
        length &+= width
        (start, width) = (book.start &+ entry.table, entry.width)
        entry = entries[start &+ Int(truncatingIfNeeded: window &>> (64 &- width))]
      }
      window &<<= entry.length
      return (entry, length &+ entry.length)
    }

    /// Reads the further bits of a line's magnitude, and the line's sign. Returns the line without its gain.
    @inline(__always)
    private static func value(
      _ magnitude: Int, _ window: inout UInt64, _ count: inout UInt64, _ book: MP3CodeBooks.Book,
      _ powers: Span<Float>
    ) -> Float {
      var power = powers[magnitude]
      if magnitude == 15, book.extensionBitCount > 0 {
        let sum = 15 &+ Int(truncatingIfNeeded: window &>> (64 &- book.extensionBitCount))
        window &<<= book.extensionBitCount
        count &+= book.extensionBitCount
        power = sum < powers.count ? powers[sum] : Float(.fourThirdsPower(sum))
      }
      let isCoded: UInt64 = magnitude == 0 ? 0 : 1
      let sign = UInt32(truncatingIfNeeded: window &>> 63 & isCoded) &<< 31
      window &<<= isCoded
      count &+= isCoded
      return Float(bitPattern: power.bitPattern | sign)
    }
  }
}
