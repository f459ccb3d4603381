import Foundation
import TestSupport
import Testing

/// A user to whom permissions apply: the current user, or `nobody` in place of root.
enum NonRoot {
  private static let setpriv = Tool("setpriv")

  static var isPossible: Bool { getuid() != 0 || setpriv.isInstalled }

  /// The words before a command that run it as this user.
  static var prefix: String {
    getuid() != 0 ? "" : "exec setpriv --reuid=65534 --regid=65534 --clear-groups"
  }

  /// Makes the user the owner of a folder and everything in it.
  static func own(_ folder: URL) throws {
    guard getuid() == 0 else { return }
    try Tool("chown").run(["-R", "65534:65534", folder.path(percentEncoded: false)])
  }
}

extension Trait where Self == ConditionTrait {
  /// For tests that mount something in a namespace of their own.
  static var ifMountsArePossible: Self {
    .enabled(if: Namespaces.arePossible, "mount namespaces are not allowed here")
  }
}

private enum Namespaces {
  static let arePossible =
    (try? ShellFolder().run("unshare -rm mount -t tmpfs none /mnt"))?.ending == .exit(0)
}

/// Uses `strace` to make system calls fail, or to kill the process at a system call.
enum Tampering {
  private static let strace = Tool("strace")

  static let isPossible: Bool = {
    let line = "\(prefix("getpid", "error=EIO")) sh -c 'exit 7'"
    let outcome = try? ShellFolder().run(line)
    return strace.isInstalled && outcome?.ending == .exit(7)
  }()

  /// The words before a command line that inject a fault.
  ///
  /// - Parameters:
  ///   - calls: Names of system calls, separated by commas.
  ///   - fault: The fault: `error=EIO`, `signal=KILL`.
  ///   - count: The number of the failing call, `7`, or `7+` if later calls fail, too; nil for all.
  ///   - path: The file whose calls count; nil for every file.
  static func prefix(
    _ calls: String, _ fault: String, at count: String? = nil, on path: String? = nil
  ) -> String {
    let place = path.map { "-P \($0) " } ?? ""
    let when = count.map { ":when=\($0)" } ?? ""
    return "strace -f -qq -o /dev/null \(place)-e trace=\(calls) -e inject=\(calls):\(fault)\(when)"
  }
}
