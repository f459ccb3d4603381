internal import CLibsndfile

extension Libsndfile {
  /// The texts that libsndfile reads and writes.
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

    public init() {}
  }

  public static func metadata(of bytes: [UInt8]) throws -> Metadata {
    let file = try VirtualFile(reading: bytes, raw: nil)
    var metadata = Metadata()
    for (kind, path) in texts {
      if let text = unsafe sf_get_string(file.handle, Int32(kind)) {
        metadata[keyPath: path] = unsafe String(cString: text)
      }
    }
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
}
