import Endpoints

/// What header fields of a response say beside its content: that the address will end, or that another one
/// answered.
struct HTTPNotices {
  private let response: Response

  init(_ response: Response) { self.response = response }

  /// The findings, at most one of each rule.
  var findings: [Finding] { [deprecation, redirection].compactMap { $0 } }

  /// The announcement of an end.
  ///
  /// https://www.rfc-editor.org/rfc/rfc9745, https://www.rfc-editor.org/rfc/rfc8594, and
  /// https://www.rfc-editor.org/rfc/rfc7234#section-5.5 for warnings that stay (199 and 299); those of a
  /// cache say nothing about the address.
  private var deprecation: Finding? {
    var fields: [String] = []
    if let text = response.headers["deprecation"], text.lowercased() != "false", text != "?0" {
      fields.append("Deprecation: \(Self.cut(text))")
    }
    if let text = response.headers["sunset"] { fields.append("Sunset: \(Self.cut(text))") }
    if let text = response.headers["warning"],
      text.split(separator: ",").contains(where: { warning in
        ["199", "299"].contains { warning.drop { $0 == " " }.hasPrefix($0) }
      })
    {
      fields.append("Warning: \(Self.cut(text))")
    }
    guard !fields.isEmpty else { return nil }
    var finding = Finding(
      .deprecationHeader, "the server announces an end: \(fields.joined(separator: "; "))")
    finding.expected = "no announcement"
    finding.found = fields.joined(separator: "; ")
    finding.source = response.source
    return finding
  }

  /// The beginning of a field: servers send pages of text there.
  private static func cut(_ text: String) -> String {
    text.count <= longestField ? text : text.prefix(longestField) + "…"
  }

  private static let longestField = 200

  private var redirection: Finding? {
    guard let redirection = response.redirection else { return nil }
    var finding = Finding(
      .redirected,
      "\(redirection.address) answered\(redirection.isPermanent ? ", which is permanent" : "")")
    if redirection.isPermanent { finding.level = .warning }
    finding.expected = "an answer of the address that was asked"
    finding.found = redirection.address
    finding.source = response.source
    return finding
  }
}
