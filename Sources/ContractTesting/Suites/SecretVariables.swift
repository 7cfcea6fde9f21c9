/// The variables of the environment that stand in a drafted suite in the place of credentials.
///
///     token=8a1f in the suite shop       SHOP_TOKEN
///     token=77c0 in another request      SHOP_TOKEN_2
package struct SecretVariables: Sendable {
  /// One variable.
  package struct Variable: Sendable, Hashable {
    /// The name: `SHOP_TOKEN` for the parameter `token` of the suite `shop`.
    package let name: String
    /// The parameter.
    package let parameter: String
    /// The credential; empty where it is not known.
    package let value: String

    /// What a suite holds in its place.
    package var reference: String { "${\(name)}" }
  }

  /// All variables, each once.
  package private(set) var all: [Variable] = []

  private let suite: String

  /// Makes an empty list for a suite.
  package init(suite: String) { self.suite = suite }

  /// The variable for the credential of a parameter; one that comes again has the same.
  package mutating func variable(for parameter: String, value: String) -> Variable {
    let letters = "\(suite)_\(parameter)".unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": Character(scalar)
      default: "_"
      }
    }
    let word = String(letters).uppercased()
    let plain = word.first?.isNumber == true ? "_\(word)" : word
    var name = plain
    var number = 2
    while let known = all.first(where: { $0.name == name }) {
      if known.value == value { return known }
      name = "\(plain)_\(number)"
      number += 1
    }
    let variable = Variable(name: name, parameter: parameter, value: value)
    all.append(variable)
    return variable
  }
}
