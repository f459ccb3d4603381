import Foundation
import TestSupport

/// A user to whom permissions apply: the current one, or `nobody` if that is root.
enum NonRoot {
  private static let setpriv = Tool("setpriv")

  static var isPossible: Bool { getuid() != 0 || setpriv.isInstalled }

  /// The prefix for a command.
  static var prefix: String {
    getuid() != 0 ? "" : "exec setpriv --reuid=65534 --regid=65534 --clear-groups"
  }

  /// Makes the user the owner of a folder and everything in it.
  static func own(_ folder: URL) throws {
    guard getuid() == 0 else { return }
    try Tool("chown").run(["-R", "65534:65534", folder.path(percentEncoded: false)])
  }
}
