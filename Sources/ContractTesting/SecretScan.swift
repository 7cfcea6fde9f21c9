import Endpoints
import StrictJSON

/// Finds credentials in the bytes of a file, as findings of `secret-found`.
///
/// A finding says where the credential is and what tells that it is one, and never holds its value.
package struct SecretScan: Sendable {
  private let redaction: Redaction

  /// Makes a scan that knows what a redaction knows.
  package init(_ redaction: Redaction) { self.redaction = redaction }

  /// The credentials in a file.
  ///
  /// In a contract, which is a JSON Schema, only its values count: the name of a property stands above
  /// keywords there.
  package func findings(in bytes: [UInt8], named file: String) -> [Finding] {
    let secrets = redaction.secrets(in: bytes, isContract: file.hasSuffix(".schema.json"))
    return secrets.map { secret in
      var finding = Finding(.secretFound, Self.message(secret.reason))
      let location = SourceLocation(offset: secret.range.lowerBound, in: bytes)
      finding.source = .file(file)
      finding.line = location.line
      finding.column = location.column
      if !secret.steps.isEmpty {
        finding.pointer =
          JSONPointer(tokens: secret.steps.map(Self.token)).description
        finding.place = ShapePath(steps: secret.steps.map(Self.step))
      }
      finding.nextStep = .revokeSecret
      (finding.suite, finding.endpoint) = Self.owner(of: file)
      return finding
    }
  }

  private static func message(_ reason: FoundSecret.Reason) -> String {
    switch reason {
    case .token(let issuer): "a text in the form of a token (\(issuer))"
    case .name(let name): "\(JSONWriter.quoted(name)) holds a credential"
    case .random(let name):
      "\(JSONWriter.quoted(name)) holds a random text, and its name is about keys and access"
    case .user: "an address with the name or the password of a user"
    case .pathSegment: "an address with a key in its path"
    case .authorization: "a credential behind Basic or Bearer"
    case .keyBlock: "a private key"
    case .known: "a credential that the environment gives to a suite"
    case .rest: "the rest of a credential"
    }
  }

  private static func token(_ step: FoundSecret.Step) -> String {
    switch step {
    case .member(let name): name
    case .element(let index): String(index)
    }
  }

  private static func step(_ step: FoundSecret.Step) -> ShapePath.Step {
    switch step {
    case .member(let name): .member(name)
    case .element: .elements
    }
  }

  /// The suite and the endpoint of a file such as `Fixtures/shop/order/1.json`.
  private static func owner(of file: String) -> (suite: String?, endpoint: String?) {
    let parts = file.split(separator: "/").map(String.init)
    guard let folder = parts.firstIndex(where: ["Fixtures", "Contracts"].contains),
      parts.count > folder + 2
    else { return (nil, nil) }
    let isFixture = parts[folder] == "Fixtures" && parts.count > folder + 3
    let last = parts[folder + 2]
    let endpoint =
      isFixture
      ? last
      : last.hasSuffix(".schema.json") ? String(last.prefix { $0 != "." }) : nil
    return (parts[folder + 1], endpoint)
  }
}
