/// The schemas of named members, found fast.
///
/// Servers send the members in a fixed order, and contracts list them in it. So the name behind
/// the one that was found last is tried before the table is asked.
struct MemberSchemas: Sendable {
  /// The names, in the order of the contract.
  let names: [ExactText]

  private let schemas: [Int]
  private let positions: [ExactText: Int]

  init(_ members: [(name: ExactText, schema: Int)]) {
    names = members.map(\.name)
    schemas = members.map(\.schema)
    positions = Dictionary(
      members.indices.map { (members[$0].name, $0) }
    ) { first, _ in first }
  }

  /// Finds the schema of a member; `guess` is the position that is tried first.
  func schema(_ name: ExactText, guess: inout Int) -> Int? {
    if guess < names.count, names[guess] == name {
      guess += 1
      return schemas[guess - 1]
    }
    guard let position = positions[name] else { return nil }
    guess = position + 1
    return schemas[position]
  }

  /// Each name with its schema, in order.
  var all: [(name: ExactText, schema: Int)] { Array(zip(names, schemas)).map { ($0.0, $0.1) } }
}
