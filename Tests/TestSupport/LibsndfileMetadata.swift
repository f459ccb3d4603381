internal import CLibsndfile

extension Libsndfile {
  /// The metadata that libsndfile reads and writes.
  public struct Metadata: Sendable, Equatable {
    public var title: String?
    public var artist: String?
    public var comment: String?
    public var copyright: String?
    public var software: String?
    public var date: String?
    public var album: String?
    public var genre: String?
    public var trackNumber: String?
    public var cues: [Cue] = []
    public var instrument: Instrument?

    public init() {}
  }

  public struct Cue: Sendable, Equatable {
    public var identifier: Int
    public var frame: Int
    public var name: String

    public init(identifier: Int, frame: Int, name: String) {
      self.identifier = identifier
      self.frame = frame
      self.name = name
    }
  }

  public struct Instrument: Sendable, Equatable {
    public var baseNote: Int
    public var detune: Int
    public var gain: Int
    public var keys: ClosedRange<Int>
    public var velocities: ClosedRange<Int>
    public var loops: [Loop]

    public init(
      baseNote: Int, detune: Int = 0, gain: Int, keys: ClosedRange<Int>,
      velocities: ClosedRange<Int>, loops: [Loop] = []
    ) {
      self.baseNote = baseNote
      self.detune = detune
      self.gain = gain
      self.keys = keys
      self.velocities = velocities
      self.loops = loops
    }
  }

  /// A loop. `end` is the frame after its last frame.
  public struct Loop: Sendable, Equatable {
    /// `SF_LOOP_…`
    public var mode: Int
    public var start: Int
    public var end: Int
    public var count: Int

    public init(mode: Int, start: Int, end: Int, count: Int = 0) {
      self.mode = mode
      self.start = start
      self.end = end
      self.count = count
    }
  }

  public static let forwardLoop = Int(SF_LOOP_FORWARD)
  public static let alternatingLoop = Int(SF_LOOP_ALTERNATING)

  public static func metadata(of bytes: [UInt8]) throws -> Metadata {
    let file = try VirtualFile(reading: bytes, raw: nil)
    var metadata = Metadata()
    for (kind, path) in texts {
      if let text = unsafe sf_get_string(file.handle, Int32(kind)) {
        metadata[keyPath: path] = unsafe String(cString: text)
      }
    }
    var instrument = SF_INSTRUMENT()
    if unsafe sf_command(
      file.handle, Int32(SFC_GET_INSTRUMENT), &instrument, Int32(MemoryLayout<SF_INSTRUMENT>.size))
      == SF_TRUE
    {
      metadata.instrument = Instrument(instrument)
    }
    metadata.cues = cues(of: file)
    return metadata
  }

  /// Writes a file of 16-bit silence with one channel at 44,100 Hz.
  public static func write(
    _ metadata: Metadata, container: Int, frameCount: Int
  ) throws -> [UInt8] {
    let file = try VirtualFile(writing: container | int16, channelCount: 1, sampleRate: 44_100)
    for (kind, path) in texts {
      guard let text = metadata[keyPath: path] else { continue }
      guard unsafe sf_set_string(file.handle, Int32(kind), text) == 0 else {
        throw Failure(description: "'\(text)' could not be set")
      }
    }
    if let instrument = metadata.instrument {
      var value = SF_INSTRUMENT(instrument)
      guard
        unsafe sf_command(
          file.handle, Int32(SFC_SET_INSTRUMENT), &value, Int32(MemoryLayout<SF_INSTRUMENT>.size))
          == SF_TRUE
      else { throw Failure(description: "the instrument could not be set") }
    }
    if !metadata.cues.isEmpty { try set(metadata.cues, of: file) }
    let samples = [Int16](repeating: 0, count: frameCount)
    _ = unsafe samples.withUnsafeBufferPointer {
      unsafe Int16.functions.write(file.handle, $0.baseAddress, sf_count_t($0.count))
    }
    return file.closed()
  }

  private static var texts: [(Int, WritableKeyPath<Metadata, String?>)] {
    [
      (SF_STR_TITLE, \.title), (SF_STR_ARTIST, \.artist), (SF_STR_COMMENT, \.comment),
      (SF_STR_COPYRIGHT, \.copyright), (SF_STR_SOFTWARE, \.software), (SF_STR_DATE, \.date),
      (SF_STR_ALBUM, \.album), (SF_STR_GENRE, \.genre), (SF_STR_TRACKNUMBER, \.trackNumber),
    ].map { (Int($0.0), $0.1) }
  }

  /// Reads libsndfile's `SF_CUES`: a count, then points.
  private static func cues(of file: VirtualFile) -> [Cue] {
    var count: UInt32 = 0
    guard unsafe sf_command(file.handle, Int32(SFC_GET_CUE_COUNT), &count, 4) == SF_TRUE else {
      return []
    }
    let stride = MemoryLayout<SF_CUE_POINT>.stride
    var storage = [UInt8](repeating: 0, count: 4 + Int(count) * stride)
    return unsafe storage.withUnsafeMutableBytes { buffer in
      guard
        unsafe sf_command(
          file.handle, Int32(SFC_GET_CUE), buffer.baseAddress, Int32(buffer.count)) == SF_TRUE
      else { return [] }
      return (0..<Int(count)).map { index in
        var point = unsafe buffer.loadUnaligned(
          fromByteOffset: 4 + index * stride, as: SF_CUE_POINT.self)
        let name = unsafe withUnsafeBytes(of: &point.name) {
          unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return Cue(identifier: Int(point.indx), frame: Int(point.sample_offset), name: name)
      }
    }
  }

  private static func set(_ cues: [Cue], of file: VirtualFile) throws {
    let stride = MemoryLayout<SF_CUE_POINT>.stride
    var storage = [UInt8](repeating: 0, count: 4 + cues.count * stride)
    let result = unsafe storage.withUnsafeMutableBytes { buffer in
      unsafe buffer.storeBytes(of: UInt32(cues.count), as: UInt32.self)
      for (index, cue) in cues.enumerated() {
        var point = SF_CUE_POINT()
        point.indx = Int32(cue.identifier)
        point.fcc_chunk = 0x6174_6164  // 'data' in little-endian order
        point.position = UInt32(cue.frame)
        point.sample_offset = UInt32(cue.frame)
        unsafe withUnsafeMutableBytes(of: &point.name) { unsafe $0.copyBytes(from: cue.name.utf8) }
        unsafe buffer.storeBytes(
          of: point, toByteOffset: 4 + index * stride, as: SF_CUE_POINT.self)
      }
      return unsafe sf_command(
        file.handle, Int32(SFC_SET_CUE), buffer.baseAddress, Int32(buffer.count))
    }
    guard result == SF_TRUE else { throw Failure(description: "the cues could not be set") }
  }
}

extension Libsndfile.Instrument {
  fileprivate init(_ instrument: SF_INSTRUMENT) {
    var loops: [Libsndfile.Loop] = []
    var source = instrument
    unsafe withUnsafeBytes(of: &source) { buffer in
      for index in 0..<min(16, Int(instrument.loop_count)) {
        func field(_ number: Int) -> Int {
          Int(
            unsafe buffer.loadUnaligned(
              fromByteOffset: SF_INSTRUMENT.loopOffset(index) + 4 * number, as: Int32.self))
        }
        loops.append(
          Libsndfile.Loop(mode: field(0), start: field(1), end: field(2), count: field(3)))
      }
    }
    self.init(
      baseNote: Int(instrument.basenote), detune: Int(instrument.detune),
      gain: Int(instrument.gain), keys: Int(instrument.key_lo)...Int(instrument.key_hi),
      velocities: Int(instrument.velocity_lo)...Int(instrument.velocity_hi), loops: loops)
  }
}

extension SF_INSTRUMENT {
  /// A loop's offset in `SF_INSTRUMENT`. A loop is a mode, a start, an end and a count of 32 bits
  /// each. Swift doesn't import the loop's C struct, because the struct is anonymous.
  fileprivate static func loopOffset(_ index: Int) -> Int {
    MemoryLayout<SF_INSTRUMENT>.size - 16 * (16 - index)
  }

  fileprivate init(_ instrument: Libsndfile.Instrument) {
    self.init()
    basenote = Int8(instrument.baseNote)
    detune = Int8(instrument.detune)
    gain = Int32(instrument.gain)
    key_lo = Int8(instrument.keys.lowerBound)
    key_hi = Int8(instrument.keys.upperBound)
    velocity_lo = Int8(instrument.velocities.lowerBound)
    velocity_hi = Int8(instrument.velocities.upperBound)
    loop_count = Int32(instrument.loops.count)
    let loops = instrument.loops
    unsafe withUnsafeMutableBytes(of: &self) { buffer in
      for (index, loop) in loops.enumerated() {
        for (number, value) in [loop.mode, loop.start, loop.end, loop.count].enumerated() {
          unsafe buffer.storeBytes(
            of: Int32(value), toByteOffset: Self.loopOffset(index) + 4 * number, as: Int32.self)
        }
      }
    }
  }
}
