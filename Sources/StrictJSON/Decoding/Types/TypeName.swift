/// The name of a type as a person writes it.
///
/// A nested type has the names of those around it, for several types of a module may be named `Kind`. Modules
/// are left out. A type that is local to a function, or private, has its own name only, for the runtime
/// does not tell the one from the other:
///
///     SymbolKit.SymbolGraph.Symbol.Kind                          → SymbolGraph.Symbol.Kind
///     App.Page<App.(unknown context at $55d0c0ffee).Recipe>      → Page<Recipe>
///     Swift.Optional<Swift.Array<Foundation.URL>>                → Optional<Array<URL>>
enum TypeName {
  static func readable(_ type: any Any.Type) -> String {
    let full = String(reflecting: type)
    var name = ""
    // A part of the name between brackets, commas and spaces, of which the first component is the module.
    var components: [Substring] = []
    var start = full.startIndex
    // Whether the components follow the generic arguments of a type around.
    var isContinued = false
    func flush(_ end: String.Index) {
      if start < end { components.append(full[start..<end]) }
      if isContinued {
        name += components.map { ".\($0)" }.joined()
      } else {
        name += components.dropFirst(components.count > 1 ? 1 : 0).joined(separator: ".")
      }
      components = []
      isContinued = false
    }
    var index = full.startIndex
    while index < full.endIndex {
      switch full[index] {
      case ".":
        if start < index {
          components.append(full[start..<index])
        } else if components.isEmpty, name.hasSuffix(">") {
          isContinued = true
        }
        start = full.index(after: index)
      case "("
      where full[index...].hasPrefix(unknownContext)
        || full[index...].hasPrefix(extensionContext):
        let isExtension = full[index...].hasPrefix(extensionContext)
        let end = full[index...].firstIndex(of: ")") ?? full.index(before: full.endIndex)
        index = end
        start = full.index(after: end)
        // What is around it is no more than a module is.
        if !isExtension { components = ["local"] }
        if isExtension, start < full.endIndex, full[start] == ":" {
          index = start
          start = full.index(after: start)
        }
      case let character where !(character.isLetter || character.isNumber || character == "_"):
        flush(index)
        name.append(character)
        start = full.index(after: index)
      default: break
      }
      index = full.index(after: index)
    }
    flush(full.endIndex)
    return name
  }

  private static let unknownContext = "(unknown context at"
  private static let extensionContext = "(extension in"
}
