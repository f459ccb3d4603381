#if canImport(FoundationXML)
  import Foundation
  public import FoundationXML
#else
  public import Foundation
#endif

/// All elements of an XML document, each before its children.
public func xmlElements(of document: [UInt8]) throws -> [XMLElement] {
  func inside(_ element: XMLElement) -> [XMLElement] {
    [element] + (element.children ?? []).compactMap { $0 as? XMLElement }.flatMap(inside)
  }
  let document = try XMLDocument(data: Data(document), options: .nodePreserveWhitespace)
  return document.rootElement().map(inside) ?? []
}
