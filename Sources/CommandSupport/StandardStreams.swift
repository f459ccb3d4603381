package import AlertSound
internal import Platform
package import SystemPackage

package enum StandardStreams {
  /// The descriptor for this process's own diagnostics.
  nonisolated(unsafe) static var diagnostics = FileDescriptor.standardError

  private static let nowhere: FilePath = "/dev/null"

  /// Opens `/dev/null` for standard streams that the parent process closed. Otherwise, the next file that is
  /// opened would get the stream's descriptor, and printed text would be written to that file. The replacement is
  /// read-only, so that writing to it fails and lost output is noticed.
  package static func open() {
    while let descriptor = try? FileDescriptor.open(nowhere, .readOnly) {
      if descriptor.rawValue > FileDescriptor.standardError.rawValue {
        try? descriptor.close()
        return
      }
    }
  }

  /// Discards the messages that C libraries print on standard error, such as libmpg123's message for every damaged
  /// frame. This process's own diagnostics still appear.
  package static func silenceLibraries() {
    guard unsafe diagnostics == .standardError,
      let own = try? FileDescriptor.standardError.copyAboveStandardStreams(),
      let sink = try? FileDescriptor.open(nowhere, .writeOnly)
    else { return }
    unsafe diagnostics = own
    _ = try? sink.duplicate(as: .standardError)
    try? sink.close()
  }

  static func writeError(_ text: String) {
    // Ignore a failure, because it could only be reported on standard error itself.
    _ = try? unsafe diagnostics.writeAll(text.utf8)
  }
}

/// The standard output stream. It takes bytes, because a file's name needn't be valid UTF-8.
package enum StandardOutput {
  package static func write(_ bytes: [UInt8]) throws(Errno) {
    do {
      _ = try FileDescriptor.standardOutput.writeAll(bytes)
    } catch let error as Errno {
      throw error
    } catch {
      throw .ioError
    }
  }

  package static func diagnostic(on error: Errno) -> Diagnostic {
    let path: FilePath = "standard output"
    return Diagnostic(.error, path, SoundError(wrapping: error, .writing, path).sentence)
  }

  /// Writes a line of text. Returns whether the line was written; if not, reports the reason on standard error.
  package static func show(_ text: String) -> Bool {
    do throws(Errno) {
      try write(lines: [text])
      return true
    } catch {
      printError(diagnostic(on: error).line())
      return false
    }
  }

  package static func write(lines: [String]) throws(Errno) {
    try write(Array(lines.map { $0 + "\n" }.joined().utf8))
  }
}

package func printError(_ line: String) { StandardStreams.writeError(line + "\n") }

/// The properties of the terminal that shows the output.
package enum Terminal {
  /// The width in characters: the number in `COLUMNS`, or else the terminal's width, or else 80.
  package static var width: Int {
    if let columns = environment("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
    return FileDescriptor.standardOutput.terminalWidth ?? 80
  }

  /// Whether non-ASCII characters can be shown, judging by the locale's encoding.
  package static var showsUnicode: Bool {
    // Use the first non-empty variable, as setlocale(3) does. Refuse the Linux console, which has no Braille dots.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    let name = locale?.lowercased() ?? ""
    return (name.contains("utf-8") || name.contains("utf8")) && environment("TERM") != "linux"
  }

  /// Whether the terminal understands escape sequences, judging by its name. A terminal without a name is assumed
  /// not to understand them.
  fileprivate static var understandsEscapes: Bool {
    !["", "dumb"].contains(environment("TERM") ?? "")
  }

  private static func environment(_ name: String) -> String? {
    ThisProcess.environment(name).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A progress line on the terminal. It is erased when the work ends.
///
/// The line appears after half a second, and only if standard error is a terminal that understands escape sequences.
package final class ProgressLine: Sendable {
  /// Whether a terminal shows the line. Evaluated lazily, because most work ends before the first update.
  package var isShown: Bool { Self.isShown }
  private static let isShown =
    unsafe StandardStreams.diagnostics.isTerminal && Terminal.understandsEscapes
  private let clock = ContinuousClock()
  private let state: Locked<State>

  private struct State {
    var nextUpdate: ContinuousClock.Instant
    var hasBeenWritten = false
  }

  /// Returns to the start of the line and erases the line. Source: ECMA-48, "EL, erase in line".
  private static let erase = "\r\u{1B}[K"

  package init() {
    state = Locked(State(nextUpdate: clock.now + .milliseconds(500)))
  }

  package func update(fraction: Double) {
    update { "\(Int((min(1, fraction) * 100).rounded(.down))) %" }
  }

  /// Shows a text, throttled to one update per 100 ms.
  package func update(_ text: () -> String) {
    state.withLock { state in
      guard clock.now >= state.nextUpdate, isShown else { return }
      state.nextUpdate = clock.now + .milliseconds(100)
      state.hasBeenWritten = true
      StandardStreams.writeError(Self.erase + text())
    }
  }

  package func clear() {
    state.withLock { state in
      guard state.hasBeenWritten else { return }
      state.hasBeenWritten = false
      StandardStreams.writeError(Self.erase)
    }
  }
}

extension Monitor {
  package static let untilInterrupted = Monitor(isCancelled: { Interruption.isRequested })

  /// Returns a monitor that shows the progress on the terminal, and cancels the work if the process is interrupted.
  package static func untilInterrupted(showing line: ProgressLine) -> Monitor {
    Monitor(
      progress: { line.update(fraction: $0) }, isCancelled: { Interruption.isRequested })
  }
}
