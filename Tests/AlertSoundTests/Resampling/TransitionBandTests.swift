import TestSupport
import Testing

@testable import AlertCore

struct TransitionBandTests {
  /// The integral of Kaiser's window from a position to 1, by Simpson's rule, relative to that from −1.
  private static func gain(at position: Double) -> Double {
    func integral(from start: Double) -> Double {
      let stepCount = 8000
      let step = (1 - start) / Double(stepCount)
      var sum = 0.0
      for index in 0...stepCount {
        let x = start + Double(index) * step
        let weight = index == 0 || index == stepCount ? 1.0 : index % 2 == 0 ? 2 : 4
        sum += weight * besselI0(17.5 * max(0, 1 - x * x).squareRoot())
      }
      return sum * step / 3
    }
    return integral(from: position) / integral(from: -1)
  }

  @Test(arguments: [0.0001, 0.0005, 0.001, 0.00097])
  func gainsAreTheWindowsIntegral(step: Double) {
    let gains = TransitionBand(from: 0.19, to: 0.21).gains(atMultiplesOf: step)
    #expect(gains.count >= Int(0.21 / step) && gains.count <= Int(0.21 / step) + 1)
    for (number, gain) in gains.enumerated() {
      let position = (Double(number) * step - 0.2) / 0.01
      if position <= -1 {
        #expect(gain == 1)
      } else {
        #expect(abs(gain - Self.gain(at: min(1, position))) < 1e-9 * gain + 1e-14, "\(position)")
      }
    }
  }

  /// With steps of a thousandth of the band and of a tenth, the gains are the same.
  @Test func gainsDoNotDependOnTheStep() {
    let band = TransitionBand(from: 0.15, to: 0.25)
    let (fine, coarse) = (band.gains(atMultiplesOf: 0.0001), band.gains(atMultiplesOf: 0.01))
    for (number, gain) in coarse.enumerated() {
      #expect(abs(gain - fine[100 * number]) < 1e-14, "\(number)")
    }
  }

  @Test func gainsFall() {
    let gains = TransitionBand(from: 0.1, to: 0.2).gains(atMultiplesOf: 0.001)
    #expect(zip(gains, gains.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(abs(gains[150] - 0.5) < 1e-14)
    #expect(gains[..<100].allSatisfy { $0 == 1 })
  }

  /// As Kaiser's window of this length has in time.
  @Test func theReachIsThatOfTheMainLobe() {
    let band = TransitionBand(from: 0.2375, to: 0.25)
    #expect(abs(band.reach - 17.5 / (.pi * 0.0125)) < 1e-9)
  }
}
