import AlertCore
import SoundFormat

// The functions that JavaScript calls. Each worker has an instance of the core, and calls it sequentially.

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

/// Answers a request by ``give(_:_:_:_:)``.
///
/// - Parameters:
///   - file: A file's bytes.
///   - frames: The file's frames, if the browser has decoded it; otherwise empty.
///   - request: See ``Request``.
@_expose(wasm, "call")
@_cdecl("web_call")
public func call(
  _ file: UnsafePointer<UInt8>?, _ fileByteCount: UInt32,
  _ frames: UnsafePointer<UInt8>?, _ framesByteCount: UInt32,
  _ request: UnsafePointer<UInt8>?, _ requestByteCount: UInt32
) {
  let text = unsafe UnsafeBufferPointer(start: request, count: Int(requestByteCount))
  let file = unsafe BorrowedBytes(UnsafeBufferPointer(start: file, count: Int(fileByteCount)))
  let frames = unsafe UnsafeBufferPointer(start: frames, count: Int(framesByteCount))
  let answer: Answer
  do throws(SoundError) {
    answer = try unsafe Request(text).answer(about: file, decodedTo: frames)
  } catch {
    answer = Answer(["error": error.reason.json, "advice": error.remedy?.pageWords.json])
  }
  unsafe answer.json.line.withUnsafeBytes { text in
    unsafe answer.bytes.withUnsafeBytes { bytes in
      unsafe give(
        text.baseAddress, UInt32(text.count), bytes.baseAddress, UInt32(bytes.count))
    }
  }
}

/// Gives JavaScript an answer, which it copies: a text, and bytes.
@_extern(wasm, module: "env", name: "answer")
@_extern(c)
private func give(
  _ text: UnsafeRawPointer?, _ textByteCount: UInt32, _ bytes: UnsafeRawPointer?,
  _ byteCount: UInt32
)

struct Answer {
  /// An object with `error` if the request failed.
  let json: JSON
  /// A file, or frames.
  let bytes: [UInt8]

  init(_ json: JSON, bytes: [UInt8] = []) {
    (self.json, self.bytes) = (json, bytes)
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
