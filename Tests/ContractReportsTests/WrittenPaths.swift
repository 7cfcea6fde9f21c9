import SchemaDrift
import StrictJSON

extension PathMapping {
  /// Makes a mapping of paths as they are written.
  init(
    from: String?, to: String?, kind: Change.Kind, matched: Int? = nil, compared: Int? = nil,
    confidence: Change.Confidence? = nil, isUnseen: Bool = false
  ) {
    self.init(
      from: from.map { ShapePath(written: $0) }, to: to.map { ShapePath(written: $0) },
      kind: kind, matched: matched, compared: compared, confidence: confidence, isUnseen: isUnseen)
  }
}

extension ShapePath {
  /// Reads a path of plain names, such as `$.meals[*].strMeal`; any other text is one name.
  init(written text: String) {
    guard text.hasPrefix("$"), !text.contains("'") else {
      self.init(steps: [.member(text)])
      return
    }
    self.init(
      steps: text.replacing("[*]", with: ".[*]").split(separator: ".").dropFirst().map {
        $0 == "[*]" ? .elements : .member(String($0))
      })
  }
}
