import Endpoints
import Foundation
import StrictJSON
import WireDates

extension RequestCollection {
  /// Why a file holds no requests.
  package struct Unreadable: Error {
    package let reason: String
  }

  /// Reads a file of any of the kinds; what it is follows from what is in it.
  ///
  /// Throws ``Unreadable``.
  package init(_ bytes: [UInt8]) throws(Unreadable) {
    guard let document = try? JSONDocument(bytes, byteOrderMark: .skip) else {
      try self.init(lines: String(decoding: bytes, as: UTF8.self))
      return
    }
    let root = document.root
    if let entries = root["log"]?["entries"] {
      self.init(archive: entries)
    } else if let openAPI = OpenAPIOperations(JSONNode(root)) {
      try self.init(openAPI: openAPI)
    } else {
      throw Unreadable(
        reason: "it is JSON, but neither an archive of requests (HAR) nor an OpenAPI document")
    }
  }

  /// Reads a list of addresses, one a line; what follows a `#` at the beginning of a line is a comment.
  private init(lines text: String) throws(Unreadable) {
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let address = line.trimmingCharacters(in: .whitespacesAndNewlines)
      if address.isEmpty || address.hasPrefix("#") { continue }
      guard address.hasPrefix("http://") || address.hasPrefix("https://") || address.hasPrefix("/")
      else {
        throw Unreadable(
          reason: "line \(number + 1) is no address: a list has one http or https address a line; "
            + "an OpenAPI document is read as JSON, not as YAML")
      }
      requests.append(ObservedRequest(address: address))
    }
    if requests.isEmpty { throw Unreadable(reason: "there is no address in it") }
  }

  // MARK: Archives of browsers

  /// Reads the entries of an archive with answers in JSON.
  ///
  /// http://www.softwareishard.com/blog/har-12-spec
  private init(archive entries: JSONValue) {
    var others = 0
    for entry in entries.elements {
      guard let request = entry["request"], let url = request["url"]?.string,
        request["method"]?.string == "GET", let response = entry["response"],
        let content = response["content"],
        content["mimeType"]?.string?.lowercased().contains("json") == true
      else {
        others += 1
        continue
      }
      var answer = Self.answer(response, content, url: url)
      answer?.receivedAt = entry["startedDateTime"]?.string.flatMap(ISO8601Date.date)
      requests.append(ObservedRequest(address: Self.literal(url), answer: answer))
    }
    if others > 0 {
      notes.append("left out \(others.counted("request")): no GET that is answered in JSON")
    }
  }

  /// An address in which braces are text, and no place for a value.
  private static func literal(_ address: String) -> String {
    address.replacing("{", with: "%7B").replacing("}", with: "%7D")
  }

  private static func answer(
    _ response: JSONValue, _ content: JSONValue, url: String
  ) -> EndpointResponse? {
    guard let text = content["text"]?.string, let url = URL(string: url),
      let status = response["status"]?.numberText.flatMap({ Int($0) })
    else { return nil }
    var body = Array(text.utf8)
    if content["encoding"]?.string == "base64" {
      guard let data = Data(base64Encoded: text) else { return nil }
      body = Array(data)
    }
    let headers = response["headers"]?.elements.compactMap { field -> (String, String)? in
      guard let name = field["name"]?.string, let value = field["value"]?.string else { return nil }
      return (name, value)
    }
    return EndpointResponse(
      status: status, headers: HTTPHeaders(headers ?? []), body: body, url: url)
  }

  // MARK: OpenAPI

  /// Takes the GET requests of an OpenAPI document whose parameters have values: examples, defaults or the
  /// first of an enumeration.
  private init(openAPI document: OpenAPIOperations) throws(Unreadable) {
    baseURL = document.baseURL
    for operation in document.operations where operation.method == "get" {
      var segments = operation.path.split(separator: "/", omittingEmptySubsequences: false)
        .map(String.init)
      var query: [String] = []
      var missing: [String] = []
      for parameter in operation.parameters {
        let name = parameter.name
        switch (parameter.place, parameter.value) {
        case ("path", let value?):
          let value = value.percentEncoded
          for index in segments.indices {
            let isWhole = segments[index] == "{\(name)}"
            segments[index] = segments[index].replacing(
              "{\(name)}", with: isWhole ? "{\(Self.word(name))=\(value)}" : value)
          }
        case ("path", nil): missing.append(name)
        case ("query", let value?): query.append("\(name.percentEncoded)=\(value.percentEncoded)")
        case ("query", nil) where parameter.isRequired: missing.append(name)
        default: break
        }
      }
      let address = segments.joined(separator: "/")
      guard missing.isEmpty, !address.contains(/\{[^=}]*\}/) else {
        let names = missing.map { "{\($0)}" }.joined(separator: " and ")
        notes.append(
          "\(operation.path) left out: the document has no example of \(names.isEmpty ? "its values" : names)"
        )
        continue
      }
      requests.append(
        ObservedRequest(
          address: address + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))))
    }
    if requests.isEmpty {
      throw Unreadable(
        reason: "no GET request of it can be sent"
          + (notes.first.map { ", such as \($0)" } ?? ""))
    }
  }

  /// The name of a parameter as the name of a value.
  private static func word(_ name: String) -> String {
    let word = String(
      name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") ? $0 : "_" })
    return word.first.map { $0.isLetter || $0 == "_" } == true ? word : "n\(word)"
  }
}
