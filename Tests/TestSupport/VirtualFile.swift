internal import CLibsndfile

/// A file in memory that is open in libsndfile.
@safe
final class VirtualFile {
  private(set) var handle: OpaquePointer
  let info: Libsndfile.Info
  private let memory: Memory
  private var isOpen = true

  /// The bytes, and the offset at which the next ones are read or written.
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

  /// Closes the file and returns its bytes, which are complete only then.
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
