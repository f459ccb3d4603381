import AlertSound
import CommandSupport

extension Diagnostic {
  /// Creates the diagnostic for an error that ends the command.
  init(_ error: ConversionError) {
    self.init(.error, error.path, error.sentence)
  }
}
