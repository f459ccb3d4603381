package import SystemPackage

/// The system's program that opens a file in the application for it, such as a browser.
package struct DocumentOpener: Sendable {
  private let program: ExternalProgram

  /// The program's name.
  #if canImport(Darwin)
    package static let name = "open"
  #else
    package static let name = "xdg-open"
  #endif

  /// Finds the program; nil if it isn't installed.
  package init?(searchPath: [UInt8]? = ThisProcess.environment("PATH")) {
    guard let program = ExternalProgram(named: Self.name, searchPath: searchPath) else {
      return nil
    }
    self.program = program
  }

  /// How long to wait for the program's end, in milliseconds. It may run as long as the application.
  private static let patience = 3000
  private static let interval = 20

  /// What the program needs to know of the environment: the user, the desktop and its preferred browser.
  private static var environment: [[UInt8]] {
    let names = [
      "BROWSER", "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_SESSION", "DISPLAY",
      "GNOME_DESKTOP_SESSION_ID",
      "HOME", "KDE_FULL_SESSION", "KDE_SESSION_VERSION", "LANG", "LC_ALL", "LOGNAME", "PATH",
      "SHELL", "TMPDIR", "USER", "WAYLAND_DISPLAY", "WSLENV", "WSL_DISTRO_NAME", "WSL_INTEROP",
      "XAUTHORITY", "XDG_CONFIG_DIRS", "XDG_CONFIG_HOME", "XDG_CURRENT_DESKTOP", "XDG_DATA_DIRS",
      "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_SESSION_DESKTOP", "XDG_SESSION_TYPE",
    ]
    return names.compactMap { name in
      ThisProcess.environment(name).map { Array("\(name)=".utf8) + $0 }
    }
  }

  /// Opens a file by its absolute path. The application keeps running when this process ends.
  ///
  /// - Returns: Whether it worked, as far as the program has said by now.
  package func open(_ path: FilePath) throws(Errno) -> Bool {
    precondition(path.isAbsolute)
    // Its messages would appear in the middle of ours, so they are dropped.
    let process = try program.start(
      [path.platformBytes], input: nil, outputTo: nil, messagesTo: nil,
      environment: Self.environment)
    for _ in 0..<Self.patience / Self.interval {
      if let isSuccess = ExternalProgram.result(of: process) { return isSuccess }
      Pipe.wait(for: [], milliseconds: CInt(Self.interval))
    }
    return true
  }
}
