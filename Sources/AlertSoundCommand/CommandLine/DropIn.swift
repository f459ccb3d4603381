/// What the program does under a name other than `alertsound`, or after it: where a file can't have several names,
/// `alertsound afconvert …` does the same.
package enum DropIn: String, CaseIterable {
  case afconvert, afinfo
}
