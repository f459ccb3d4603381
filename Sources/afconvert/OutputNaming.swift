import AlertSound
import SoundFormat
import SystemPackage

/// Chooses the name of an output file if the command line gives none.
enum OutputNaming {
  /// Returns an unused path beside the input, with the container's first extension.
  ///
  /// If the plain name is taken, a changed sample rate or bit depth of linear PCM is appended
  /// (`ring-22k.wav`, `ring-16bit.wav`). If neither changed or that name is taken, too, a number is
  /// appended. Existing files are never overwritten: Apple's tool, too, overwrites only names it was given.
  ///
  /// - Parameters:
  ///   - conversion: What will be written.
  ///   - tagged: Whether a file name in the source's tag replaces the input's name.
  ///   - isTaken: Whether a path exists.
  static func path(
    for conversion: Conversion, tagged: Bool, isTaken: (FilePath) -> Bool
  ) -> FilePath {
    let (source, header) = (conversion.source, conversion.header)
    let taggedName = tagged ? source.tag.flatMap { FilePath($0.fileName).lastComponent } : nil
    let input = source.path ?? "sound"
    let base = input.removingLastComponent().appending(
      taggedName.map { [$0] } ?? input.components.suffix(1))
    let pathExtension = header.container.pathExtensions[0]
    func path(_ suffix: String) -> FilePath {
      base.replacingExtension(with: pathExtension, after: suffix)
    }
    for suffix in [""] + formatSuffix(of: header.format, from: source.format)
    where !isTaken(path(suffix)) {
      return path(suffix)
    }
    var number = 1
    while isTaken(path("-\(number)")) { number += 1 }
    return path("-\(number)")
  }

  private static func formatSuffix(of format: StreamFormat, from source: StreamFormat) -> [String] {
    guard let encoding = format.dataFormat.pcmEncoding else { return [] }
    if format.sampleRate != source.sampleRate {
      return ["-\(Int((format.sampleRate / 1000).rounded(.toNearestOrEven)))k"]
    }
    if encoding.bitDepth != source.dataFormat.pcmEncoding?.bitDepth {
      return ["-\(encoding.bitDepth)bit"]
    }
    return []
  }
}

extension FilePath {
  /// Returns the path with a suffix after the last component's stem, which may contain any bytes, and with
  /// another extension.
  fileprivate func replacingExtension(
    with pathExtension: String, after suffix: String
  ) -> FilePath {
    var path = self
    path.extension = nil
    let stem = unsafe path.withPlatformString {
      unsafe Array(UnsafeBufferPointer(start: $0, count: path.length))
    }
    let ending = (suffix + "." + pathExtension).utf8.map { CInterop.PlatformChar(bitPattern: $0) }
    return FilePath(platformString: stem + ending + [0])
  }
}
