internal import SystemPackage

/// Advice on how to fix a fault, for each kind of project.
enum ProjectAdvice {
  /// Returns advice on a sound that a notification doesn't find.
  ///
  /// - Parameters:
  ///   - finding: The fault.
  ///   - file: The file that the code probably means.
  ///   - bundle: The bundle that should have the sound. Its maker decides the advice.
  ///   - scheme: What code puts before the name of a file, such as `res://`.
  static func step(
    on finding: AlertFinding, file: FilePath?, bundle: PlannedBundle?, scheme: String = ""
  ) -> String {
    guard let bundle else { return finding.advice ?? "" }
    let name = file?.name ?? ""
    switch finding.remedy {
    case .addToTarget: return adding(file, to: bundle)
    case .moveToTop(let folder):
      return bundle.maker.kind == .xcode
        ? "in Xcode, remove the folder reference \(folder) and add \(name) to the target"
          + " \(bundle.name) as a group's file"
        : "let the build put \(name) at the top of the app, not into \(folder)"
    case .delocalize(let folder):
      return
        "move \(name) out of \(folder): in Xcode, switch off its localization in the File inspector"
    case .addOrCorrect:
      guard let file else { return finding.advice ?? "" }
      if bundle.places[file] != nil {
        return "if \(file.string) is meant, ask for \(scheme)\(name)"
      }
      return "if \(file.string) is meant, ask for \(scheme)\(name), and \(adding(file, to: bundle))"
    case .askFor(let name) where finding.rule == .plainName:
      guard let file, let places = bundle.places[file],
        !places.contains(where: { $0.components.count == 1 })
      else { return "ask for \(scheme)\(name)" }
      return "\(adding(file, to: bundle)), and ask for \(scheme)\(name)"
    default: return finding.advice ?? ""
    }
  }

  /// Returns advice on a sound that Android doesn't find; nil if the finding's own advice fits.
  ///
  /// - Parameters:
  ///   - file: The file that the code probably means.
  ///   - isInApp: Whether the build puts the file into the app's raw resources.
  ///   - isPath: Whether the code asks for a path.
  ///   - takesFileName: Whether the code asks for a file's name, with its extension, and may do so.
  static func androidStep(
    on file: FilePath?, isInApp: Bool, isPath: Bool, takesFileName: Bool,
    in project: ProjectReading
  ) -> String? {
    let list = project.listOfExpo.map {
      "under \"sounds\" of the plugin expo-notifications in \($0.string)"
    }
    guard let file else { return list.map { "list the sound \($0), or correct the name" } }
    let valid = AndroidSoundName(nearestTo: AndroidSoundName.resourceName(of: file.name)).name
    let name = file.extension.map { "\(valid).\($0)" } ?? valid
    let asked = takesFileName ? name : valid
    var steps = isPath || name != file.name ? ["ask for \(asked)"] : []
    if !isInApp, !file.isRawResource {
      steps.insert(
        list.map { "list it \($0)" } ?? "put it into res/raw of the Android module", at: 0)
    }
    if name != file.name { steps.insert("rename it to \(name)", at: 0) }
    if steps.isEmpty { steps = ["ask for its name"] }
    return "if \(file.string) is meant, " + steps.joined(separator: ", and ")
  }

  static func adding(_ file: FilePath?, to bundle: PlannedBundle) -> String {
    let name = file?.name ?? "it"
    let path = bundle.maker.path
    switch bundle.maker.kind {
    case .xcode, .flutter, .android:
      guard let file, bundle.fileReferences.contains(file) else {
        return
          "in Xcode, open \(path.string), choose File, Add Files, and add \(name) to \(bundle.owner)"
      }
      return
        "in Xcode, open \(path.string), select \(name) and tick \(bundle.owner) under Target"
        + " Membership"
    case .expo:
      return "list \(name) under \"sounds\" of the plugin expo-notifications in \(path.string)"
    case .cordova:
      let folder = path.removingLastComponent()
      let source = file.map { $0.starts(with: folder) ? $0.inside(folder).string : name } ?? name
      return
        "add <resource-file src=\"\(source)\" target=\"\(name)\" /> for ios to \(path.string)"
    case .dotNet:
      return
        "add a BundleResource for \(name) to \(path.string), or put it into Platforms/iOS/Resources"
    case .nativeScript: return "put \(name) into \(path.string)"
    }
  }
}

extension PlannedBundle {
  /// The name of the target to tick in Xcode. If the bundle isn't an app, the user has to choose the app's target.
  fileprivate var owner: String { isApp ? "the target \(name)" : "the app's target" }
}
