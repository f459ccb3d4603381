import Foundation
import SoundFormat
import TestSupport
import Testing

/// Shell completions, from the scripts that `alertsound` generates.
struct CompletionTests {
  private static func expect(
    _ lines: String, _ output: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try ShellFolder(["Chime.wav": []])
    let outcome = try folder.run(lines)
    #expect(outcome.outputText == output, sourceLocation: sourceLocation)
    #expect(outcome.errors == "", sourceLocation: sourceLocation)
  }

  @Test func bashCompletes() throws {
    try Self.expect(
      """
      alertsound --generate-completion-script bash >script
      source ./script
      complete -p alertsound
      completions() {
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _alertsound "$1" "${@: -1}" "${@: -2:1}"
        echo "${COMPREPLY[@]}"
      }
      completions alertsound conv
      completions alertsound convert --depf
      completions alertsound convert --over-limit tr
      completions alertsound info Ch
      completions alertsound convert -d LEI
      completions alertsound convert -f A
      completions alertsound convert --resampler l
      completions alertsound convert --diagnostics g
      completions alertsound check --diagnostics x
      completions alertsound default-sound -o x -d u
      """,
      """
      complete -o filenames -F _alertsound alertsound
      convert
      --depfile
      trim
      Chime.wav
      LEI16 LEI24 LEI32
      AIFC AIFF
      libsamplerate
      github
      xcode
      ulaw

      """)
  }

  @Test(.enabled(if: Tool("fish").isInstalled, "fish is not installed"))
  func fishCompletes() throws {
    try Self.expect(
      """
      alertsound --generate-completion-script fish >alertsound.fish
      fish --no-config -c '
        source alertsound.fish
        complete -C "alertsound conv" | cut -f 1
        complete -C "alertsound convert --depf" | cut -f 1
        complete -C "alertsound convert --over-limit tr" | cut -f 1
        complete -C "alertsound info Ch" | cut -f 1
        complete -C "alertsound convert -d LEI" | cut -f 1
        complete -C "alertsound convert -f A" | cut -f 1
        complete -C "alertsound check --diagnostics x" | cut -f 1'
      """, "convert\n--depfile\ntrim\nChime.wav\nLEI16\nLEI24\nLEI32\nAIFC\nAIFF\nxcode\n")
  }

  /// zsh completes only interactively, so the test only loads the function.
  @Test(.enabled(if: Tool("zsh").isInstalled, "zsh is not installed"))
  func zshFindsTheFunction() throws {
    try Self.expect(
      """
      mkdir site-functions
      alertsound --generate-completion-script zsh >site-functions/_alertsound
      zsh -n site-functions/_alertsound
      zsh -f -c 'fpath=(site-functions $fpath); autoload -Uz compinit; compinit -u -D
        echo $_comps[alertsound]; autoload +X _alertsound && echo loads'
      grep -o "ima4.*ulaw.*LEI16" site-functions/_alertsound | wc -l | tr -d ' '
      grep -o "AIFC.*caff.*WAVE" site-functions/_alertsound | wc -l | tr -d ' '
      """, "_alertsound\nloads\n3\n3\n")
  }
}
