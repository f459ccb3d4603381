public import Foundation

/// How the system that runs the tests differs from others.
public enum TestSystem {
  /// The folder of the built programs.
  public static let programs: URL = {
    #if os(macOS)
      // The tests are in a bundle beside the programs. Another program loads it.
      Bundle(for: TemporaryDirectory.self).bundleURL.deletingLastPathComponent()
    #else
      Bundle.main.bundleURL
    #endif
  }()

  /// The folders of `PATH`, after the one of the built programs: a Mac has its own afconvert and afinfo.
  public static var searchPath: String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return programs.path(percentEncoded: false) + ":" + path
  }

  /// Whether names in temporary folders that differ only in case are different files.
  public static let distinguishesCase = areDifferentFiles("ring", "RING")

  /// Whether names in temporary folders may be any bytes, not only text.
  public static let takesAnyName: Bool = {
    #if os(Linux)
      true
    #else
      false
    #endif
  }()

  /// Whether writing to `/dev/full` fails as on a full disk. Only Linux has that device.
  public static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  /// Whether libsndfile is the only decoder of foreign formats. A Mac's afconvert comes before it.
  public static let decodesWithLibsndfile: Bool = {
    #if os(macOS)
      false
    #else
      true
    #endif
  }()

  /// A number of the calling thread that no other running thread has.
  public static var threadNumber: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      unsafe UInt(bitPattern: pthread_self())
    #endif
  }

  private static func areDifferentFiles(_ first: String, _ second: String) -> Bool {
    guard let folder = try? TemporaryDirectory(), (try? folder.write([], to: first)) != nil
    else { return true }
    return !FileManager.default.fileExists(atPath: folder.path(second))
  }
}
