import AlertCore
import SoundFormat

// The functions that JavaScript calls. Each worker has an instance of the core, and calls it sequentially.

/// The results of the last call.
nonisolated(unsafe) private var result = Answer()

/// Reserves memory for a call's arguments.
@_expose(wasm, "allocate")
@_cdecl("web_allocate")
public func allocate(_ byteCount: UInt32) -> UnsafeMutableRawPointer? {
  UnsafeMutableRawPointer.allocate(byteCount: max(1, Int(byteCount)), alignment: 16)
}

@_expose(wasm, "release")
@_cdecl("web_release")
public func release(_ pointer: UnsafeMutableRawPointer?) {
  unsafe pointer?.deallocate()
}

/// Answers a request.
///
/// - Parameters:
///   - file: A file's bytes.
///   - frames: The file's frames, if the browser has decoded it; otherwise empty.
///   - request: See ``Request``.
/// - Returns: 0, or 1 if the request failed and the text says why.
@_expose(wasm, "call")
@_cdecl("web_call")
public func call(
  _ file: UnsafePointer<UInt8>?, _ fileByteCount: UInt32,
  _ frames: UnsafePointer<UInt8>?, _ framesByteCount: UInt32,
  _ request: UnsafePointer<UInt8>?, _ requestByteCount: UInt32
) -> UInt32 {
  let text = unsafe UnsafeBufferPointer(start: request, count: Int(requestByteCount))
  let file = unsafe BorrowedBytes(UnsafeBufferPointer(start: file, count: Int(fileByteCount)))
  let frames = unsafe UnsafeBufferPointer(start: frames, count: Int(framesByteCount))
  do throws(SoundError) {
    let request = unsafe Request(text)
    unsafe result = try request.answer(about: file, decodedTo: frames)
    return 0
  } catch {
    unsafe result = Answer(["error": error.reason.json, "advice": error.remedy?.pageWords.json])
    return 1
  }
}

/// The text of the last call's result, JSON in UTF-8.
@_expose(wasm, "text")
@_cdecl("web_text")
public func text() -> UnsafeRawPointer? {
  unsafe result.text.withUnsafeBytes { $0.baseAddress }
}

@_expose(wasm, "text_count")
@_cdecl("web_text_count")
public func textByteCount() -> UInt32 { unsafe UInt32(result.text.count) }

/// The bytes of the last call's result: a file, or frames.
@_expose(wasm, "bytes")
@_cdecl("web_bytes")
public func bytes() -> UnsafeRawPointer? {
  unsafe result.bytes.withUnsafeBytes { $0.baseAddress }
}

@_expose(wasm, "bytes_count")
@_cdecl("web_bytes_count")
public func byteCount() -> UInt32 { unsafe UInt32(result.bytes.count) }

/// Frees the last call's result.
@_expose(wasm, "forget")
@_cdecl("web_forget")
public func forget() { unsafe result = Answer() }

struct Answer {
  /// JSON.
  let text: [UInt8]
  /// A file, or frames.
  let bytes: [UInt8]

  init(_ json: JSON = .null, bytes: [UInt8] = []) {
    text = json.line
    self.bytes = bytes
  }
}

/// A file's bytes, which JavaScript keeps until the call ends. They aren't copied, to save memory.
@safe struct BorrowedBytes: ByteSource, @unchecked Sendable {
  private let memory: UnsafeBufferPointer<UInt8>

  init(_ memory: UnsafeBufferPointer<UInt8>) {
    unsafe self.memory = memory
  }

  var byteCount: Int { unsafe memory.count }

  func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, offset < byteCount, count > 0 else { return [] }
    let end = offset + min(count, byteCount - offset)
    return unsafe Array(memory[offset..<end])
  }

  /// Returns the first `offset` bytes, and the rest.
  func split(at offset: Int) -> (BorrowedBytes, BorrowedBytes) {
    let offset = min(max(0, offset), byteCount)
    return unsafe (
      BorrowedBytes(UnsafeBufferPointer(rebasing: memory[..<offset])),
      BorrowedBytes(UnsafeBufferPointer(rebasing: memory[offset...]))
    )
  }
}
