internal import CLibsndfile

/// libsndfile as an oracle: it reads what this package writes and writes what it reads.
public enum Libsndfile {
  /// What libsndfile reports about a file.
  public struct Info: Sendable, Equatable {
    /// `SF_FORMAT_…` of the container, `SF_FORMAT_WAV` for example.
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

  /// Names for the numbers in ``Info``.
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

  /// Reads a file's properties and its samples, interleaved and converted to the type by
  /// libsndfile.
  ///
  /// - Parameter raw: How to read bytes without a header.
  public static func read<Sample: LibsndfileSample>(
    _ bytes: [UInt8], as type: Sample.Type = Sample.self, raw: Info? = nil
  ) throws -> (info: Info, samples: [Sample]) {
    let file = try VirtualFile(reading: bytes, raw: raw)
    var samples = [Sample](repeating: 0, count: file.info.frameCount * file.info.channelCount)
    let readCount = unsafe samples.withUnsafeMutableBufferPointer {
      unsafe Sample.read(file.handle, $0.baseAddress, sf_count_t($0.count))
    }
    guard Int(readCount) == samples.count else {
      throw Failure(description: "\(readCount) of \(samples.count) samples could be read")
    }
    return (file.info, samples)
  }

  /// Writes samples to a file in memory.
  ///
  /// - Parameter format: The sum of a container, an encoding and a byte order.
  public static func write<Sample: LibsndfileSample>(
    _ samples: [Sample], format: Int, channelCount: Int, sampleRate: Int
  ) throws -> [UInt8] {
    let file = try VirtualFile(
      writing: format, channelCount: channelCount, sampleRate: sampleRate)
    let writtenCount = unsafe samples.withUnsafeBufferPointer {
      unsafe Sample.write(file.handle, $0.baseAddress, sf_count_t($0.count))
    }
    guard Int(writtenCount) == samples.count else {
      throw Failure(description: "\(writtenCount) of \(samples.count) samples could be written")
    }
    return file.closed()
  }
}

/// A type that libsndfile reads and writes samples as.
public protocol LibsndfileSample: ExpressibleByIntegerLiteral {
  @unsafe static func read(
    _ handle: OpaquePointer, _ samples: UnsafeMutablePointer<Self>?, _ count: Int64
  ) -> Int64
  @unsafe static func write(
    _ handle: OpaquePointer, _ samples: UnsafePointer<Self>?, _ count: Int64
  ) -> Int64
}

extension Int16: LibsndfileSample {
  @unsafe public static func read(
    _ handle: OpaquePointer, _ samples: UnsafeMutablePointer<Int16>?, _ count: Int64
  ) -> Int64 {
    unsafe sf_read_short(handle, samples, count)
  }
  @unsafe public static func write(
    _ handle: OpaquePointer, _ samples: UnsafePointer<Int16>?, _ count: Int64
  ) -> Int64 {
    unsafe sf_write_short(handle, samples, count)
  }
}

extension Int32: LibsndfileSample {
  @unsafe public static func read(
    _ handle: OpaquePointer, _ samples: UnsafeMutablePointer<Int32>?, _ count: Int64
  ) -> Int64 {
    unsafe sf_read_int(handle, samples, count)
  }
  @unsafe public static func write(
    _ handle: OpaquePointer, _ samples: UnsafePointer<Int32>?, _ count: Int64
  ) -> Int64 {
    unsafe sf_write_int(handle, samples, count)
  }
}

extension Float: LibsndfileSample {
  @unsafe public static func read(
    _ handle: OpaquePointer, _ samples: UnsafeMutablePointer<Float>?, _ count: Int64
  ) -> Int64 {
    unsafe sf_read_float(handle, samples, count)
  }
  @unsafe public static func write(
    _ handle: OpaquePointer, _ samples: UnsafePointer<Float>?, _ count: Int64
  ) -> Int64 {
    unsafe sf_write_float(handle, samples, count)
  }
}

extension Double: LibsndfileSample {
  @unsafe public static func read(
    _ handle: OpaquePointer, _ samples: UnsafeMutablePointer<Double>?, _ count: Int64
  ) -> Int64 {
    unsafe sf_read_double(handle, samples, count)
  }
  @unsafe public static func write(
    _ handle: OpaquePointer, _ samples: UnsafePointer<Double>?, _ count: Int64
  ) -> Int64 {
    unsafe sf_write_double(handle, samples, count)
  }
}
