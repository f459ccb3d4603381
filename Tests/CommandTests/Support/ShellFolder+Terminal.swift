import TestSupport

extension ShellFolder {
  /// Whether commands can be run on a terminal here.
  static let hasTerminal = Tool("python3").isInstalled

  /// Runs a shell line with standard output and standard error on a terminal.
  ///
  /// - Returns: The terminal's output.
  func onTerminal(_ line: String) throws -> String {
    try write(
      Array(
        """
        import os, pty, sys
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ["TERM"] = "xterm"
            os.execvp("sh", ["sh", "-c", sys.argv[1]])
        seen = b""
        while True:
            try:
                part = os.read(terminal, 4096)
            except OSError:
                break
            if not part:
                break
            seen += part
        os.waitpid(pid, 0)
        sys.stdout.buffer.write(seen)
        """.utf8), to: "terminal.py")
    return try run("python3 terminal.py '\(line)'").outputText
  }
}
