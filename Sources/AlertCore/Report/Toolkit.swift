/// What the commands and the page say of themselves.
package enum Toolkit {
  package static let name = "alertsound"
  package static let version = "0.1.0"
}
