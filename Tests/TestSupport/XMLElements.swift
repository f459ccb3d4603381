#if canImport(FoundationXML)
  import Foundation
  public import FoundationXML
#else
  public import Foundation
#endif

/// All elements of an XML document, each before its children. Throws if the document isn't well-formed.
public func xmlElements(of document: [UInt8]) throws -> [XMLElement] {
  // On Linux, `XMLDocument` repairs a document that isn't well-formed.
  let parser = XMLParser(data: Data(document))
  if !parser.parse(), let error = parser.parserError { throw error }
  func inside(_ element: XMLElement) -> [XMLElement] {
    [element] + (element.children ?? []).compactMap { $0 as? XMLElement }.flatMap(inside)
  }
  let document = try XMLDocument(data: Data(document), options: .nodePreserveWhitespace)
  return document.rootElement().map(inside) ?? []
}
