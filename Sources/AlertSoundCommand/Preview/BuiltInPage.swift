import AlertSound
import SoundFormat

#if HAS_PAGE
  internal import CPage
#endif

extension PreviewPage {
  /// The page inside this program.
  ///
  /// - Throws: `SoundError` if the program was built without it.
  static func builtIn() throws(SoundError) -> PreviewPage {
    #if HAS_PAGE
      let bytes = unsafe [UInt8](
        UnsafeBufferPointer(start: alertsound_page(), count: Int(alertsound_page_byte_count())))
      if let page = PreviewPage(template: bytes) { return page }
    #endif
    throw SoundError(
      .creatingOutput, nil,
      .sound(.libraryMissing, reason: "this program was built without the page"),
      advice: "build it with 'make release PAGE=1', or install a released one")
  }
}
