import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

extension OutputOptions {
  /// Chooses the container and the data format. Infers omitted options in the same way as Apple's tool.
  func target(
    for source: SoundSource, _ input: InputOptions
  ) throws(CommandError) -> ConversionTarget {
    if let channelMap, let channelCount, channelMap.count != channelCount {
      throw CommandError(
        "-m names \(channelMap.count) channels and -c \(channelCount)", advice: "leave one out")
    }
    let container = try container()
    var target = ConversionTarget(
      container: container, dataFormat: try dataFormat(in: container, from: source))
    target.sampleRate = dataFormat?.sampleRate
    target.resamplingMethod = resampling.method
    target.channels = channels
    target.inputLayout = input.layouts.count == 2 ? input.layouts[0] : nil
    target.outputLayout = input.layouts.last
    target.firstFrame = input.firstFrame
    target.primingOverride = input.primingOverride
    target.ima4Quality = quality ?? 0
    target.dither = dither
    target.usesFiller = usesFiller
    return target
  }

  private func container() throws(CommandError) -> Container {
    if let fileType {
      guard let container = Container(fileType: fileType) else {
        throw CommandError(unwritable: fileType)
      }
      return container
    }
    if let inferred = Container(ofOutput: path, holding: dataFormat) { return inferred }
    guard dataFormat != nil else {
      throw CommandError(
        "no output file or data format specified", advice: otherName ?? "add -f caff -d ima4")
    }
    throw CommandError(
      "Couldn't infer file format from data format",
      advice: otherName
        ?? "add -f caff, or give the output file a name ending in \(Container.newFileExtensions)")
  }

  /// Advice if the output has the extension of sounds that can't be written, such as `mp3`; nil otherwise.
  private var otherName: String? {
    guard var path, let pathExtension = path.extension,
      SoundFile.pathExtensions.contains(pathExtension.lowercased())
    else { return nil }
    path.extension = Container.caf.pathExtensions[0]
    return ".\(pathExtension) isn't written; use \(SoundPath(path).shellWord) -f caff -d ima4"
  }

  /// Returns the data format; nil to copy packets.
  private func dataFormat(
    in container: Container, from source: SoundSource
  ) throws(CommandError) -> DataFormat? {
    guard let dataFormat else { return container.defaultDataFormat }
    do throws(DataFormatSpecifier.ResolutionError) {
      return try dataFormat.dataFormat(in: container, from: source)
    } catch {
      switch error {
      case .lossySource: throw CommandError(error.reason, advice: error.advice)
      case .otherDetails:
        throw CommandError(
          "ExtAudioFileSetProperty ('cfmt') failed ('fmt?')",
          advice: "\(error.reason); \(error.advice)")
      }
    }
  }

  private var channels: ConversionTarget.Channels {
    if let channelMap { return .map(channelMap) }
    guard let channelCount else { return .unchanged }
    return mixesDown ? .mixed(channelCount) : .count(channelCount)
  }
}

/// Chooses the name of an output file if the command line gives no name.
enum OutputNaming {
  /// Returns an unused path beside the input, with the container's first extension.
  ///
  /// If the plain name is taken, appends what the conversion changes in linear PCM: the sample rate or the bit depth
  /// (`ring-22k.wav`, `ring-16bit.wav`). If neither changes, or the longer name is taken, too, appends a number. So no
  /// existing file is overwritten. Apple's tool does the same.
  static func path(for conversion: Conversion, isTaken: (FilePath) -> Bool) -> FilePath {
    let (source, header) = (conversion.source, conversion.header)
    let input = source.path ?? "sound"
    let pathExtension = header.container.pathExtensions[0]
    func path(_ suffix: String) -> FilePath {
      input.replacingExtension(with: pathExtension, after: suffix)
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
  /// Returns the path with a suffix after the last component's stem, and with `pathExtension` as its extension. The
  /// stem may contain any bytes.
  fileprivate func replacingExtension(
    with pathExtension: String, after suffix: String
  ) -> FilePath {
    var path = self
    path.extension = nil
    return FilePath(bytes: path.bytes + (suffix + "." + pathExtension).utf8)
  }
}
