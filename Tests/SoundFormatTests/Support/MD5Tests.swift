import TestSupport
import Testing

/// The digest that other tests compare with. Vectors: RFC 1321, and lengths around the end of a
/// block.
@Suite struct MD5Tests {
  @Test(
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
      ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
      (
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        "d174ab98d277d9f5a5611c2c9f419d9f"
      ),
      (
        String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"
      ),
      (String(repeating: "0", count: 55), "d7fe636bd28e2ee2ba4d6c5898318699"),
      (String(repeating: "0", count: 56), "ce992c2ad906967c63c3f9ab0c2294a9"),
      (String(repeating: "0", count: 64), "10eab6008d5642cf42abd2aa41f847cb"),
    ] as [(String, String)])
  func digestsAreRight(text: String, digest: String) {
    #expect(md5(Array(text.utf8)) == digest)
  }
}
