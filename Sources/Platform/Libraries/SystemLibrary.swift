/// A C library that a system may have, and that is loaded when it is first needed.
package enum SystemLibrary: Sendable {
  case sndfile, samplerate, zlib

  /// How to install it, in words; nil if installing it wouldn't help.
  package var installationAdvice: String? {
    #if os(macOS)
      "install it (brew install \(name))"
    #elseif canImport(Darwin)
      nil
    #elseif canImport(Musl)
      DynamicLibrary.canLoad ? "install it (\(name))" : nil
    #else
      "install it (\(debianPackage))"
    #endif
  }

  /// Why it isn't there, in words.
  package var absence: String {
    DynamicLibrary.canLoad
      ? "is not installed" : "can't be loaded: this program is linked statically with musl"
  }

  /// Its project's name, which is also that of its package in Homebrew and Alpine.
  private var name: String {
    switch self {
    case .sndfile: "libsndfile"
    case .samplerate: "libsamplerate"
    case .zlib: "zlib"
    }
  }

  private var debianPackage: String {
    switch self {
    case .sndfile: "libsndfile1"
    case .samplerate: "libsamplerate0"
    case .zlib: "zlib1g"
    }
  }

  /// Where the system's loader finds it. The number changes with its interface.
  var fileNames: [String] {
    let (stem, version) =
      switch self {
      case .sndfile: ("libsndfile", 1)
      case .samplerate: ("libsamplerate", 0)
      case .zlib: ("libz", 1)
      }
    #if canImport(Darwin)
      // dyld would look a bare name up in the working directory, and not where Homebrew and MacPorts
      // install. Source: dyld(1) and dlopen(3).
      return ["/usr/lib", "/opt/homebrew/lib", "/usr/local/lib", "/opt/local/lib"].map {
        "\($0)/\(stem).\(version).dylib"
      }
    #else
      return ["\(stem).so.\(version)"]
    #endif
  }
}
