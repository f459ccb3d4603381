extension PayloadResolution: Encodable {
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  package var json: JSON {
    [
      "kind": payload?.kind.rawValue.json,
      "reading": payload?.reading?.json,
      "ios": ios?.json,
      "android": android?.json,
      "claims": (payload?.notes ?? []).map(\.json).json,
    ]
  }
}

extension SoundResolution: Encodable {
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  package var json: JSON {
    let common: JSON = [
      "outcome": outcome.rawValue.json,
      "failed": isFailure.json,
      "file": file?.string.json,
      "reason": fault?.json,
      "suggestions": suggestions.map {
        ["path": $0.path.string.json, "difference": $0.difference.json]
      }.json,
    ]
    guard platform == .iOS else {
      return common.adding([
        "name": name?.json,
        "channel": request.channel?.json,
        "format": format?.json,
        "claims": claims.map(\.json).json,
      ])
    }
    return common.adding([
      "for": request.use.rawValue.json,
      "request": [
        "name": name?.json,
        "critical": request.isCritical.json,
        "volume": request.volume?.json,
      ],
      "verdict": verdict?.json(),
      "places": places.map {
        ["place": $0.name.json, "path": $0.path?.string.json, "found": $0.isFound.json]
      }.json,
      "notes": notes.map(\.json).json,
    ])
  }
}
