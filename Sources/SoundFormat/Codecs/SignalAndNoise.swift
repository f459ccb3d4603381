/// The energies of a signal and of the error in a copy of it: sums of squares in the same unit.
public struct SignalAndNoise: Hashable, Sendable {
  /// The sum of the signal's squared samples.
  public var signalEnergy = 0.0
  /// The sum of the squared differences.
  public var noiseEnergy = 0.0

  /// Creates the sums, 0 by default.
  public init(signalEnergy: Double = 0, noiseEnergy: Double = 0) {
    self.signalEnergy = signalEnergy
    self.noiseEnergy = noiseEnergy
  }

  /// Adds the energies of more of the signal, or of another channel.
  public static func += (total: inout SignalAndNoise, part: SignalAndNoise) {
    total.signalEnergy += part.signalEnergy
    total.noiseEnergy += part.noiseEnergy
  }

  /// Adds a sample and its copy.
  @inline(__always)
  mutating func add(_ sample: Int16, _ copy: Int32) {
    let (sample, error) = (Double(sample), Double(copy - Int32(sample)))
    signalEnergy += sample * sample
    noiseEnergy += error * error
  }
}
