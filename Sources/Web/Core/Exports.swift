import AlertCore
import SoundFormat

// The functions that JavaScript calls. Each worker has its own instance of the core, and makes one call at a time.

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

/// Answers a request by calling ``give(_:_:_:_:)``. For the parameters, see ``Request``.
@_expose(wasm, "call")
@_cdecl("web_call")
public func call(
  _ request: UnsafePointer<UInt8>?, _ requestByteCount: UInt32,
  _ file: UnsafePointer<UInt8>?, _ fileByteCount: UInt32,
  _ frames: UnsafePointer<UInt8>?, _ framesByteCount: UInt32,
  _ copy: UnsafePointer<UInt8>?, _ copyByteCount: UInt32
) {
  let request = unsafe Request(
    BorrowedBytes(request, requestByteCount), bytes: BorrowedBytes(file, fileByteCount),
    frames: BorrowedBytes(frames, framesByteCount), copy: BorrowedBytes(copy, copyByteCount))
  let answer: Answer
  do throws(SoundError) {
    answer = try request.answer()
  } catch {
    answer = Answer(json: ["error": error.reason.json, "advice": error.remedy?.pageWords.json])
  }
  unsafe answer.json.line.withUnsafeBytes { text in
    unsafe answer.bytes.withUnsafeBytes { bytes in
      unsafe give(
        text.baseAddress, UInt32(text.count), bytes.baseAddress, UInt32(bytes.count))
    }
  }
}

/// Gives JavaScript an answer: a text, and bytes. JavaScript copies both.
@_extern(wasm, module: "env", name: "answer")
@_extern(c)
private func give(
  _ text: UnsafeRawPointer?, _ textByteCount: UInt32, _ bytes: UnsafeRawPointer?,
  _ byteCount: UInt32
)

struct Answer {
  /// The answer's text, as JSON. After a failed request, it is an object with the member `error`.
  var json: JSON
  /// A converted file, or decoded frames.
  var bytes: [UInt8] = []
}

/// Bytes that JavaScript keeps until the call ends. They aren't copied, to save memory.
@safe struct BorrowedBytes: ByteSource, @unchecked Sendable {
  private let memory: UnsafeRawBufferPointer

  init(_ start: UnsafePointer<UInt8>?, _ count: UInt32) {
    unsafe memory = UnsafeRawBufferPointer(start: start, count: Int(count))
  }

  var byteCount: Int { unsafe memory.count }

  func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, offset < byteCount, count > 0 else { return [] }
    let end = offset + min(count, byteCount - offset)
    return unsafe Array(memory[offset..<end])
  }

  /// Returns all bytes as samples.
  func samples<Sample: BitwiseCopyable>() -> [Sample] {
    unsafe Array(memory.bindMemory(to: Sample.self))
  }
}
