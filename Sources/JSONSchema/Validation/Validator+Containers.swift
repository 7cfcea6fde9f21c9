import StrictJSON

/// Keywords for arrays and objects.
extension Validator {
  mutating func checkArray(_ context: Context) {
    let array = context.value
    switch context.keyword.keyword {
    case .itemCount(let bound, let limit):
      if !bound.allows(array.count, limit) {
        report(
          context, expected: "\(bound.words) \(limit) elements", found: "\(array.count) elements")
      }
    case .items(let schema, let after):
      for (index, element) in array.elements.enumerated() where index >= after {
        markEvaluated(index)
        validate(element, schema: schema, at: .element(index))
      }
    case .prefixItems(let schemas):
      for (index, element) in array.elements.enumerated() {
        guard index < schemas.count else { return }
        markEvaluated(index)
        validate(element, schema: schemas[index], at: .element(index))
      }
    case .contains(let schema, let minimum, let maximum):
      checkContains(schema, minimum: minimum, maximum: maximum, context)
    case .uniqueItems: checkUnique(context)
    case .unevaluatedItems(let schema):
      for (index, element) in array.elements.enumerated() where !isEvaluated(index) {
        markEvaluated(index)
        if isNever(schema) {
          report(
            context, member: .element(index), offset: element.offset,
            expected: "no further elements", found: "the element \(element.excerpt)")
        } else {
          validate(element, schema: schema, at: .element(index))
        }
      }
    default: break
    }
  }

  private mutating func checkContains(
    _ schema: Int, minimum: Int, maximum: Int?, _ context: Context
  ) {
    var count = 0
    for (index, element) in context.value.elements.enumerated()
    where childFits(element, schema: schema) {
      markEvaluated(index)
      count += 1
    }
    if count < minimum || count > maximum ?? Int.max {
      let most = maximum.map { " and at most \($0)" } ?? ""
      report(
        context, expected: "at least \(minimum)\(most) elements that fit", found: "\(count)")
    }
  }

  private mutating func checkUnique(_ context: Context) {
    work -= context.value.byteRange.count
    var first: [CanonicalValue: Int] = [:]
    for (index, element) in context.value.elements.enumerated() {
      let value = CanonicalValue(element)
      if let earlier = first[value] {
        report(
          context, expected: "elements that all differ",
          found: "elements \(earlier) and \(index), which are equal")
        return
      }
      first[value] = index
    }
  }

  // MARK: Objects

  mutating func checkObject(_ context: Context) {
    let object = context.value
    switch context.keyword.keyword {
    case .memberCount(let bound, let limit):
      if !bound.allows(object.count, limit) {
        report(
          context, expected: "\(bound.words) \(limit) members", found: "\(object.count) members")
      }
    case .required(let names):
      if !Self.holds(object, inOrder: names) {
        let present = Self.names(of: object)
        checkRequired(
          names, names: present, context, ofOtherObject: isOther(present, needed: names, context))
      }
    case .dependentRequired(let lists): checkDependent(lists, [], context)
    case .dependentSchemas(let schemas): checkDependent([:], schemas, context)
    case .dependencies(let lists, let schemas): checkDependent(lists, schemas, context)
    case .properties(let schemas):
      var guess = 0
      for (index, member) in object.members.enumerated() {
        guard let schema = schemas.schema(ExactText(member.key), guess: &guess) else { continue }
        markEvaluated(index)
        validate(member.value, schema: schema, at: .member(member.key))
      }
    case .patternProperties(let schemas):
      for (index, member) in object.members.enumerated() {
        for (pattern, schema) in schemas where pattern.matches(member.key, work: &work) {
          markEvaluated(index)
          validate(member.value, schema: schema, at: .value(member.key))
        }
      }
    case .additionalProperties(let schema, let except, let patterns):
      for (index, member) in object.members.enumerated()
      where !except.contains(ExactText(member.key)) && !matchesAny(patterns, member.key) {
        markEvaluated(index)
        checkAdditional(member, schema: schema, context)
      }
    case .unevaluatedProperties(let schema):
      for (index, member) in object.members.enumerated() where !isEvaluated(index) {
        markEvaluated(index)
        checkAdditional(member, schema: schema, context)
      }
    case .propertyNames(let schema): checkNames(of: object, schema: schema, context)
    default: break
    }
  }

  /// Checks what the presence of a member asks for: other members, and a schema for the object.
  private mutating func checkDependent(
    _ lists: [ExactText: [ExactText]], _ schemas: [(name: ExactText, schema: Int)],
    _ context: Context
  ) {
    let names = Self.names(of: context.value)
    for (name, needed) in lists.sorted(by: { $0.key < $1.key }) where names.contains(name) {
      checkRequired(needed, names: names, context)
    }
    for (name, schema) in schemas where names.contains(name) {
      validate(context.value, schema: schema)
    }
  }

  private mutating func matchesAny(_ patterns: [Pattern], _ text: String) -> Bool {
    for pattern in patterns where pattern.matches(text, work: &work) { return true }
    return false
  }

  private static func names(of object: JSONValue) -> Set<ExactText> {
    Set(object.members.map { ExactText($0.key) })
  }

  /// Whether an object has all names, in their order; mostly it has, and no set is needed.
  private static func holds(_ object: JSONValue, inOrder names: [ExactText]) -> Bool {
    var next = 0
    for member in object.members {
      guard next < names.count else { return true }
      if ExactText(member.key) == names[next] { next += 1 }
    }
    return next == names.count
  }

  private mutating func checkRequired(
    _ needed: [ExactText], names: Set<ExactText>, _ context: Context, ofOtherObject: Bool = false
  ) {
    for name in needed where !names.contains(name) {
      report(
        context, member: .member(name.text), offset: context.value.offset,
        expected: "the member \(JSONWriter.quoted(name.text))", found: "no such member",
        isOfOtherObject: ofOtherObject)
    }
  }

  /// Whether an object has none of the members that its schema requires or names.
  private func isOther(
    _ present: Set<ExactText>, needed: [ExactText], _ context: Context
  ) -> Bool {
    guard present.isDisjoint(with: needed) else { return false }
    for case .properties(let schemas) in program.schemas[context.schema].keywords.map(\.keyword) {
      var guess = 0
      if present.contains(where: { schemas.schema($0, guess: &guess) != nil }) { return false }
    }
    return true
  }

  /// Whether a schema is `false`.
  private func isNever(_ schema: Int) -> Bool {
    if case .never? = program.schemas[schema].keywords.first?.keyword { return true }
    return false
  }

  private mutating func checkAdditional(_ member: JSONMember, schema: Int, _ context: Context) {
    guard isNever(schema) else {
      validate(member.value, schema: schema, at: .value(member.key))
      return
    }
    report(
      context, member: .value(member.key), offset: member.keyOffset, expected: "no further members",
      found: "the member \(JSONWriter.quoted(member.key))")
  }

  /// Checks each name as if it were a string of its own.
  private mutating func checkNames(of object: JSONValue, schema: Int, _ context: Context) {
    for member in object.members {
      guard let name = try? JSONDocument(Array(JSONWriter.quoted(member.key).utf8)),
        !childFits(name.root, schema: schema)
      else { continue }
      let fault = givesWords ? trial(name.root, schema: schema).first : nil
      report(
        context, member: .value(member.key), offset: member.keyOffset,
        expected: "names that are \(fault?.expected ?? "allowed")",
        found: "the name \(JSONWriter.quoted(member.key))")
    }
  }
}
