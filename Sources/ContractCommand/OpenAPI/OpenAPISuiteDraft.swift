import ContractTesting
import Endpoints
import Foundation
import HTTPFixtures
import StrictJSON

/// A suite that is drafted from an OpenAPI document: an endpoint for each GET that is answered in JSON.
///
///     GET /orders/{id}, operationId getOrder, example 1001
///     "getOrder": {"path": "orders/{id}", "samples": [{"id": "1001"}]}
///
/// A suite is to be committed, so the example of a credential is not in it.
struct OpenAPISuiteDraft {
  /// The endpoints, and the operations that they come from.
  private(set) var endpoints: [(name: String, operation: OpenAPIOperations.Operation)] = []

  /// What is left to do, in words.
  private(set) var notes: [String] = []

  /// Why requests are left out that a suite cannot name.
  private(set) var problems: [String] = []

  private let suite: String
  private let environment: [String: String]
  private let baseURL: URL
  private let redaction: Redaction
  private var secrets: SecretVariables
  private var nodes: [JSONNode.Member] = []

  init(
    _ openAPI: OpenAPIOperations, suite: String, baseURL: URL, redaction: Redaction,
    environment: [String: String]
  ) {
    self.suite = suite
    self.environment = environment
    self.baseURL = baseURL
    self.redaction = redaction
    secrets = SecretVariables(suite: suite)
    let answered = openAPI.operations.filter { $0.answer != nil }
    for operation in answered where operation.method == "get" { add(operation) }
    let others = openAPI.operations.filter { $0.answer == nil || $0.method != "get" }
    if !others.isEmpty {
      let names = others.prefix(Self.mostNamed).map { "\($0.method.uppercased()) \($0.path)" }
      let more = others.count > names.count ? ", …" : ""
      notes.append(
        "left out \(others.count.counted("operation")): no GET that is answered in JSON "
          + "(\(names.joined(separator: ", "))\(more))")
    }
    notes += secrets.all.map(\.note)
  }

  /// The file of the suite.
  var document: JSONNode { document(of: nodes) }

  private func document(of endpoints: [JSONNode.Member]) -> JSONNode {
    ["baseURL": .string(baseURL.absoluteString), "endpoints": .object(endpoints)]
  }

  /// The most operations that a note names.
  private static let mostNamed = 5

  /// Why a suite cannot have an endpoint; nil where it can.
  private func fault(of endpoint: JSONNode.Member) -> String? {
    do throws(SettingsError) {
      let text = JSONWriter.pretty(document(of: [endpoint]))
      _ = try SuiteFile(
        suite: suite, file: SuiteFile.name(of: suite), bytes: Array(text.utf8),
        environment: environment)
      return nil
    } catch {
      // The lines are those of a file that is not written.
      return error.faults.map { String($0.trimmingPrefix(#/\d+:\d+: /#)) }.joined(separator: "; ")
    }
  }

  private mutating func add(_ operation: OpenAPIOperations.Operation) {
    let known = secrets
    var path = operation.path.split(separator: "/").joined(separator: "/")
    var sample: [JSONNode.Member] = []
    var missing: [String] = []
    var query: [JSONNode.Member] = []
    for parameter in operation.parameters {
      let name = Self.word(parameter.name)
      switch parameter.place {
      case "path":
        path = path.replacingOccurrences(of: "{\(parameter.name)}", with: "{\(name)}")
        if parameter.value.map(redaction.isCredential(inPath:)) ?? false {
          notes.append(
            "the example of {\(parameter.name)} in \(operation.path) is a credential, and is not stored"
          )
          missing.append(name)
          continue
        }
      case "query" where isCredential(parameter):
        let variable = secrets.variable(for: parameter.name, value: parameter.value ?? "")
        query.append(JSONNode.Member(parameter.name, .string(variable.reference)))
        continue
      case "query" where parameter.value != nil:
        query.append(JSONNode.Member(parameter.name, .string(parameter.value ?? "")))
        continue
      case "query" where parameter.isRequired:
        query.append(JSONNode.Member(parameter.name, .string("{\(name)}")))
      default: continue
      }
      if let value = parameter.value {
        sample.append(JSONNode.Member(name, .string(value)))
      } else {
        missing.append(name)
      }
    }
    let name = name(of: operation)
    var node: JSONNode = ["path": .string(path)]
    if !query.isEmpty { node["query"] = .object(query) }
    if !missing.isEmpty {
      node["samples"] = []
    } else if !sample.isEmpty {
      node["samples"] = [.object(sample)]
    }
    let endpoint = JSONNode.Member(name, node)
    if let fault = fault(of: endpoint) {
      secrets = known
      problems.append("GET \(operation.path) is left out: \(fault)")
      return
    }
    if !missing.isEmpty {
      notes.append(
        "\(name) is not asked yet: the document has no example of "
          + missing.map { "{\($0)}" }.joined(separator: " and ") + "; add samples to the suite")
    }
    endpoints.append((name, operation))
    nodes.append(endpoint)
  }

  /// Whether a parameter that is sent holds a credential, by its name or by its example.
  private func isCredential(_ parameter: OpenAPIOperations.Parameter) -> Bool {
    (parameter.isRequired || parameter.value != nil)
      && redaction.isCredential(
        parameterNamed: parameter.name, value: parameter.value ?? parameter.name)
  }

  /// The id of the operation, or the words of its path: `orders-by-id`.
  private func name(of operation: OpenAPIOperations.Operation) -> String {
    let words = operation.path.split(separator: "/").map { part in
      part.hasPrefix("{") ? "by-\(part.dropFirst().prefix { $0 != "}" })" : String(part)
    }
    let given = operation.id ?? (words.isEmpty ? "root" : words.joined(separator: "-"))
    let plain = Self.word(given)
    var name = plain
    var number = 2
    while endpoints.contains(where: { $0.name == name }) {
      name = "\(plain)-\(number)"
      number += 1
    }
    return name
  }

  /// A text as a word that may be the name of an endpoint or of a value.
  private static func word(_ text: String) -> String {
    let word = String(
      text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") ? $0 : "_" })
    return word.first.map { $0.isNumber || $0 == "-" } == false ? word : "n\(word)"
  }
}
