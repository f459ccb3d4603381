import Testing

/// Articles are also read on code hosts, which know files, but not DocC's names of articles and pictures.
@Suite struct ArticleTests {
  static let articles = Result {
    try Repository.files(in: "Sources", withExtensions: ["md"]).filter { $0.contains(".docc/") }
  }

  @Test(arguments: try articles.get())
  func linksLeadToFiles(article: String) throws {
    let text = try Repository.text(of: article)
    #expect(!text.contains("<doc:") && !text.contains("(doc:"))
    let folder = article.prefix(upTo: try #require(article.lastIndex(of: "/")))
    for link in text.matches(of: /\]\((?![a-z]+:|#)([^()\s#]+)/) {
      #expect(Repository.exists("\(folder)/\(link.1)"), "\(link.1)")
    }
  }
}
