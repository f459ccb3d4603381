import Foundation

/// The discrete Fourier transform by its definition.
public func directTransform(
  real: [Double], imaginary: [Double]
) -> (real: [Double], imaginary: [Double]) {
  let size = real.count
  let circle = (0..<size).map { number in
    let angle = -2 * Double.pi * Double(number) / Double(size)
    return (cos(angle), sin(angle))
  }
  var result = (real: [Double](), imaginary: [Double]())
  for frequency in 0..<size {
    var (x, y) = (0.0, 0.0)
    var number = 0
    for index in 0..<size {
      let (cosine, sine) = circle[number]
      x += real[index] * cosine - imaginary[index] * sine
      y += real[index] * sine + imaginary[index] * cosine
      number += frequency
      if number >= size { number -= size }
    }
    result.real.append(x)
    result.imaginary.append(y)
  }
  return result
}
