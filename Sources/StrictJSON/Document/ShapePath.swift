/// A place in an API, whatever the document: an RFC 9535 JSONPath such as `$.meals[*].strMeal`.
public struct ShapePath: Sendable, Hashable, CustomStringConvertible {
  /// One step down.
  public enum Step: Sendable, Hashable {
    /// To the member of a name.
    case member(String)
    /// To every element of an array: `[*]`.
    case elements
    /// To every value of a map: `.*`.
    case values
  }

  /// The steps from the root of the document.
  public let steps: [Step]

  /// Makes a path; without steps it is the root, `$`.
  public init(steps: [Step] = []) { self.steps = steps }

  /// Returns the path one step further down.
  public func appending(_ step: Step) -> ShapePath { ShapePath(steps: steps + [step]) }

  /// The path one step further up; nil for the root.
  package var parent: ShapePath? {
    steps.isEmpty ? nil : ShapePath(steps: Array(steps.dropLast()))
  }

  /// Whether the place is another one, or lies below it.
  package func isWithin(_ other: ShapePath) -> Bool { steps.starts(with: other.steps) }

  /// The path as JSONPath.
  public var description: String {
    steps.reduce(into: "$") { text, step in
      switch step {
      case .member(let name): text += Self.selector(name)
      case .elements: text += "[*]"
      case .values: text += ".*"
      }
    }
  }

  /// Writes a name as `.name` where RFC 9535 section 2.5.1.1 allows it, else as `['name']`.
  private static func selector(_ name: String) -> String {
    let scalars = name.unicodeScalars
    let isPlain =
      scalars.first.map { isFirst($0) } == true
      && scalars.dropFirst().allSatisfy { isFirst($0) || "0"..."9" ~= $0 }
    if isPlain { return "." + name }
    var text = "['"
    for scalar in scalars {
      switch scalar {
      case "'": text += "\\'"
      case "\\": text += "\\\\"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "']"
  }

  static func isFirst(_ scalar: Unicode.Scalar) -> Bool {
    "a"..."z" ~= scalar || "A"..."Z" ~= scalar || scalar == "_" || scalar.value >= 0x80
  }
}
