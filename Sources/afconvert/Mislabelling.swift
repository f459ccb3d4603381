import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// An existing file that was replaced by a sound whose container doesn't match the file's extension.
///
/// Given `afconvert -f caff -d ima4 *.mp3` and two such files, Apple's tool takes the second one as the
/// output. It silently replaces that sound, which was meant to be converted.
struct Mislabelling {
  private let path: FilePath
  private let pathExtension: String
  private let container: Container

  /// Checks a plan before its file is replaced.
  ///
  /// - Returns: Nil if there is no such file or it is the input, `-f` wasn't given, or the extension
  ///   matches the container or isn't a sound's.
  init?(of plan: Command.Plan) {
    let container = plan.conversion.header.container
    guard plan.replaces, plan.options.fileType != nil,
      let pathExtension = plan.output.extension,
      SoundCheck.soundExtensions.contains(pathExtension.lowercased()),
      !(container.pathExtensions + container.rarePathExtensions)
        .contains(pathExtension.lowercased()),
      (try? plan.output.stat().type) == .regular,
      let replaced = FileIdentity(of: plan.output),
      plan.conversion.source.path.flatMap(FileIdentity.init(of:)) != replaced
    else { return nil }
    path = plan.output
    self.pathExtension = pathExtension
    self.container = container
  }

  var warning: Diagnostic {
    Diagnostic(
      .warning, path,
      "-f \(container.fileType) has replaced this .\(pathExtension) file; afconvert takes one input"
        + " and one output, so convert several sounds one by one or with alertsound convert")
  }
}
