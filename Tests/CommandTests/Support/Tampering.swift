import TestSupport

/// Makes the system's calls fail, or kills the process at one of them: by `strace`, where that is installed
/// and allowed.
enum Tampering {
  private static let strace = Tool("strace")

  static let isPossible: Bool = {
    let line = "\(prefix("getpid", "error=EIO")) sh -c 'exit 7'"
    let outcome = try? ShellFolder().run(line)
    return strace.isInstalled && outcome?.ending == .exit(7)
  }()

  /// What to put before a command line.
  ///
  /// - Parameters:
  ///   - calls: Names of calls, with commas between them.
  ///   - fault: What happens: `error=EIO`, `signal=KILL`.
  ///   - count: At which of those calls, `7`, or from which on, `7+`; nil is at each.
  ///   - path: The file whose calls count; nil is every file.
  static func prefix(
    _ calls: String, _ fault: String, at count: String? = nil, on path: String? = nil
  ) -> String {
    let place = path.map { "-P \($0) " } ?? ""
    let when = count.map { ":when=\($0)" } ?? ""
    return "strace -f -qq -o /dev/null \(place)-e trace=\(calls) -e inject=\(calls):\(fault)\(when)"
  }
}
