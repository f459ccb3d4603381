public import AlertCore
public import SystemPackage

/// A link of the chain that leads from a request to the sound that a phone plays.
public struct ChainLink: Sendable {
  /// What a link is about. A chain has its links in this order, and ends at a link that isn't proven.
  public enum Step: String, Hashable, Sendable, CaseIterable {
    /// The function or key plays sounds on the system.
    case api
    /// The name of the sound is known.
    case name
    /// The code belongs to an app for the system.
    case app
    /// The app's build puts a file of this name where the system looks.
    case file
    /// The system plays the file.
    case format
    /// Nothing silences the sound: neither its channel nor another argument of the request.
    case silence
  }

  /// Whether a link holds.
  public enum State: Sendable {
    /// The link holds; the text says why.
    case proven(String)
    /// The link breaks a rule. By the rule's outcome, the system doesn't play the sound, or might not play it. The
    /// finding's advice fits the kind of project.
    case faulty(AlertFinding)
    /// The check can't tell, for this reason.
    case unknown(reason: String)
  }

  public let step: Step
  public let state: State

  init(_ step: Step, _ state: State) {
    (self.step, self.state) = (step, state)
  }

  var isProven: Bool { if case .proven = state { true } else { false } }
}

/// A sound that a project's code asks for, and the chain that leads from the request to the sound that a phone plays.
public struct CheckedRequest: Sendable {
  /// The first place in the code that asks for the sound.
  public let first: CodeRequest
  /// The other places that ask for the same name on the same system.
  public let others: [CodeRequest]
  /// The chain. All links before the last one are proven.
  public internal(set) var chain: [ChainLink]
  /// The sound's file; nil if none is found.
  public let sound: FilePath?

  /// Whether the system plays the sound that code asks for: the state of the chain's last link. If the last link is
  /// proven, all links are proven, and the system plays ``sound``.
  public var outcome: ChainLink.State {
    guard let last = chain.last, !last.isProven || sound != nil else {
      return .unknown(reason: "no file is known")
    }
    return last.state
  }

  /// Whether only the file itself may keep the sound from playing. The check reports on the file separately.
  package var isFound: Bool { chain.last.map { $0.isProven || $0.step == .format } ?? false }

  /// The finding; nil if the sound is found or the outcome is unknown.
  package var finding: AlertFinding? {
    if !isFound, case .faulty(let finding) = outcome { finding } else { nil }
  }

  package var isUnknown: Bool {
    if !isFound, case .unknown = outcome { true } else { false }
  }

  /// Whether this is a file that a project lists but that is missing, instead of a request in code.
  package var isListing: Bool { first.isListing }
}
