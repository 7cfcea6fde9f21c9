import StrictJSON

/// The generic arguments of a type, from its name as the runtime has it.
enum TypeArguments {
  /// The type of the values in a list or map; nil for a type of which the name does not say it.
  ///
  /// `Array<Optional<Int>>` has at `[*]` an `Int` that may be null.
  static func element(
    of type: String, at step: ShapePath.Step
  ) -> (type: String, isOptional: Bool)? {
    let element: Substring? =
      switch step {
      case .elements:
        ["Array", "ContiguousArray", "Set"].lazy.compactMap { argument(of: type, named: $0) }.first
      case .values:
        argument(of: type, named: "Dictionary").flatMap { arguments in
          arguments.firstRange(of: ", ").map { arguments[$0.upperBound...] }
        }
      case .member: nil
      }
    guard let element = element.map(String.init) else { return nil }
    guard let wrapped = argument(of: element, named: "Optional") else { return (element, false) }
    return (String(wrapped), true)
  }

  /// What stands between the angle brackets of a generic type.
  private static func argument(of type: String, named name: String) -> Substring? {
    guard type.hasPrefix("\(name)<"), type.hasSuffix(">") else { return nil }
    return type.dropFirst(name.count + 1).dropLast()
  }
}
