import AlertSound
import ArgumentParser
import CommandSupport
import Foundation
import Platform
import SoundFormat
import TestSupport
import Testing

@testable import AlertSoundCommand

/// A folder whose sounds are previewed. The program of the tests has no page, so these stand-ins run inside the
/// tests, with absolute paths.
struct PreviewFolderOfSounds {
  let shell: ShellFolder

  static let template = Array(
    #"<html><script type="application/json" id="sounds">[]</script><p>[]</p></html>"#.utf8)

  struct Sound: Decodable {
    struct Frames: Decodable {
      let type: String
      let rate: Double
      let channels: Int
      let data: Data
    }

    struct Converted: Decodable {
      let name: String
      let file: Data
      let outcome: String
      let warning: String?
    }

    let name: String
    let file: Data
    let frames: Frames?
    let converted: Converted?
    let error: String?
  }

  init(_ sounds: [String: [UInt8]]) throws {
    shell = try ShellFolder()
    for (name, bytes) in sounds { try shell.write(bytes, to: name) }
  }

  /// Does what `alertsound preview` does with the arguments, in which `@` begins a path in this folder.
  ///
  /// - Returns: The exit status.
  @discardableResult
  func preview(_ arguments: String) throws -> Int32 {
    let words = arguments.split(separator: " ").map { word in
      word.hasPrefix("@") ? shell.directory.path(String(word.dropFirst())) : String(word)
    }
    let command = try #require(
      try AlertSoundCommand.parseAsRoot(["preview"] + words) as? PreviewCommand)
    let page = try #require(PreviewPage(template: Self.template))
    return try PreviewRun(command, page).write().rawValue
  }

  /// The JSON in a page.
  func json(in page: String) throws -> String {
    let text = String(decoding: try shell.directory.read(page), as: UTF8.self)
    let (start, end) = (
      #"<html><script type="application/json" id="sounds">"#, "</script><p>[]</p></html>"
    )
    try #require(text.hasPrefix(start) && text.hasSuffix(end))
    return String(text.dropFirst(start.count).dropLast(end.count))
  }

  /// The sounds in a page.
  func sounds(in page: String) throws -> [Sound] {
    try JSONDecoder().decode([Sound].self, from: Data(json(in: page).utf8))
  }
}
