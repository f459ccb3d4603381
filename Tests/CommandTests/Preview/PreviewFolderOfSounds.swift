import AlertSound
import ArgumentParser
import CommandSupport
import Foundation
import Platform
import SoundFormat
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
      let isTruncated: Bool
    }

    let name: String
    let file: Data
    let frames: Frames?
    let converted: Converted?
    let needsWork: Bool
    let error: String?
  }

  /// The conversion options that the page states.
  struct Options: Decodable {
    let use: String
    let limit: Double
    let policy: String
    let container: String
    let format: String
    let rate: Double?
    let channels: Int?
    let quality: Int
    let isComplete: Bool
  }

  private struct Content: Decodable {
    let options: Options
    let sounds: [Sound]
  }

  init(_ sounds: [String: [UInt8]]) throws {
    shell = try ShellFolder(sounds)
  }

  /// Runs `alertsound preview`. An argument `@/x` stands for the path of `x` in this folder.
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
    let text = try shell.text(page)
    try #require(text.hasPrefix(Self.start) && text.hasSuffix(Self.end))
    return String(text.dropFirst(Self.start.count).dropLast(Self.end.count))
  }

  /// The sounds in a page.
  func sounds(in page: String) throws -> [Sound] {
    try content(of: page).sounds
  }

  /// The conversion options in a page.
  func options(in page: String) throws -> Options { try content(of: page).options }

  private func content(of page: String) throws -> Content {
    try JSONDecoder().decode(Content.self, from: Data(json(in: page).utf8))
  }
}
