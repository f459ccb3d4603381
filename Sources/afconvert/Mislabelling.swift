import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// A file that was replaced by a sound in a container that its name doesn't suggest.
///
/// Apple's tool takes a second input for the output: `afconvert -f caff -d ima4 *.mp3`, where there are two.
/// It says nothing, and replaces a sound that was to be converted.
struct Mislabelling {
  private let path: FilePath
  private let pathExtension: String
  private let container: Container

  /// Finds out before the file is replaced.
  ///
  /// - Returns: Nil where there is no file or it is the input, the container wasn't asked for, or the name
  ///   suggests it or isn't that of a sound.
  init?(of plan: Command.Plan) {
    let container = plan.conversion.header.container
    guard plan.replaces, plan.options.fileType != nil,
      let pathExtension = plan.output.extension,
      SoundCheck.soundExtensions.contains(pathExtension.lowercased()),
      !container.names.contains(pathExtension.lowercased()),
      (try? plan.output.stat().type) == .regular,
      let place = FileIdentity(of: plan.output),
      plan.conversion.source.path.flatMap(FileIdentity.init(of:)) != place
    else { return nil }
    path = plan.output
    self.pathExtension = pathExtension
    self.container = container
  }

  var warning: Diagnostic {
    Diagnostic(
      .warning, path,
      "-f \(container.fileType) has replaced this .\(pathExtension) file; afconvert takes one input"
        + " and one output, so convert several sounds one by one or by alertsound convert")
  }
}

extension Container {
  /// The extensions that suggest this container, rarer ones included.
  fileprivate var names: [String] {
    switch self {
    case .wave, .rf64, .bw64: pathExtensions + ["wave", "bwf", "rf64"]
    case .caf, .aiff, .aifc: pathExtensions
    }
  }
}
