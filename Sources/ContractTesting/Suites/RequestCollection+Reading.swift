import Endpoints
import Foundation
import StrictJSON

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
    } else if root["openapi"]?.string != nil || root["swagger"]?.string != nil {
      try self.init(openAPI: root)
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
      requests.append(
        ObservedRequest(address: url, answer: Self.answer(response, content, url: url)))
    }
    if others > 0 {
      notes.append("left out \(others.counted("request")): no GET that is answered in JSON")
    }
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

  /// Reads the GET requests of an OpenAPI document whose parameters have values: examples, defaults or the
  /// first of an enumeration.
  private init(openAPI root: JSONValue) throws(Unreadable) {
    baseURL = Self.server(of: root)
    for path in root["paths"]?.members.map(\.self) ?? [] {
      guard let operation = path.value["get"] else { continue }
      var address = path.key
      var query: [String] = []
      var missing: [String] = []
      let lists = [path.value["parameters"], operation["parameters"]].compactMap(\.self)
      for entry in lists.flatMap({ Array($0.elements) }) {
        let parameter = Self.resolved(entry, root)
        guard let name = parameter["name"]?.string, let place = parameter["in"]?.string else {
          continue
        }
        let value = Self.value(of: parameter, root)
        switch (place, value) {
        case ("path", let value?):
          address = address.replacingOccurrences(of: "{\(name)}", with: "{\(name)=\(value)}")
        case ("path", nil): missing.append(name)
        case ("query", let value?): query.append("\(name)=\(value)")
        case ("query", nil) where parameter["required"]?.bool == true: missing.append(name)
        default: break
        }
      }
      guard missing.isEmpty, !address.contains(/\{[^=}]*\}/) else {
        let names = missing.map { "{\($0)}" }.joined(separator: " and ")
        notes.append(
          "\(path.key) left out: the document has no example of \(names.isEmpty ? "its values" : names)"
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

  private static func server(of root: JSONValue) -> URL? {
    if let host = root["host"]?.string {
      let scheme = root["schemes"]?.elements.compactMap(\.string).last ?? "https"
      return URL(string: "\(scheme)://\(host)\(root["basePath"]?.string ?? "")")
    }
    guard let server = root["servers"]?.elements.map(\.self).first, var text = server["url"]?.string
    else { return nil }
    for variable in server["variables"]?.members.map(\.self) ?? [] {
      guard let value = variable.value["default"]?.string else { continue }
      text = text.replacingOccurrences(of: "{\(variable.key)}", with: value)
    }
    while text.hasSuffix("/") { text.removeLast() }
    return URL(string: text).flatMap { $0.host() == nil ? nil : $0 }
  }

  /// A parameter, or what its `$ref` within the document leads to.
  private static func resolved(_ value: JSONValue, _ root: JSONValue) -> JSONValue {
    guard let reference = value["$ref"]?.string, reference.hasPrefix("#/") else { return value }
    var target: JSONValue? = root
    for step in reference.dropFirst(2).split(separator: "/") {
      target = target?[String(step)]
    }
    return target ?? value
  }

  private static func value(of parameter: JSONValue, _ root: JSONValue) -> String? {
    let schema = parameter["schema"].map { resolved($0, root) } ?? parameter
    let examples = parameter["examples"]?.members.map(\.self).first?.value["value"]
    let candidates = [
      parameter["example"], examples, schema["example"],
      schema["examples"]?.elements.map(\.self).first, schema["default"],
      schema["enum"]?.elements.map(\.self).first,
    ]
    for case let value? in candidates {
      if let text = value.string ?? value.numberText { return text }
      if let truth = value.bool { return truth ? "true" : "false" }
    }
    return nil
  }
}
