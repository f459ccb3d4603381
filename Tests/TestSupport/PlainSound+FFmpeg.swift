import SoundFormat

extension PlainSound {
  /// Returns the file that FFmpeg makes of the sound.
  ///
  /// - Parameters:
  ///   - name: The file's name, whose extension chooses the container.
  ///   - options: The codec and its settings.
  public func file(ffmpeg name: String, _ options: [String] = []) throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    let input = try directory.write(file(.wave), to: "in.wav")
    try Tool.ffmpeg.run(
      ["-v", "error", "-nostdin", "-i", input] + options + [directory.path(name)])
    return try directory.read(name)
  }
}
