extension SoundComparison: Encodable {
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  package var json: JSON {
    [
      "exact": isExact.json,
      "whole": isWhole.json,
      "noiseToMask": noiseToMask?.json,
      "noiseIsMasked": noiseIsMasked.json,
      "signalToNoise": signalToNoise?.json,
      "worstWindow": worstWindow.map {
        ["start": $0.start.json, "signalToNoise": $0.signalToNoise.json]
      },
      "peakError": peakError.json,
      "resampledFrom": resampledFrom?.json,
      "originalFrameCount": originalFrameCount.json,
      "copyFrameCount": copyFrameCount.json,
      "frameCount": frameCount.json,
    ]
  }
}
