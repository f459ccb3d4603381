import AlertSound
import SoundFormat
import SystemPackage

/// Makes up the name of an output file for which the command line has none.
enum OutputNaming {
  /// A name beside the input, with the container's first extension, that no file has yet.
  ///
  /// Where the plain name is taken, a new rate or bit depth of linear PCM goes into it
  /// (`ring-22k.wav`, `ring-16bit.wav`), and where that doesn't tell or is taken too, a number.
  /// An existing file is never meant: Apple's tool overwrites only names it was given.
  ///
  /// - Parameters:
  ///   - conversion: What will be written.
  ///   - tagged: Whether a name in the source's tag counts as the input's.
  ///   - isTaken: Whether a path exists.
  static func path(
    for conversion: Conversion, tagged: Bool, isTaken: (FilePath) -> Bool
  ) -> FilePath {
    let (source, header) = (conversion.source, conversion.header)
    let taggedName = tagged ? source.tag.flatMap { FilePath($0.fileName).lastComponent } : nil
    let input = source.path ?? ""
    let stem = taggedName?.stem ?? input.stem ?? "sound"
    let pathExtension = header.container.pathExtensions[0]
    func path(_ suffix: String) -> FilePath {
      var path = input.removingLastComponent()
      path.append("\(stem)\(suffix).\(pathExtension)")
      return path
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
