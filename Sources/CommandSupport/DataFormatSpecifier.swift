package import AlertSound
package import SoundFormat
package import SystemPackage

/// The value of `-d`, such as `ima4`, `LEI16@22050` or `BEF32`.
///
/// The grammar is Apple's. The first part is linear PCM as `[-][BE|LE]{F|[U]I}{8|16|24|32|64}`, or a codec's code
/// of three or four characters (`\xNN` for a character that can't be typed). Then follow, in any order, `@rate`,
/// `/flags` in hexadecimal and `#frames` per packet.
package struct DataFormatSpecifier: Equatable, Sendable {
  package enum Coding: Equatable, Sendable {
    /// Linear PCM. If the endianness is nil, `dataFormat(in:)` chooses it.
    case linearPCM(PCMEncoding.SampleType, ByteOrder?)
    case codec(FourCharCode)
    /// `0`: the source's packets, copied.
    case packetsOfSource
    /// `N`: the linear PCM from which a lossless source was made.
    case nativePCMOfSource
  }

  package var coding: Coding
  /// Frames per second, in Hz; nil to keep the source's sample rate.
  package var sampleRate: Double?
  package var formatFlags: UInt32?
  package var framesPerPacket: Int?
}

extension DataFormatSpecifier {
  /// Parses a text. Where Apple's tool has a message for an error, the thrown error has the same message.
  package init(parsing text: String) throws(CommandLineError) {
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

  private static func coding(_ text: Substring) throws(CommandLineError) -> Coding {
    switch text {
    case "0": return .packetsOfSource
    case "N": return .nativePCMOfSource
    default: break
    }
    if let coding = try linearPCM(text) { return coding }
    guard let code = FourCharCode(typed: String(text)) else {
      throw CommandLineError(
        message: "The format '\(text)' is unknown or an unparseable PCM format specifier")
    }
    return .codec(code)
  }

  /// Parses linear PCM, which contains an `F` or `I`. Returns nil for any other text, which must be a codec's code.
  private static func linearPCM(_ text: Substring) throws(CommandLineError) -> Coding? {
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
      throw CommandLineError(
        message: "'\(text)': sound files hold interleaved samples only; leave out the '-'")
    }
    switch (kind, bitDepth) {
    case ("UI", 8): return .linearPCM(.uint8, order)
    case ("I", 8): return .linearPCM(.int8, order)
    case ("I", 16): return .linearPCM(.int16, order)
    case ("I", 24): return .linearPCM(.int24, order)
    case ("I", 32): return .linearPCM(.int32, order)
    case ("F", 32): return .linearPCM(.float32, order)
    case ("F", 64): return .linearPCM(.float64, order)
    case ("F", _): throw CommandLineError(message: "Valid float bitdepths are 32 and 64")
    case ("UI", _): throw CommandLineError(message: "'\(text)': the only unsigned format is UI8")
    default: throw CommandLineError(message: "Valid integer bitdepths are 8, 16, 24, and 32")
    }
  }

  private static func sampleRate(_ text: Substring) throws(CommandLineError) -> Double {
    let isDecimal = text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
    guard isDecimal, let rate = Double(text), (1...10_000_000).contains(rate) else {
      throw CommandLineError(message: "'@\(text)' is not a sample rate in Hz, such as @44100")
    }
    return rate
  }

  private static func number(
    _ text: Substring, radix: Int, named name: String
  ) throws(CommandLineError) -> UInt32 {
    guard let number = UInt32(text, radix: radix) else {
      throw CommandLineError(message: "'\(text)' is not a number of \(name)")
    }
    return number
  }
}

extension DataFormatSpecifier {
  /// Returns the data format in a container; nil if the format depends on the source.
  ///
  /// Linear PCM without an endianness gets the machine's endianness, as Apple documents. If the container holds only
  /// the opposite endianness, linear PCM gets that one: `I16` in an AIFF is `BEI16`.
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

extension DataFormatSpecifier {
  /// Why a data format can't be determined.
  package enum ResolutionError: Error, Equatable, Sendable {
    /// `N` requests the PCM from which a lossless source was made, but the source has this lossy format.
    case lossySource(DataFormat)
    /// The flags or the frames per packet don't match the format.
    case otherDetails(DataFormat)

    package var reason: String {
      switch self {
      case .lossySource(let format):
        "-d N decodes lossless sounds, and this one is \(format)"
      case .otherDetails(let format):
        "the flags or frames per packet don't match \(format)"
      }
    }

    package var advice: String {
      switch self {
      case .lossySource: "name a data format, such as LEI16"
      case .otherDetails: "leave out '/' and '#'"
      }
    }
  }

  /// Returns the data format in a container for a source; nil to copy the source's packets.
  package func dataFormat(
    in container: Container, from source: SoundSource
  ) throws(ResolutionError) -> DataFormat? {
    switch coding {
    case .packetsOfSource: return nil
    case .nativePCMOfSource:
      guard let sampleType = source.losslessSampleType else {
        throw .lossySource(source.format.dataFormat)
      }
      // Try signed and unsigned 8-bit samples, because some containers hold only one of the two kinds.
      let otherSign: PCMEncoding.SampleType = sampleType == .int8 ? .uint8 : .int8
      let formats = (sampleType.bitDepth == 8 ? [sampleType, otherSign] : [sampleType]).map {
        DataFormatSpecifier(coding: .linearPCM($0, nil)).dataFormat(in: container)
      }
      return formats.compactMap(\.self).first(where: container.holds) ?? formats[0]
    case .linearPCM, .codec:
      let format = dataFormat(in: container)
      if let format, !describes(format) { throw .otherDetails(format) }
      return format
    }
  }

  /// Returns whether `/flags` and `#frames` match a data format. Only codecs that this library lacks need these parts.
  private func describes(_ dataFormat: DataFormat) -> Bool {
    let format = StreamFormat(sampleRate: 44_100, channelCount: 1, dataFormat: dataFormat)
    let flags = format.coreAudioDescription.formatFlags
    return formatFlags ?? flags == flags
      && framesPerPacket ?? format.framesPerPacket == format.framesPerPacket
  }
}

extension Container {
  /// Infers the container from an output's extension. If several containers share the extension, the data format
  /// decides. Returns nil if no container has this extension.
  package init?(ofOutput path: FilePath?, holding dataFormat: DataFormatSpecifier?) {
    self.init(pathExtension: path?.extension ?? "") { dataFormat?.dataFormat(in: $0) }
  }
}
