import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

extension OutputOptions {
  /// Chooses the container and the data format. What the command line leaves out is inferred as by Apple's
  /// tool.
  func target(
    for source: SoundSource, _ input: InputOptions
  ) throws(CommandError) -> ConversionTarget {
    if let channelMap, let channelCount, channelMap.count != channelCount {
      throw CommandError(
        "-m names \(channelMap.count) channels and -c \(channelCount)", advice: "leave one out")
    }
    let tag = tagsSource && fileType == nil && dataFormat == nil ? source.tag : nil
    var target: ConversionTarget
    if let tag, let container = tag.container {
      target = ConversionTarget(container: container, dataFormat: tag.format.dataFormat)
    } else {
      let container = try container()
      target = ConversionTarget(
        container: container, dataFormat: try dataFormat(in: container, from: source))
    }
    target.sampleRate = tag?.format.sampleRate ?? dataFormat?.sampleRate
    target.resamplingMethod = try resamplingMethod()
    target.channels = channels
    target.inputLayout = input.layouts.count == 2 ? input.layouts[0] : nil
    target.outputLayout = input.layouts.last
    target.firstFrame = input.firstFrame
    target.primingOverride = input.primingOverride
    target.ima4Quality = quality ?? 0
    target.dither = dither
    target.tagsSource = tagsSource
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
      throw CommandError("no output file or data format specified", advice: "add -f caff -d ima4")
    }
    throw CommandError(
      "Couldn't infer file format from data format",
      advice: "add -f caff, or give the output file a name ending in \(Container.newFileExtensions)"
    )
  }

  /// The data format, or nil to copy packets.
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

  private func resamplingMethod() throws(CommandError) -> ResamplingMethod {
    do throws(ResamplingOptions.Contradiction) {
      return try resampling.method()
    } catch {
      throw CommandError(error.reason, advice: error.advice)
    }
  }
}

extension SourceTag {
  fileprivate var container: Container? { Container(fileType: fileType) }
}

extension SoundSource {
  /// What a CAF says it was made from.
  var tag: SourceTag? {
    soundFile?.sourceTag
  }
}
