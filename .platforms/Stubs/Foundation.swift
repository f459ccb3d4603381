// The declarations of Foundation that the package and ArgumentParser use. `@available` is left out, because
// the oldest supported systems have all of these. For Linux, this file is FoundationEssentials.

#if canImport(Darwin)
  @_exported import Darwin
  @_exported import Dispatch
#endif

public typealias TimeInterval = Double

public struct Date: Sendable, Hashable, Comparable {
  public init() {}
  public init(timeIntervalSinceNow: TimeInterval) {}
  public init(timeIntervalSince1970: TimeInterval) {}
  public var timeIntervalSince1970: TimeInterval { 0 }
  public var timeIntervalSinceReferenceDate: TimeInterval { 0 }
  public static func < (left: Date, right: Date) -> Bool { false }
  public static var now: Date { Date() }
  public func formatted(_ style: ISO8601FormatStyle) -> String { "" }

  public struct ISO8601FormatStyle: Sendable {
    public static var iso8601: Self { Self() }
    public func year() -> Self { self }
    public func month() -> Self { self }
    public func day() -> Self { self }
  }
}

public struct Data: Sendable, Hashable, Codable, RandomAccessCollection, MutableCollection {
  public init() {}
  public init(from decoder: any Decoder) throws {}
  public func encode(to encoder: any Encoder) throws {}
  public init<Bytes: Sequence>(_ bytes: Bytes) where Bytes.Element == UInt8 {}
  public typealias SubSequence = Data
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(index: Int) -> UInt8 {
    get { 0 }
    set {}
  }
  public subscript(bounds: Range<Int>) -> Data {
    get { self }
    set {}
  }
  public func base64EncodedString(options: Base64EncodingOptions = []) -> String { "" }

  public struct Base64EncodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
}

open class JSONEncoder: @unchecked Sendable {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = Self(rawValue: 1)
    public static let sortedKeys = Self(rawValue: 2)
    public static let withoutEscapingSlashes = Self(rawValue: 8)
  }
  public init() {}
  open var outputFormatting: OutputFormatting = []
  open func encode<Value: Encodable>(_ value: Value) throws -> Data { Data() }
}

open class JSONDecoder: @unchecked Sendable {
  public init() {}
  open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    fatalError()
  }
}

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { nil }
}

extension Error {
  public var localizedDescription: String { "" }
}

extension String {
  public struct Encoding: Sendable, Hashable {
    public static let utf8 = Self()
  }
  public init?(data: Data, encoding: Encoding) { nil }
}

open class ProcessInfo: @unchecked Sendable {
  public static let processInfo = ProcessInfo()
  open var activeProcessorCount: Int { 1 }
}

open class NSError: Error, @unchecked Sendable {
  open var code: Int { 0 }
}
