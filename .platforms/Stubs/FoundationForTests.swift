// Further declarations of Apple's Foundation, which only tests use.

open class NSObject: Hashable {
  public init() {}
  public static func == (left: NSObject, right: NSObject) -> Bool { false }
  open func hash(into hasher: inout Hasher) {}
}

open class NSNumber: NSObject, @unchecked Sendable {
  open var intValue: Int { 0 }
  open var int64Value: Int64 { 0 }
  open var uint64Value: UInt64 { 0 }
}

open class NSDictionary: NSObject {}

extension Dictionary: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSDictionary { NSDictionary() }
  public static func _forceBridgeFromObjectiveC(
    _ source: NSDictionary, result: inout Dictionary?
  ) {}
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSDictionary, result: inout Dictionary?
  ) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSDictionary?) -> Dictionary {
    [:]
  }
}

public struct ObjCBool: Sendable, ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) {}
  public var boolValue: Bool { false }
}

public struct UUID: Sendable, Hashable {
  public init() {}
  public var uuidString: String { "" }
}

public struct URL: Sendable, Hashable {
  public enum DirectoryHint: Sendable {
    case isDirectory
    case notDirectory
    case checkFileSystem
    case inferFromPath
  }
  public init(fileURLWithPath path: String) {}
  public init(fileURLWithPath path: String, isDirectory: Bool) {}
  public init(
    filePath: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo base: URL? = nil
  ) {}
  public init?(string: String) { nil }
  public var path: String { "" }
  public var lastPathComponent: String { "" }
  public var pathExtension: String { "" }
  public var absoluteString: String { "" }
  public var standardizedFileURL: URL { self }
  public var isFileURL: Bool { true }
  public func path(percentEncoded: Bool = true) -> String { "" }
  public func appending(
    path: some StringProtocol, directoryHint: DirectoryHint = .inferFromPath
  ) -> URL { self }
  public func appending(
    component: some StringProtocol, directoryHint: DirectoryHint = .inferFromPath
  ) -> URL { self }
  public var pathComponents: [String] { [] }
  public mutating func append(
    path: some StringProtocol, directoryHint: DirectoryHint = .inferFromPath
  ) {}
  public mutating func append(
    component: some StringProtocol, directoryHint: DirectoryHint = .inferFromPath
  ) {}
  public func appendingPathComponent(_ component: String) -> URL { self }
  public func appendingPathComponent(_ component: String, isDirectory: Bool) -> URL { self }
  public func appendingPathExtension(_ pathExtension: String) -> URL { self }
  public func deletingLastPathComponent() -> URL { self }
  public func deletingPathExtension() -> URL { self }
  public func resolvingSymlinksInPath() -> URL { self }
}

extension Data {
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let atomic = Self(rawValue: 1)
    public static let withoutOverwriting = Self(rawValue: 2)
  }
  public init(contentsOf url: URL) throws { self.init() }
  public init(repeating byte: UInt8, count: Int) { self.init() }
  public func write(to url: URL, options: WritingOptions = []) throws {}
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result { fatalError() }
}

public struct CharacterSet: Sendable, Hashable, ExpressibleByArrayLiteral {
  public init(charactersIn characters: String) {}
  public init(arrayLiteral elements: Unicode.Scalar...) {}
  public static let newlines = Self(charactersIn: "")
  public static let whitespaces = Self(charactersIn: "")
  public static let whitespacesAndNewlines = Self(charactersIn: "")
}

extension CharacterSet: SetAlgebra {
  public init() {}
  public func contains(_ member: Unicode.Scalar) -> Bool { false }
  public func union(_ other: CharacterSet) -> CharacterSet { self }
  public func intersection(_ other: CharacterSet) -> CharacterSet { self }
  public func symmetricDifference(_ other: CharacterSet) -> CharacterSet { self }
  public mutating func insert(
    _ member: Unicode.Scalar
  ) -> (inserted: Bool, memberAfterInsert: Unicode.Scalar) { (false, member) }
  public mutating func remove(_ member: Unicode.Scalar) -> Unicode.Scalar? { nil }
  public mutating func update(with member: Unicode.Scalar) -> Unicode.Scalar? { nil }
  public mutating func formUnion(_ other: CharacterSet) {}
  public mutating func formIntersection(_ other: CharacterSet) {}
  public mutating func formSymmetricDifference(_ other: CharacterSet) {}
}

extension String {
  public init(format: String, _ arguments: any CVarArg...) { self = format }
  public init(contentsOf url: URL, encoding: Encoding) throws { self = "" }
  public init(contentsOfFile path: String, encoding: Encoding) throws { self = "" }
}

extension StringProtocol {
  public func components(separatedBy separator: some StringProtocol) -> [String] { [] }
  public func components(separatedBy separators: CharacterSet) -> [String] { [] }
  public func replacingOccurrences(
    of target: some StringProtocol, with replacement: some StringProtocol
  ) -> String { "" }
  public func trimmingCharacters(in set: CharacterSet) -> String { "" }
  public func range(of string: some StringProtocol) -> Range<Index>? { nil }
}

extension ProcessInfo {
  open var environment: [String: String] { [:] }
  open var processIdentifier: Int32 { 0 }
}

public struct FileAttributeKey: Sendable, Hashable {
  public static let modificationDate = Self()
  public static let posixPermissions = Self()
  public static let size = Self()
  public static let type = Self()
}

public struct FileAttributeType: Sendable, Hashable {
  public static let typeDirectory = Self()
  public static let typeRegular = Self()
  public static let typeSymbolicLink = Self()
}

public struct URLResourceKey: Sendable, Hashable {
  public static let isDirectoryKey = Self()
}

open class FileManager: NSObject, @unchecked Sendable {
  public enum SearchPathDirectory: UInt, Sendable {
    case itemReplacementDirectory = 99
    case libraryDirectory = 5
    case cachesDirectory = 13
  }
  public struct SearchPathDomainMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let userDomainMask = Self(rawValue: 1)
  }
  public class var `default`: FileManager { FileManager() }
  open var temporaryDirectory: URL { fatalError() }
  open var currentDirectoryPath: String { "" }
  open func changeCurrentDirectoryPath(_ path: String) -> Bool { false }
  open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
  open func contents(atPath path: String) -> Data? { nil }
  open func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
  open func contentsOfDirectory(
    at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?
  ) throws -> [URL] { [] }
  open func copyItem(at source: URL, to destination: URL) throws {}
  open func copyItem(atPath source: String, toPath destination: String) throws {}
  open func createDirectory(
    at url: URL, withIntermediateDirectories: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  open func createDirectory(
    atPath path: String, withIntermediateDirectories: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  open func createFile(
    atPath path: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil
  ) -> Bool { false }
  open func createSymbolicLink(at url: URL, withDestinationURL destination: URL) throws {}
  open func createSymbolicLink(
    atPath path: String, withDestinationPath destination: String
  ) throws {}
  open func destinationOfSymbolicLink(atPath path: String) throws -> String { "" }
  open func fileExists(atPath path: String) -> Bool { false }
  open func fileExists(
    atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?
  ) -> Bool { false }
  open func isExecutableFile(atPath path: String) -> Bool { false }
  open func linkItem(at source: URL, to destination: URL) throws {}
  open func moveItem(at source: URL, to destination: URL) throws {}
  open func moveItem(atPath source: String, toPath destination: String) throws {}
  open func removeItem(at url: URL) throws {}
  open func removeItem(atPath path: String) throws {}
  open func setAttributes(
    _ attributes: [FileAttributeKey: Any], ofItemAtPath path: String
  ) throws {}
  open func subpaths(atPath path: String) -> [String]? { nil }
  open func subpathsOfDirectory(atPath path: String) throws -> [String] { [] }
  open func url(
    for directory: SearchPathDirectory, in domain: SearchPathDomainMask, appropriateFor url: URL?,
    create: Bool
  ) throws -> URL { fatalError() }
}

open class FileHandle: NSObject, @unchecked Sendable {
  public class var standardError: FileHandle { FileHandle() }
  public class var standardInput: FileHandle { FileHandle() }
  public class var standardOutput: FileHandle { FileHandle() }
  public class var nullDevice: FileHandle { FileHandle() }
  public override init() {}
  public convenience init(fileDescriptor: Int32, closeOnDealloc: Bool) { self.init() }
  public convenience init(forReadingFrom url: URL) throws { self.init() }
  public convenience init(forUpdating url: URL) throws { self.init() }
  public convenience init(forWritingTo url: URL) throws { self.init() }
  open var fileDescriptor: Int32 { 0 }
  open func close() throws {}
  open func closeFile() {}
  open func readData(ofLength length: Int) -> Data { Data() }
  open func seek(toFileOffset offset: UInt64) {}
  open func readDataToEndOfFile() -> Data { Data() }
  public func readToEnd() throws -> Data? { nil }
  public func seek(toOffset offset: UInt64) throws {}
  @discardableResult public func seekToEnd() throws -> UInt64 { 0 }
  public func truncate(atOffset offset: UInt64) throws {}
  open func write(_ data: Data) {}
  public func write(contentsOf data: some RandomAccessCollection<UInt8>) throws {}
}

open class Pipe: NSObject, @unchecked Sendable {
  open var fileHandleForReading: FileHandle { FileHandle() }
  open var fileHandleForWriting: FileHandle { FileHandle() }
}

open class Process: NSObject, @unchecked Sendable {
  public enum TerminationReason: Int, Sendable {
    case exit = 1
    case uncaughtSignal = 2
  }
  open var executableURL: URL?
  open var arguments: [String]?
  open var environment: [String: String]?
  open var currentDirectoryURL: URL?
  open var standardInput: Any?
  open var standardOutput: Any?
  open var standardError: Any?
  open var isRunning: Bool { false }
  open var processIdentifier: Int32 { 0 }
  open var terminationReason: TerminationReason { .exit }
  open var terminationStatus: Int32 { 0 }
  open func interrupt() {}
  open func run() throws {}
  open func terminate() {}
  open func waitUntilExit() {}
}

open class Thread: NSObject, @unchecked Sendable {
  public class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  public class func sleep(forTimeInterval interval: TimeInterval) {}
}

open class Bundle: NSObject, @unchecked Sendable {
  public class var main: Bundle { Bundle() }
  public convenience init(for type: AnyClass) { self.init() }
  open var bundlePath: String { "" }
  open var bundleURL: URL { fatalError() }
  open func paths(
    forResourcesOfType pathExtension: String?, inDirectory directory: String?
  ) -> [String] { [] }
}

open class JSONSerialization: NSObject, @unchecked Sendable {
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = Self(rawValue: 1 << 0)
    public static let sortedKeys = Self(rawValue: 1 << 1)
  }

  public class func jsonObject(with data: Data) throws -> Any { 0 }
  public class func data(withJSONObject object: Any, options: WritingOptions = []) throws -> Data {
    Data()
  }
}

open class XMLParser: NSObject {
  public init(data: Data) {}
  open var parserError: (any Error)? { nil }
  open func parse() -> Bool { false }
}

open class XMLNode: NSObject {
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let nodePreserveWhitespace = Self(rawValue: 1 << 25)
  }
  open var name: String? { nil }
  open var uri: String? { nil }
  open var stringValue: String? { nil }
  open var parent: XMLNode? { nil }
  open var children: [XMLNode]? { nil }
}

open class XMLElement: XMLNode {
  open var attributes: [XMLNode]? { nil }
}

open class XMLDocument: XMLNode {
  public init(data: Data, options: XMLNode.Options = []) throws {}
  open func rootElement() -> XMLElement? { nil }
}

open class PropertyListSerialization: NSObject {
  public enum PropertyListFormat: UInt, Sendable {
    case openStep = 1
    case xml = 100
    case binary = 200
  }
  public struct ReadOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  open class func propertyList(
    from data: Data, options: ReadOptions = [],
    format: UnsafeMutablePointer<PropertyListFormat>?
  ) throws -> Any { data }
}
