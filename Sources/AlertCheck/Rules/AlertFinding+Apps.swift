package import AlertCore

/// Findings about where a sound is in an app.
extension AlertFinding {
  /// - Parameter folder: The name of a language's folder, such as `de.lproj`.
  package static func localized(_ folder: String) -> Self {
    Self(
      .localization, "a localised resource, in \(folder)",
      .delocalize(folder, "move it out of the .lproj folder, \(orCopy)"))
  }

  /// - Parameter path: The folder; empty for the top of a Mac app's bundle, outside Contents/Resources.
  package static func inFolder(_ path: String) -> Self {
    let (place, goal) =
      path.isEmpty
      ? ("at the top of the bundle, outside Contents/Resources", "Contents/Resources")
      : ("in the folder \(path), where a plain name isn't found", "the top of the bundle")
    return Self(.folder, place, .moveToTop(from: path, "move it to \(goal), \(orCopy)"))
  }

  package static func inInnerBundle(_ path: String) -> Self {
    Self(
      .bundle, "in \(path), which is a separate bundle",
      .addToTarget("add it to the app's own target, \(orCopy)"))
  }

  package static func inExtension(_ path: String) -> Self {
    Self(
      .bundle, "in \(path), where only that extension's own notifications find it",
      .addToTarget("add it to the app's own target, \(orCopy)"),
      consequence: "iOS plays the default sound for the app's own notifications")
  }

  /// - Parameter path: The path of an app inside the app, such as an App Clip.
  package static func inInnerApp(_ path: String) -> Self {
    Self(
      .ownApp, "in \(path), a separate app, where only that app's own notifications find it",
      .addToTarget("add it to the app's own target, too, if its notifications play it"))
  }

  package static func onWatch(_ path: String) -> Self {
    Self(
      .watch, "in \(path), but watchOS doesn't play sounds by name",
      .addToTarget("add it to the iOS app, and leave it out of the watch's"))
  }

  package static func linkOutside(_ target: String) -> Self {
    Self(
      .link, "a link to a file outside the bundle, \(target)",
      .words("copy the file itself into the bundle"))
  }

  package static func sharedName(_ others: [String]) -> Self {
    let shown = others.prefix(3) + (others.count > 3 ? ["\(others.count - 3) more"] : [])
    return Self(
      .uniqueName, "it has the same name as \(shown.joined(separator: ", "))",
      .words("keep one of them, or give each a different name"))
  }

  private static let orCopy = "or copy it to Library/Sounds at run time"
}

/// Findings on a project. Paths are relative to the project's folder.
extension AlertFinding {
  package static func inNoBundle(name: String) -> Self {
    Self(
      .present, "no bundle of the project has a sound named \(name)",
      .addOrCorrect(
        "add the sound to the app"
          + (name.contains(".") ? "" : " and ask for it with its extension")
          + ", or correct the name"))
  }

  package static func inNoTarget(_ file: String) -> Self {
    Self(
      .membership, "\(file) is in no target, so the build leaves it out",
      .addToTarget("add it to the app's target"))
  }

  /// - Parameter fact: Why the build leaves the file out: `its platform filter leaves it out on iOS`.
  package static func omitted(_ file: String, _ fact: String, advice: String) -> Self {
    Self(.membership, "\(file) is in the target, but \(fact)", .words(advice))
  }

  package static func inOtherTarget(_ file: String, target: String) -> Self {
    Self(
      .membership, "\(file) is only in the target \(target)",
      .addToTarget("add it to the app's target, too"))
  }

  package static func askedForWithoutExtension(file: String) -> Self {
    askedFor(file, .nameExtension, "the name lacks the extension; the file is \(file)")
  }

  package static func askedForInOtherCase(file: String) -> Self {
    askedFor(file, .nameCase, "the name differs in capital and small letters; the file is \(file)")
  }

  package static func askedForByPath(file: String) -> Self {
    askedFor(
      file, .plainName,
      "the name is a path, and reports differ on whether iOS finds it; the file is \(file)")
  }

  private static func askedFor(_ file: String, _ rule: AlertRule, _ fact: String) -> Self {
    let name = file.split(separator: "/").last.map { String($0) } ?? file
    return Self(rule, fact, .askFor(name))
  }

  /// - Parameter code: The file and the line that mention `Library/Sounds`: `App/Sounds.swift:12`.
  package static func perhapsMadeByApp(name: String, code: String) -> Self {
    Self(
      .builtIn,
      "no bundle has a sound named \(name), but \(code) mentions Library/Sounds, so the app may make it",
      .words("make sure that it does before it asks for the sound, or add the sound to the app"))
  }

  package static func oneOfSeveral(_ files: [String]) -> Self {
    Self(
      .oneSource,
      "the build copies several files to the same place: \(files.joined(separator: ", "))",
      .words("keep one of them in the target"))
  }

  package static var unrequested: Self {
    Self(.requested, "no code asks for it by name", .words("remove it if nothing else plays it"))
  }

  package static func listedButMissing(_ file: String) -> Self {
    Self(
      .listed, "the project lists \(file), which isn't there",
      .words("add the file, or make it before the build"))
  }

  package static func outsideRepository(_ file: String, target: String) -> Self {
    Self(
      .repository, "the target \(target) lists \(file), which is outside the repository",
      .words("copy the file into the project's folder and list the copy instead"),
      consequence: "on other machines, the build fails")
  }

  /// - Parameter isNamed: Whether a string in the code is the file's name.
  package static func leftOut(isNamed: Bool) -> Self {
    Self(
      .leftOut, "it is in no target, so the build leaves it out",
      .addToTarget(
        "if a notification is to play it, add it to the app's target"
          + (isNamed ? "" : " and ask for it; otherwise delete it")))
  }

  package static func notInRawResources(name: String) -> Self {
    Self(
      .androidPresent, "nothing in res/raw is named \(name)",
      .addOrCorrect("add the sound to res/raw, or correct the name"))
  }

  package static var askedForByPathOnAndroid: Self {
    Self(
      .androidPresent, "the name is a path, but Android looks up only the names of resources",
      .addOrCorrect("ask for the file's name"))
  }

  /// - Parameters:
  ///   - suggestion: The new name of the file.
  ///   - isListed: Whether the build takes the file from a list, and not from `res/raw`.
  package static func invalidResourceName(suggestion: String, isListed: Bool = false) -> Self {
    Self(
      .androidName, "Android takes no such name for a resource",
      .rename(
        suggestion,
        "rename it to \(suggestion), "
          + (isListed
            ? "also in the list and in code, and keep the extension where code has one"
            : "and the resource in code to \(AndroidSoundName.resourceName(of: suggestion))")))
  }

  package static func sharedResourceName(_ files: [String]) -> Self {
    Self(
      .androidUniqueName,
      "res/raw has several files of this name: \(files.joined(separator: ", "))",
      .words("keep one of them"))
  }

  package static func askedForWithExtension(name: String) -> Self {
    Self(
      .androidExtension, "the name has an extension, but the resource is named \(name)",
      .askFor(name))
  }

  package static var addressWithFolder: Self {
    Self(
      .androidPresent, "the address has /res/raw/, but Android looks up only /raw/",
      .words("write /raw/ instead"))
  }

  package static func addressedByNumber(name: String) -> Self {
    Self(
      .androidAddress,
      "the address ends in the number of R.raw.\(name), which may change with the next build",
      .words("end the address in /raw/\(name), and use a new channel id"))
  }

  /// - Parameter folder: A folder with the resource, such as `raw-de`.
  package static func withoutDefault(name: String, folder: String) -> Self {
    Self(
      .androidPresent,
      "\(name) is only in \(folder), and the build removes a resource without a default",
      .words("also put it into res/raw"))
  }

  /// - Parameter own: The app's `applicationId`.
  package static func addressOfOtherApp(_ package: String, own: String) -> Self {
    Self(
      .androidPresent, "the address names the app \(package), but this app is \(own)",
      .words("take the name from context.packageName"))
  }

  package static func addressOfOneVariant(_ package: String) -> Self {
    Self(
      .androidAddress,
      "the address names the app \(package), but not all variants have this applicationId",
      .words("take the name from context.packageName"),
      consequence: "in the other variants, Android plays its default sound, or none")
  }

  package static func unlistedOnAndroid(format: String) -> Self {
    Self(
      .androidFormat, "this is \(format), which isn't on Android's list",
      .words("convert it to Ogg Vorbis, or to a WAVE of 16 bits"))
  }

  package static var unknownOnAndroid: Self {
    unlistedOnAndroid(format: "a file in an unknown format")
  }

  /// - Parameter code: The file and the line that create the channel.
  package static func channelWithoutSound(_ channel: String, code: String) -> Self {
    Self(
      .androidChannel, "its channel \(channel) is created at \(code) without a sound of its own",
      .words(channelAdvice))
  }

  /// - Parameter channel: The channel in the content of an Expo message; empty if the content names no channel.
  package static func notInTrigger(_ channel: String) -> Self {
    Self(
      .androidChannel,
      channel.isEmpty
        ? "the message names no channel, so expo-notifications uses a channel with the default sound"
        : "the content names the channel \(channel), but expo-notifications takes the channel from the trigger",
      .words(
        channel.isEmpty ? "add channelId to trigger" : "move channelId from content to trigger"))
  }

  package static func channelWithOtherSound(_ channel: String, sound: String?, code: String) -> Self
  {
    Self(
      .androidChannelSound,
      "its channel \(channel) is also created at \(code) "
        + (sound.map { "with the sound \($0)" } ?? "without a sound of its own"),
      .words("use a channel for each sound; \(channelAdvice)"))
  }

  private static let channelAdvice =
    "set the sound where the channel is created, and give the channel a new id, because a channel on a phone keeps its"
    + " sound"

  /// - Parameter fact: What silences the sound: `playSound is false`.
  package static func silenced(by fact: String, inChannel: Bool) -> Self {
    Self(
      .audible, "\(fact), so no sound is heard",
      .words(
        "change that, or ask for no sound"
          + (inChannel
            ? "; a channel needs a new id then, because a phone keeps a channel as it was" : "")))
  }

  /// - Parameters:
  ///   - format: What the file is, such as "a web page".
  ///   - advice: How to get the sound; nil for the advice to replace the file.
  package static func notAudioOnAndroid(format: String, advice: String? = nil) -> Self {
    Self(
      .androidAudio, "this is \(format), not a sound", .replace(advice ?? "replace it by the sound")
    )
  }

  /// - Parameters:
  ///   - isNamed: Whether a string in the code is the sound's name.
  ///   - list: The value of `tools:keep` that keeps this sound and all others that the build may remove.
  ///   - isNew: Whether there is no `keep.xml`.
  ///   - setting: The setting by which the build removes resources; nil if an XML file can keep them.
  package static func perhapsRemovedByBuild(
    name: String, isNamed: Bool, keeping list: String, inNewFile isNew: Bool = false,
    by setting: String? = nil
  ) -> Self {
    Self(
      .androidKept,
      "the release build removes unused resources, and "
        + (isNamed ? "only a string names \(name)" : "nothing names \(name), so it may be lost"),
      .words(
        setting.map { "set \($0) to false" }
          ?? KeptResources.step(keeping: list, inNewFile: isNew)))
  }
}

extension AlertVerdict {
  /// Changes the remedies to fit a sound that iOS and Android play.
  mutating func adviseForAndroid() {
    container = .wave
    replaceFindings { $0.onAndroid }
  }

  /// If the remedy is to rename the sound, and another file has the new name, advises a different name.
  ///
  /// - Parameter file: Returns the file with the sound's name and the new extension; nil if there is none.
  mutating func avoid(_ file: (_ newExtension: String) -> String?) {
    replaceFindings {
      guard $0.rule == .pathExtension, case .rename(let new, let words) = $0.remedy,
        let file = file(String(new.dropFirst()))
      else { return $0 }
      return $0.advising(.words("\(words), under another name, because \(file) is another file"))
    }
  }
}

extension AlertFinding {
  fileprivate var onAndroid: Self {
    let wave = "a WAVE of 16 bits, which iOS and Android play"
    switch remedy {
    // Android plays no IMA4 in a WAVE, so leave out the advice on IMA4, which follows the comma.
    case .words(let words) where rule == .size:
      return advising(.words(String(words.prefix { $0 != "," })))
    case .export: return advising(.replace("export it as \(wave)"))
    case .convert: return advising(.convert("convert it to \(wave)"))
    default: return rule == .androidFormat ? advising(.convert("convert it to \(wave)")) : self
    }
  }
}
