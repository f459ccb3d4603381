import TestSupport

/// Makes system calls fail, or kills the process at one of them. Uses `strace`, if that is installed and
/// allowed.
enum Tampering {
  private static let strace = Tool("strace")

  static let isPossible: Bool = {
    let line = "\(prefix("getpid", "error=EIO")) sh -c 'exit 7'"
    let outcome = try? ShellFolder().run(line)
    return strace.isInstalled && outcome?.ending == .exit(7)
  }()

  /// The prefix for a command line.
  ///
  /// - Parameters:
  ///   - calls: Names of system calls, separated by commas.
  ///   - fault: The fault: `error=EIO`, `signal=KILL`.
  ///   - count: Which of those calls fails, `7`, or the first that fails, `7+`; nil for every call.
  ///   - path: The file whose calls count; nil for every file.
  static func prefix(
    _ calls: String, _ fault: String, at count: String? = nil, on path: String? = nil
  ) -> String {
    let place = path.map { "-P \($0) " } ?? ""
    let when = count.map { ":when=\($0)" } ?? ""
    return "strace -f -qq -o /dev/null \(place)-e trace=\(calls) -e inject=\(calls):\(fault)\(when)"
  }
}
