/// The first packets of a stream of AAC-LC that FFmpeg's encoder made of a tone with noise: a long window before an attack,
/// short windows with noise shaping, and a long window with the other slope. Two channels of 22,050 Hz.
public enum SmallAAC {
  /// The stream's `AudioSpecificConfig`.
  public static let configuration = hex("139056e500")

  public static let packets: [[UInt8]] = [
    hex(
      """
      21278fa77fffd470d2540c8853b9b9799d48bd569aef799a975034cb4cb4cb4ca44a44e0d66ce7bf09573f6d\
      a9a5225225045f2f9659be5c7e5966a90724092f06146e3844613c54ccbe47dc62f08c2328c7cb120a28aa88\
      1444840410a345d046453c58ccd6a2f55a6bbde66a5d741782ea04d4facfd67fb75ebb0ea8f2bb823100d710\
      00000005752bf970
      """),
    hex(
      """
      21496cb6d9eaf07cf592e6c8f36479b23cbfe3ff3cdfe9fbf55bffc7fed7bff5ff7939ffb7fed2bfe3fc7577\
      ffc7fe7bd7fe9fe9ed6e7ddfae019f474b7e033a5ae418facf586245d8ece5110dcc1186123d7d3b32d17be4\
      8c7013ae66017832e86439fcde3dbcf44dd17a4faad2a4230063b90d1cd8b04366cf2e328d4c3347d591e688\
      f364797ff1ff9d73fa7f3c57e3ffec7fed79ff1fef27e3ffec7fed37fdffc757ff3fffcbff275ffd3fd3dad3\
      3ea278e8cfa79c7767de3120bef64f488da9c7451c707749c87d283ae9c7d9aba4ae02149b5426101f722fcf\
      3f7b4869f516a8000887cafe4b7561a0dc67e0
      """),
    hex(
      """
      21780e072ddfe4f0fc29cef9effb7e3dbdfedfe3f79bd52d287e7f3f5fbd6b916ad31793c94862ac701382c2\
      0c2a430a5696f2e5c713cde2f26feba222f34328344adcb6507bb356787e14bf1b4ef9f7fb3fdbf152a44c87\
      e7f3f5fbd5687bb04b24298bc824f123c93bae74b494d8567cd34fb2c000fddb8612eac3a2f44177
      """),
    hex(
      """
      212809873afffce22c6101123273cd7faf9ebbf1f5f7f29bbdda4abcfd9c7dc68665f2000cc8000007c54e82\
      859ea0000d8fe2896a2f2a264174af3a4f058c378480c74a45c49e830403fa4046b5921455e4a24952807e15\
      71cccd7dbbefc3f1fca6ee892af3f671f71a1997c80033200002b4db4af4c3f31963f15ab9ead6aa716642a8\
      05c2b9160001c7aac964198f0708f0
      """),
  ]
}
