internal import CLibsndfile

/// libsndfile as an oracle: it reads what this package writes, and writes files for this package to
/// read.
public enum Libsndfile {
  /// The properties that libsndfile reports about a file.
  public struct Info: Sendable, Equatable {
    /// `SF_FORMAT_…` of the container, such as `SF_FORMAT_WAV`.
    public var container: Int
    /// `SF_FORMAT_…` of the samples.
    public var encoding: Int
    public var sampleRate: Int
    public var channelCount: Int
    public var frameCount: Int

    public init(
      container: Int, encoding: Int, sampleRate: Int, channelCount: Int, frameCount: Int = 0
    ) {
      self.container = container
      self.encoding = encoding
      self.sampleRate = sampleRate
      self.channelCount = channelCount
      self.frameCount = frameCount
    }
  }

  /// libsndfile's numbers for ``Info``.
  public static let wav = SF_FORMAT_WAV
  public static let wavExtensible = SF_FORMAT_WAVEX
  public static let rf64 = SF_FORMAT_RF64
  public static let aiff = SF_FORMAT_AIFF
  public static let caf = SF_FORMAT_CAF
  public static let raw = SF_FORMAT_RAW
  public static let int8 = SF_FORMAT_PCM_S8
  public static let uint8 = SF_FORMAT_PCM_U8
  public static let int16 = SF_FORMAT_PCM_16
  public static let int24 = SF_FORMAT_PCM_24
  public static let int32 = SF_FORMAT_PCM_32
  public static let float32 = SF_FORMAT_FLOAT
  public static let float64 = SF_FORMAT_DOUBLE
  public static let muLaw = SF_FORMAT_ULAW
  public static let aLaw = SF_FORMAT_ALAW
  public static let ima4 = SF_FORMAT_IMA_ADPCM
  public static let littleEndian = SF_ENDIAN_LITTLE
  public static let bigEndian = SF_ENDIAN_BIG

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Reads a file's properties and its interleaved samples. libsndfile converts the samples to the
  /// type.
  ///
  /// - Parameter raw: The format of a file without a header.
  public static func read<Sample: LibsndfileSample>(
    _ bytes: [UInt8], as type: Sample.Type = Sample.self, raw: Info? = nil
  ) throws -> (info: Info, samples: [Sample]) {
    let file = try VirtualFile(reading: bytes, raw: raw)
    var samples = [Sample](repeating: 0, count: file.info.frameCount * file.info.channelCount)
    let readCount = unsafe samples.withUnsafeMutableBufferPointer {
      unsafe Sample.functions.read(file.handle, $0.baseAddress, sf_count_t($0.count))
    }
    guard Int(readCount) == samples.count else {
      throw Failure(description: "\(readCount) of \(samples.count) samples could be read")
    }
    return (file.info, samples)
  }

  /// Writes samples to a file in memory.
  ///
  /// - Parameter format: The sum of the numbers of a container, an encoding and a byte order.
  public static func write<Sample: LibsndfileSample>(
    _ samples: [Sample], format: Int, channelCount: Int, sampleRate: Int
  ) throws -> [UInt8] {
    let file = try VirtualFile(
      writing: format, channelCount: channelCount, sampleRate: sampleRate)
    let writtenCount = unsafe samples.withUnsafeBufferPointer {
      unsafe Sample.functions.write(file.handle, $0.baseAddress, sf_count_t($0.count))
    }
    guard Int(writtenCount) == samples.count else {
      throw Failure(description: "\(writtenCount) of \(samples.count) samples could be written")
    }
    return file.closed()
  }
}

/// libsndfile's functions that read and write samples of one type.
public typealias LibsndfileFunctions<Sample> = (
  read: (OpaquePointer?, UnsafeMutablePointer<Sample>?, Int64) -> Int64,
  write: (OpaquePointer?, UnsafePointer<Sample>?, Int64) -> Int64
)

/// A sample type of libsndfile's functions.
public protocol LibsndfileSample: ExpressibleByIntegerLiteral {
  @unsafe static var functions: LibsndfileFunctions<Self> { get }
}

extension Int16: LibsndfileSample {
  @unsafe public static var functions: LibsndfileFunctions<Int16> {
    unsafe (sf_read_short, sf_write_short)
  }
}

extension Int32: LibsndfileSample {
  @unsafe public static var functions: LibsndfileFunctions<Int32> {
    unsafe (sf_read_int, sf_write_int)
  }
}

extension Float: LibsndfileSample {
  @unsafe public static var functions: LibsndfileFunctions<Float> {
    unsafe (sf_read_float, sf_write_float)
  }
}

extension Double: LibsndfileSample {
  @unsafe public static var functions: LibsndfileFunctions<Double> {
    unsafe (sf_read_double, sf_write_double)
  }
}

/// Formats that only libsndfile reads in these tests.
extension Libsndfile {
  public static let flac = SF_FORMAT_FLAC | SF_FORMAT_PCM_16
  public static let flac24 = SF_FORMAT_FLAC | SF_FORMAT_PCM_24
  public static let vorbis = SF_FORMAT_OGG | SF_FORMAT_VORBIS
  public static let opus = SF_FORMAT_OGG | SF_FORMAT_OPUS
  public static let mp3 = SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
  public static let au = SF_FORMAT_AU | SF_FORMAT_PCM_16
  public static let wave64 = SF_FORMAT_W64 | SF_FORMAT_PCM_16
  public static let svx8 = SF_FORMAT_SVX | SF_FORMAT_PCM_S8
  public static let svx16 = SF_FORMAT_SVX | SF_FORMAT_PCM_16
  public static let msADPCM = SF_FORMAT_WAV | SF_FORMAT_MS_ADPCM
  public static let imaADPCM = SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM
  public static let gsm = SF_FORMAT_WAV | SF_FORMAT_GSM610
  public static let alac16 = SF_FORMAT_CAF | SF_FORMAT_ALAC_16
  public static let alac20 = SF_FORMAT_CAF | SF_FORMAT_ALAC_20
  public static let alac32 = SF_FORMAT_CAF | SF_FORMAT_ALAC_32
  public static let alac24 = SF_FORMAT_CAF | SF_FORMAT_ALAC_24
}

/// An open libsndfile file that is in memory.
@safe
final class VirtualFile {
  private(set) var handle: OpaquePointer
  let info: Libsndfile.Info
  private let memory: Memory
  private var isOpen = true

  /// The bytes, and the offset where libsndfile reads or writes next.
  private final class Memory {
    var bytes: [UInt8]
    var position = 0

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }
  }

  convenience init(reading bytes: [UInt8], raw: Libsndfile.Info?) throws {
    var info = SF_INFO()
    if let raw {
      info.format = Int32(raw.container | raw.encoding)
      info.channels = Int32(raw.channelCount)
      info.samplerate = Int32(raw.sampleRate)
    }
    try self.init(Memory(bytes), mode: SFM_READ, info: &info)
  }

  convenience init(writing format: Int, channelCount: Int, sampleRate: Int) throws {
    var info = SF_INFO()
    info.format = Int32(format)
    info.channels = Int32(channelCount)
    info.samplerate = Int32(sampleRate)
    try self.init(Memory([]), mode: SFM_WRITE, info: &info)
  }

  private init(_ memory: Memory, mode: Int, info: inout SF_INFO) throws {
    self.memory = memory
    let userData = unsafe Unmanaged.passUnretained(memory).toOpaque()
    var callbacks = Self.callbacks
    guard let handle = unsafe sf_open_virtual(&callbacks, Int32(mode), &info, userData) else {
      throw Libsndfile.Failure(description: unsafe String(cString: sf_strerror(nil)))
    }
    unsafe self.handle = handle
    self.info = Libsndfile.Info(
      container: Int(info.format) & SF_FORMAT_TYPEMASK,
      encoding: Int(info.format) & SF_FORMAT_SUBMASK, sampleRate: Int(info.samplerate),
      channelCount: Int(info.channels), frameCount: Int(info.frames))
  }

  deinit {
    if isOpen { unsafe sf_close(handle) }
  }

  /// Closes the file and returns its bytes, which are incomplete before.
  func closed() -> [UInt8] {
    unsafe sf_close(handle)
    isOpen = false
    return memory.bytes
  }

  private static func memory(_ userData: UnsafeMutableRawPointer?) -> Memory {
    unsafe Unmanaged<Memory>.fromOpaque(userData!).takeUnretainedValue()
  }

  private static var callbacks: SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { unsafe sf_count_t(VirtualFile.memory($0).bytes.count) },
      seek: { offset, whence, userData in
        let memory = unsafe VirtualFile.memory(userData)
        let base = [0, memory.position, memory.bytes.count][Int(whence)]  // SEEK_SET, _CUR, _END
        memory.position = base + Int(offset)
        return sf_count_t(memory.position)
      },
      read: { destination, count, userData in
        let memory = unsafe VirtualFile.memory(userData)
        let available = min(Int(count), max(0, memory.bytes.count - memory.position))
        let part = memory.bytes[memory.position..<memory.position + available]
        unsafe part.withUnsafeBytes {
          unsafe UnsafeMutableRawBufferPointer(start: destination, count: available)
            .copyMemory(from: $0)
        }
        memory.position += available
        return sf_count_t(available)
      },
      write: { source, count, userData in
        let memory = unsafe VirtualFile.memory(userData)
        let end = memory.position + Int(count)
        if end > memory.bytes.count {
          memory.bytes.append(contentsOf: repeatElement(0, count: end - memory.bytes.count))
        }
        unsafe memory.bytes.replaceSubrange(
          memory.position..<end,
          with: UnsafeRawBufferPointer(start: source, count: Int(count)))
        memory.position = end
        return count
      },
      tell: { unsafe sf_count_t(VirtualFile.memory($0).position) })
  }
}
