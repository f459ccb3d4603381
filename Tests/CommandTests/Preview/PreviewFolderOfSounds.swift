import AlertSound
import ArgumentParser
import CommandSupport
import Foundation
import TestSupport
import Testing

@testable import AlertSoundCommand

/// A folder whose sounds are previewed. The program may be built without the page. So the tests run the command in
/// their own process, with a stand-in for the page, and with absolute paths.
struct PreviewFolderOfSounds {
  let shell: ShellFolder

  static let template = Array((start + "null" + end).utf8)
  private static let start =
    #"<html><meta name="generator" content="alertsound">"#
    + #"<script type="application/json" id="preview">"#
  private static let end = "</script><p>null</p></html>"

  /// What the page gets.
  struct Content: Decodable {
    let version: String
    let date: String
    let command: String
    let settings: [String: String]
    let sounds: [Sound]
  }

  struct Sound: Decodable {
    struct Frames: Decodable {
      let type: String
      let rate: Double
      let channels: Int
      let data: Data
    }

    struct Shipped: Decodable {
      let name: String
      let file: Data
    }

    let name: String
    let folder: String
    let file: Data
    let frames: Frames?
    let shipped: Shipped?
    let error: String?
  }

  init(_ sounds: [String: [UInt8]] = [:]) throws {
    shell = try ShellFolder(sounds)
  }

  /// Runs `alertsound preview`. An argument `@/x` stands for the path of `x` in this folder.
  ///
  /// - Returns: The exit status.
  @discardableResult
  func preview(_ arguments: String) throws -> Int32 {
    let words =
      ["preview"]
      + arguments.split(separator: " ").map { word in
        word.hasPrefix("@") ? shell.directory.path(String(word.dropFirst())) : String(word)
      }
    let command = try #require(try AlertSoundCommand.parseAsRoot(words) as? PreviewCommand)
    let page = try #require(PreviewPage(template: Self.template))
    return try Preview(command, words: words.map { CommandArgument($0) }).show(on: page).rawValue
  }

  /// The JSON in a page.
  func json(in page: String = "page.html") throws -> String {
    let text = try shell.text(page)
    try #require(text.hasPrefix(Self.start) && text.hasSuffix(Self.end))
    return String(text.dropFirst(Self.start.count).dropLast(Self.end.count))
  }

  func content(of page: String = "page.html") throws -> Content {
    try JSONDecoder().decode(Content.self, from: Data(json(in: page).utf8))
  }

  /// The sounds in a page.
  func sounds(in page: String = "page.html") throws -> [Sound] { try content(of: page).sounds }
}
