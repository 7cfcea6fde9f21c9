import JSONSchema
import SchemaDrift
import StrictJSON

/// What is known of the types that read a format, and of both formats, to write a patch.
struct PatchFormats {
  let levels: LevelTable
  let old: Shape
  /// Nil where only a change is known, and not the format that it led to.
  let new: Shape?
  let mapping: [PathMapping]

  func read(at places: [ShapePath]) -> DecodingRead? { levels.read(at: places) }

  /// The type that reads the members of the object in which a new place lies, or of one around it, with
  /// the way from there.
  func reader(of place: ShapePath) -> (type: String, steps: [ShapePath.Step])? {
    var steps: [ShapePath.Step] = []
    var path = place
    while let step = path.last, let holder = path.parent {
      steps.insert(step, at: 0)
      if case .member = step, let type = typeReading(in: holder) { return (type, steps) }
      path = holder
    }
    return nil
  }

  /// The type that reads the members of a new object.
  private func typeReading(in holder: ShapePath) -> String? {
    let known = mapping.first { $0.to == holder && $0.from != nil }?.from ?? holder
    return ownerOfMembers(in: known)
  }

  /// The type that reads the members of an old object.
  private func ownerOfMembers(in holder: ShapePath) -> String? {
    levels.reads?.values.filter { $0.path.parent == holder && $0.owner.property != nil }
      .min { $0.path.description < $1.path.description }?.owner.type
  }

  /// The properties of a type with their keys.
  func keys(of type: String) -> [(property: String, key: String)] {
    var seen: Set<String> = []
    return (levels.reads?.values.filter { $0.owner.type == type } ?? []).compactMap { read in
      guard let property = read.owner.property, case .member(let key)? = read.path.last,
        seen.insert(property).inserted
      else { return nil }
      return (property, key)
    }.sorted { $0.property < $1.property }
  }

  /// The names that a nested type must not have: those of the types that are known, and those of the
  /// standard library and Foundation that a decodable type uses.
  var typeNames: Set<String> {
    let reads = levels.reads.map { Array($0.values) } ?? []
    let used = reads.flatMap { [$0.owner.type, $0.valueType] }.flatMap { name in
      name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    }
    return Set(used).union(Self.commonTypes)
  }

  private static let commonTypes: Set<String> = [
    "Any", "Array", "Bool", "Codable", "CodingKey", "CodingKeys", "Data", "Date", "Decimal",
    "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Error", "Float", "Int", "Never",
    "Optional", "Protocol", "Result", "Self", "Set", "String", "Type", "UInt", "URL", "UUID",
  ]

  // MARK: Types

  /// Whether other JSON types come at the new place than came at the old one.
  func isRetyped(_ from: ShapePath, _ to: ShapePath) -> Bool {
    guard let before = old.shape(at: from), let now = new?.shape(at: to) else { return false }
    let isMap = { (shape: Shape) in shape.object?.mapValue != nil }
    return !now.types.isSubset(of: before.types)
      && !(now.types == [.integer] && before.types == [.number])
      || isMap(before) != isMap(now)
  }

  /// The type of Swift for the values of a new place: the one that read the old place, or else one for
  /// what comes now; nil where nothing says it.
  func type(of to: ShapePath, from: ShapePath, _ read: DecodingRead) -> String? {
    // A change that a contract keeps says nothing of types.
    guard let shape = new?.shape(at: to), old.shape(at: from) != nil, isRetyped(from, to) else {
      return read.valueType
    }
    if shape.types == [.object], shape.object?.mapValue != nil {
      let element = ownerOfMembers(in: from.appending(.elements))
      return (element ?? shape.object?.mapValue.flatMap(type)).map { "[String: \($0)]" }
    }
    if shape.types == [.array], let element = ownerOfMembers(in: from.appending(.values)) {
      return "[\(element)]"
    }
    return type(shape)
  }

  private func type(_ shape: Shape) -> String? {
    switch shape.types {
    case [.string]: "String"
    case [.integer]: "Int"
    case [.number]: "Double"
    case [.boolean]: "Bool"
    case [.array]: shape.element.flatMap(type).map { "[\($0)]" }
    default: nil
    }
  }

  /// The members of the object that a list became, of which the elements were read.
  func members(of place: ShapePath, at to: ShapePath) -> [PatchTree.Entry] {
    guard new?.shape(at: to)?.types == [.object], let reader = reader(of: to) else { return [] }
    let images = mapping.filter {
      $0.from == place.appending(.elements) && $0.to?.parent == to
    }.compactMap(\.to)
    return images.compactMap { image in
      guard let name = image.last, let shape = new?.shape(at: image), let type = type(shape)
      else { return nil }
      return PatchTree.Entry(
        steps: reader.steps + [name], type: type, isOptional: shape.isNullable, owner: nil)
    }
  }
}
