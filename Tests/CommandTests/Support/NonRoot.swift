import Foundation
import TestSupport

/// A user whom permissions concern: this one, or nobody where this is root.
enum NonRoot {
  private static let setpriv = Tool("setpriv")

  static var isPossible: Bool { getuid() != 0 || setpriv.isInstalled }

  /// What to put before a command.
  static var prefix: String {
    getuid() != 0 ? "" : "exec setpriv --reuid=65534 --regid=65534 --clear-groups"
  }

  /// Gives a folder and all that is in it to the user.
  static func own(_ folder: URL) throws {
    guard getuid() == 0 else { return }
    try Tool("chown").run(["-R", "65534:65534", folder.path(percentEncoded: false)])
  }
}
