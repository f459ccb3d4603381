/// What becomes of a sound that is too long for an alert.
public enum OverLimitPolicy: String, Hashable, Sendable, CaseIterable {
  /// The built-in chime, or another default sound, is written in its place, under its name.
  case `default`
  /// It isn't converted.
  case omit
  /// Its beginning is converted, and ends in a short fade.
  case trim
  /// It is an error.
  case fail
  /// It is converted whole, as if there were no limit.
  case warn
}
