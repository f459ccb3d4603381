import AlertSound
import SoundFormat
import SystemPackage

extension Arguments.Output {
  /// Decides the container and the data format, inferring what the command line leaves out as
  /// Apple's tool does.
  func target(for source: SoundFile) throws(CommandError) -> ConversionTarget {
    if let rate = dataFormat?.sampleRate, rate != source.format.sampleRate {
      throw CommandError(
        "the sample rate can't be changed yet, from"
          + " \(source.format.sampleRate) Hz to \(rate) Hz: leave out '@…'")
    }
    let container = try container()
    return ConversionTarget(
      container: container, dataFormat: try dataFormat(in: container),
      channelCount: channelCount, usesFiller: usesFiller)
  }

  private func container() throws(CommandError) -> Container {
    if let fileType {
      guard let container = Container.allCases.first(where: { $0.fileType == fileType }) else {
        throw CommandError(
          unwritable: fileType,
          types: Container.allCases.map { "\($0.fileType)" }.joined(separator: " "))
      }
      return container
    }
    let pathExtension = path?.extension ?? ""
    let inferred = Container(pathExtension: pathExtension) { dataFormat?.dataFormat(in: $0) }
    if let inferred { return inferred }
    guard dataFormat != nil else {
      throw CommandError("no output file or data format specified", advice: "add -f caff -d ima4")
    }
    throw CommandError(
      "Couldn't infer file format from data format",
      advice: "add -f caff, or give the output file a name ending in .caf, .wav, .aiff or .aifc")
  }

  private func dataFormat(in container: Container) throws(CommandError) -> DataFormat {
    guard let dataFormat else { return container.defaultDataFormat }
    guard let resolved = dataFormat.dataFormat(in: container) else {
      throw CommandError("-d 0 and -d N are not supported yet", advice: "name a data format")
    }
    return resolved
  }
}
