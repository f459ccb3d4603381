package import SoundFormat

/// What `-d` asks for: `ima4`, `LEI16@22050`, `BEF32`.
///
/// The grammar is Apple's: linear PCM as `[-][BE|LE]{F|[U]I}{8|16|24|32|64}`, or a codec's code of
/// three or four characters (`\xNN` for one that can't be typed), then in any order `@rate`,
/// `/flags` in hexadecimal and `#frames` per packet.
package struct DataFormatSpecifier: Hashable, Sendable {
  /// How the frames are to be coded.
  package enum Coding: Hashable, Sendable {
    /// Linear PCM; without a byte order, the machine's or the only one the container holds.
    case linearPCM(PCMEncoding.SampleType, ByteOrder?)
    /// A codec by its code.
    case codec(FourCharCode)
    /// `0`: the source's packets as they are.
    case packetsOfSource
    /// `N`: the linear PCM a lossless source was made from.
    case nativePCMOfSource
  }

  /// How the frames are to be coded.
  package var coding: Coding
  /// Frames per second, in Hz; nil keeps the source's.
  package var sampleRate: Double?
  /// A codec's own flags.
  package var formatFlags: UInt32?
  /// A codec's frames per packet.
  package var framesPerPacket: Int?
}

extension DataFormatSpecifier {
  /// Creates a specifier of a coding at the source's rate.
  package init(coding: Coding) {
    self.coding = coding
  }

  /// Why a text isn't a data format.
  package struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in words.
    package let description: String
  }

  /// Parses a text.
  ///
  /// - Throws: `ParseError`, worded like Apple's message if Apple's tool has one.
  package init(parsing text: String) throws(ParseError) {
    let base = text.prefix { !"@/#".contains($0) }
    coding = try Self.coding(base)
    var rest = text[base.endIndex...]
    while let marker = rest.popFirst() {
      let value = rest.prefix { !"@/#".contains($0) }
      rest = rest[value.endIndex...]
      switch marker {
      case "@": sampleRate = try Self.sampleRate(value)
      case "/": formatFlags = try Self.number(value, radix: 16, named: "format flags")
      default: framesPerPacket = Int(try Self.number(value, radix: 10, named: "frames per packet"))
      }
    }
  }

  private static func coding(_ text: Substring) throws(ParseError) -> Coding {
    switch text {
    case "0": return .packetsOfSource
    case "N": return .nativePCMOfSource
    default: break
    }
    if let coding = try linearPCM(text) { return coding }
    guard let code = FourCharCode(typed: text) else {
      throw ParseError(
        description: "The format '\(text)' is unknown or an unparseable PCM format specifier")
    }
    return .codec(code)
  }

  /// Parses linear PCM, which has an `F` or `I`; returns nil for anything else, which must be a code.
  private static func linearPCM(_ text: Substring) throws(ParseError) -> Coding? {
    var rest = text
    let isDeinterleaved = rest.first == "-"
    if isDeinterleaved { rest.removeFirst() }
    let order: ByteOrder? = rest.hasPrefix("BE") ? .big : rest.hasPrefix("LE") ? .little : nil
    if order != nil { rest.removeFirst(2) }
    let kind = ["UI", "I", "F"].first { rest.hasPrefix($0) }
    guard let kind, let bitDepth = Int(rest.dropFirst(kind.count)),
      rest.hasSuffix(kind + String(bitDepth))
    else { return nil }
    if isDeinterleaved {
      throw ParseError(
        description: "'\(text)': sound files hold interleaved samples only; leave out the '-'")
    }
    switch (kind, bitDepth) {
    case ("UI", 8): return .linearPCM(.uint8, order)
    case ("I", 8): return .linearPCM(.int8, order)
    case ("I", 16): return .linearPCM(.int16, order)
    case ("I", 24): return .linearPCM(.int24, order)
    case ("I", 32): return .linearPCM(.int32, order)
    case ("F", 32): return .linearPCM(.float32, order)
    case ("F", 64): return .linearPCM(.float64, order)
    case ("F", _): throw ParseError(description: "Valid float bitdepths are 32 and 64")
    case ("UI", _): throw ParseError(description: "'\(text)': the only unsigned format is UI8")
    default: throw ParseError(description: "Valid integer bitdepths are 8, 16, 24, and 32")
    }
  }

  private static func sampleRate(_ text: Substring) throws(ParseError) -> Double {
    let isDecimal = text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
    guard isDecimal, let rate = Double(text), (1...10_000_000).contains(rate) else {
      throw ParseError(description: "'@\(text)' is not a sample rate in Hz, such as @44100")
    }
    return rate
  }

  private static func number(
    _ text: Substring, radix: Int, named name: String
  ) throws(ParseError) -> UInt32 {
    guard let number = UInt32(text, radix: radix) else {
      throw ParseError(description: "'\(text)' is not a number of \(name)")
    }
    return number
  }
}

extension DataFormatSpecifier {
  /// Returns the data format asked for, in a container; nil if it depends on the source.
  ///
  /// Linear PCM without a byte order takes the machine's order, as Apple says, unless the container
  /// holds only the other one: `I16` in an AIFF is `BEI16`.
  package func dataFormat(in container: Container) -> DataFormat? {
    switch coding {
    case .linearPCM(let sampleType, let order?): return .linearPCM(PCMEncoding(sampleType, order))
    case .linearPCM(let sampleType, nil):
      let native = DataFormat.linearPCM(PCMEncoding(sampleType, .native))
      let other = DataFormat.linearPCM(
        PCMEncoding(sampleType, ByteOrder.native == .little ? .big : .little))
      return !container.holds(native) && container.holds(other) ? other : native
    case .codec(let code): return DataFormat(CodecDescription(formatID: code))
    case .packetsOfSource, .nativePCMOfSource: return nil
    }
  }
}
