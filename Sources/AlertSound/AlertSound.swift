// Rules, verdicts and conversions are part of the library's interface, and `import AlertSound` is
// enough to use them.
@_exported public import AlertCore

/// What the commands say of themselves.
package enum Toolkit {
  package static let name = "alertsound"
  package static let version = "0.1.0"
}
