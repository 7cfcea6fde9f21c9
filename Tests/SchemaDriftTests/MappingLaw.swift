import SchemaDrift
import StrictJSON

/// The law that each path of both formats is in the mapping.
enum MappingLaw {
  /// The paths of a document's scalars, and of what is empty in it, that no pair of a mapping has on one side.
  static func missing(
    _ text: String, in mapping: [PathMapping], _ side: KeyPath<PathMapping, ShapePath?>
  ) throws -> [ShapePath] {
    let told = mapping.compactMap { $0[keyPath: side] }
    return Set(leaves(of: try JSONDocument(text).root, at: ShapePath())).filter { leaf in
      // A list that moved is told by its elements.
      !told.contains { $0.depth >= leaf.depth && zip($0.steps, leaf.steps).allSatisfy(covers) }
    }.sorted { $0.description < $1.description }
  }

  private static func leaves(of value: JSONValue, at path: ShapePath) -> [ShapePath] {
    guard value.kind == .object || value.kind == .array, value.count > 0 else { return [path] }
    return value.members.flatMap { leaves(of: $0.value, at: path.appending(.member($0.key))) }
      + value.elements.flatMap { leaves(of: $0, at: path.appending(.elements)) }
  }

  /// Whether a step of a format is one of a document: that of any key, or of the numbered ones of a family.
  private static func covers(_ told: ShapePath.Step, _ step: ShapePath.Step) -> Bool {
    switch (told, step) {
    case (.values, .member): true
    case (.member(let name), .member(let other)):
      name == other
        || name.split(separator: "{n}", omittingEmptySubsequences: false).count == 2
          && zip(name.split(separator: "{n}", omittingEmptySubsequences: false), [0, 1])
            .allSatisfy { $1 == 0 ? other.hasPrefix($0) : other.hasSuffix($0) }
    default: told == step
    }
  }
}
