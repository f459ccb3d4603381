import AlertSound
import CommandSupport

extension Diagnostic {
  /// A failure of the library's, in its words.
  init(_ error: ConversionError) {
    self.init(.error, error.path, error.reason + (error.advice.map { "; \($0)" } ?? ""))
  }
}
