import Foundation

/// A C program that does nothing but link libsndfile and print its version: no program that uses the
/// library can start faster.
enum LinkedProgram {
  private static let source = """
    #include <sndfile.h>
    #include <stdio.h>

    int main(void) {
      puts(sf_version_string());
      return 0;
    }

    """

  /// Compiles the program; nil if the compiler or the library's header is missing.
  static func compile(in bench: Bench) throws -> URL? {
    guard let compiler = Program.find("cc") ?? Program.find("clang") else { return nil }
    let (code, program) = (bench.file("linked.c"), bench.file("linked"))
    try Data(source.utf8).write(to: code)
    let compilation = ChildProcess(
      compiler, ["-O2", code.path, "-o", program.path, "-lsndfile"])
    return try compilation.outcome().succeeded ? program : nil
  }
}
