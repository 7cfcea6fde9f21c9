import StrictJSON
import WireDates

/// Writes the types of a model, with what they need beside the standard library.
struct DTOSource {
  let model: TypeModel
  let options: GenerationOptions
  let kept: KeptParts
  let origin: String
  let command: String

  var text: String {
    var body = SourceText()
    for declaration in model.declarations where !kept.declaresType(declaration.name) {
      body.add("")
      write(declaration, into: &body)
    }
    let support = SupportSource(model: model, options: options)
    var file = SourceText()
    file.add(
      "// \(EvidenceDoc.visible(origin))",
      "// '\(EvidenceDoc.visible(command))' makes this file again. What you change stays between the marks",
      "// '\(KeptParts.begin)' and '\(KeptParts.end)', at the end and in each type.",
      "// swift-format-ignore-file", "// swiftlint:disable all", "")
    file.add(support.imports)
    file.add(
      body.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    )
    file.add(support.lines(without: kept))
    file.add("", KeptParts.begin)
    file.add(kept.outside)
    file.add(orphans)
    file.add(KeptParts.end)
    return file.text
  }

  /// What a person kept in types that are no more.
  private var orphans: [String] {
    kept.inside.keys.filter { model.declaration($0) == nil }.sorted().flatMap { name in
      ["extension \(name) {"] + (kept.inside[name] ?? []) + ["}"]
    }
  }

  private var access: String { options.access == .internal ? "" : options.access.rawValue + " " }
  private var coding: String { options.isEncodable ? "Codable" : "Decodable" }
  private var letOrVar: String { options.isMutable ? "var" : "let" }

  private func conformances(_ first: String..., identifiable: Bool = false) -> String {
    (first + [coding, "Hashable"] + (identifiable ? ["Identifiable"] : [])
      + (options.isSendable ? ["Sendable"] : [])).joined(separator: ", ")
  }

  /// A type as it stands in Swift.
  func name(_ type: SwiftType) -> String { TypeText(options: options).name(type) }

  private func write(_ declaration: TypeDeclaration, into text: inout SourceText) {
    switch declaration.kind {
    case .structure(let properties): writeStructure(declaration, properties, into: &text)
    case .enumeration(let cases): writeEnumeration(declaration, cases, into: &text)
    case .union(let cases, let discriminator):
      writeUnion(declaration, cases, discriminator, into: &text)
    case .alias(let type):
      text.document(declaration.docs)
      text.add("\(access)typealias \(declaration.name) = \(name(type))")
    case .wrapper(let type): writeWrapper(declaration, type, into: &text)
    }
  }

  /// Ends a type with what a person kept in it.
  private func close(_ declaration: TypeDeclaration, _ text: inout SourceText) {
    if let lines = kept.inside[declaration.name] {
      text.add("", "  " + KeptParts.begin)
      text.add(lines)
      text.add("  " + KeptParts.end)
    }
    text.add("}")
  }

  // MARK: Structures

  private func writeStructure(
    _ declaration: TypeDeclaration, _ properties: [Property], into text: inout SourceText
  ) {
    let identity = options.isIdentifiable ? Self.identity(of: declaration) : nil
    text.document(declaration.docs)
    text.add(
      "\(access)struct \(declaration.name): \(conformances(identifiable: identity != nil)) {")
    let own = properties.filter { !kept.declaresProperty($0.name, of: declaration.name) }
    for (position, property) in own.enumerated() {
      if position > 0, !property.docs.isEmpty { text.add("") }
      text.document(property.docs, indentation: 1)
      text.add(
        "\(access)\(letOrVar) \(SwiftNames.written(property.name)): \(name(property.type))",
        indentation: 1)
    }
    if let identity, identity.name != "id" {
      text.add("", "/// What tells one from another.", indentation: 1)
      text.add(
        "\(access)var id: \(name(identity.type)) { \(SwiftNames.written(identity.name)) }",
        indentation: 1)
    }
    let remembersNulls =
      options.isEncodable && properties.contains { $0.mayBeMissing && $0.mayBeNull }
    let rest = properties.first(where: \.isRest)
    if remembersNulls {
      text.add(
        "", "/// The keys that are there with `null`, not left out.",
        "private var explicitNulls: Set<CodingKeys> = []", indentation: 1)
    }
    if (options.access != .internal || remembersNulls || rest != nil), own.count == properties.count
    {
      writeMemberwise(properties, into: &text)
    }
    text.add("", "enum CodingKeys: String, CodingKey {", indentation: 1)
    for property in properties where !property.isRest {
      let raw = property.name == property.key ? "" : " = \(SourceText.literal(property.key))"
      text.add("case \(SwiftNames.written(property.name))\(raw)", indentation: 2)
    }
    text.add("}", indentation: 1)
    if rest != nil { text.add(Self.memberKey, indentation: 1) }
    if remembersNulls || rest != nil {
      writeDecoding(properties, remembersNulls: remembersNulls, into: &text)
    }
    if options.isEncodable, properties.contains(where: \.mayBeNull) || rest != nil {
      writeEncoding(properties, into: &text)
    }
    close(declaration, &text)
  }

  private func writeMemberwise(_ properties: [Property], into text: inout SourceText) {
    text.add("", "\(access)init(", indentation: 1)
    for (position, property) in properties.enumerated() {
      let isLast = position == properties.count - 1
      let isOptional = property.type != property.type.unwrapped
      let value = property.isRest ? " = [:]" : isOptional ? " = nil" : ""
      text.add(
        "\(SwiftNames.written(property.name)): \(name(property.type))\(value)\(isLast ? "" : ",")",
        indentation: 2)
    }
    text.add(") {", indentation: 1)
    for property in properties {
      text.add(
        "self.\(SwiftNames.written(property.name)) = \(SwiftNames.written(property.name))",
        indentation: 2)
    }
    text.add("}", indentation: 1)
  }

  /// A key that is data.
  private static let memberKey = [
    "", "private struct MemberKey: CodingKey {", "  let stringValue: String",
    "  var intValue: Int? { nil }", "",
    "  init(stringValue: String) { self.stringValue = stringValue }",
    "  init?(intValue: Int) { nil }", "}",
  ]

  private func writeDecoding(
    _ properties: [Property], remembersNulls: Bool, into text: inout SourceText
  ) {
    text.add(
      "", "\(access)init(from decoder: any Decoder) throws {",
      "  let container = try decoder.container(keyedBy: CodingKeys.self)", indentation: 1)
    for property in properties where !property.isRest {
      let method = property.type == property.type.unwrapped ? "decode" : "decodeIfPresent"
      let name = SwiftNames.written(property.name)
      text.add(
        "self.\(name) = try container.\(method)(\(self.name(property.type.unwrapped)).self, forKey: .\(name))",
        indentation: 2)
    }
    for property in properties where property.isRest {
      guard case .map(let type) = property.type else { continue }
      let value = self.name(type)
      text.add(
        "let others = try decoder.container(keyedBy: MemberKey.self)",
        "var byKey: [String: \(value)] = [:]",
        "for key in others.allKeys where CodingKeys(stringValue: key.stringValue) == nil {",
        "  byKey[key.stringValue] = try others.decode(\(value).self, forKey: key)", "}",
        "self.\(SwiftNames.written(property.name)) = byKey", indentation: 2)
    }
    guard remembersNulls else { return text.add("}", indentation: 1) }
    let keys = properties.filter { $0.mayBeMissing && $0.mayBeNull }.map {
      "." + SwiftNames.written($0.name)
    }
    text.add("let nullable: [CodingKeys] = [", indentation: 2)
    for key in keys { text.add(key + ",", indentation: 3) }
    text.add(
      "]", "for key in nullable where container.contains(key) {",
      "  if try container.decodeNil(forKey: key) { explicitNulls.insert(key) }", "}", indentation: 2
    )
    text.add("}", indentation: 1)
  }

  private func writeEncoding(_ properties: [Property], into text: inout SourceText) {
    text.add(
      "", "\(access)func encode(to encoder: any Encoder) throws {",
      "  var container = encoder.container(keyedBy: CodingKeys.self)", indentation: 1)
    for property in properties {
      let name = SwiftNames.written(property.name)
      if property.isRest {
        text.add(
          "var others = encoder.container(keyedBy: MemberKey.self)",
          "for (key, value) in self.\(name) {",
          "  try others.encode(value, forKey: MemberKey(stringValue: key))", "}", indentation: 2)
      } else if property.mayBeMissing, property.mayBeNull {
        text.add(
          "if self.\(name) == nil, explicitNulls.contains(.\(name)) {",
          "  try container.encodeNil(forKey: .\(name))", "} else {",
          "  try container.encodeIfPresent(self.\(name), forKey: .\(name))", "}", indentation: 2)
      } else {
        let method = property.mayBeMissing ? "encodeIfPresent" : "encode"
        text.add("try container.\(method)(self.\(name), forKey: .\(name))", indentation: 2)
      }
    }
    text.add("}", indentation: 1)
  }

  /// The property that tells the values of a type apart; nil where there is none.
  static func identity(of declaration: TypeDeclaration) -> Property? {
    let base = declaration.baseName.lowercased()
    let known = [
      "id", "_id", "uuid", "guid", base + "id", base + "_id", "id" + base, "\(base)_uuid",
    ]
    let properties = declaration.properties
    for name in known {
      guard let property = properties.first(where: { $0.key.lowercased() == name }) else {
        continue
      }
      // `id` that may be nil, or is another thing, leaves no room for a second one.
      if property.name != "id", properties.contains(where: { $0.name == "id" }) { return nil }
      switch property.type {
      case .text, .integer, .decimal: return property
      default: if property.name == "id" { return nil }
      }
    }
    return nil
  }

  // MARK: Enumerations and wrappers

  private func writeEnumeration(
    _ declaration: TypeDeclaration, _ cases: [EnumerationCase], into text: inout SourceText
  ) {
    text.document(declaration.docs)
    text.add("\(access)enum \(declaration.name): \(conformances("RawRepresentable")) {")
    for word in cases { text.add("case \(SwiftNames.written(word.name))", indentation: 1) }
    text.add(
      "/// A word that the contract does not have.", "case unknown(String)", "",
      "\(access)init(rawValue: String) {", "  self =", "    switch rawValue {", indentation: 1)
    for word in cases {
      text.add(
        "case \(SourceText.literal(word.word)): .\(SwiftNames.written(word.name))", indentation: 3)
    }
    text.add(
      "    default: .unknown(rawValue)", "    }", "}", "", "\(access)var rawValue: String {",
      "  switch self {", indentation: 1)
    for word in cases {
      text.add(
        "case .\(SwiftNames.written(word.name)): \(SourceText.literal(word.word))", indentation: 2)
    }
    text.add(
      "  case .unknown(let word): word", "  }", "}", "",
      "\(access)init(from decoder: any Decoder) throws {",
      "  self.init(rawValue: try decoder.singleValueContainer().decode(String.self))", "}",
      indentation: 1)
    if options.isEncodable {
      text.add(
        "", "\(access)func encode(to encoder: any Encoder) throws {",
        "  var container = encoder.singleValueContainer()", "  try container.encode(rawValue)", "}",
        indentation: 1)
    }
    close(declaration, &text)
  }

  private func writeWrapper(
    _ declaration: TypeDeclaration, _ type: SwiftType, into text: inout SourceText
  ) {
    text.document(declaration.docs)
    text.add(
      "\(access)struct \(declaration.name): \(conformances()) {",
      "  \(access)\(letOrVar) value: \(name(type))", "",
      "  \(access)init(_ value: \(name(type))) { self.value = value }", "",
      "  \(access)init(from decoder: any Decoder) throws {",
      "    value = try decoder.singleValueContainer().decode(\(name(type)).self)", "  }")
    if options.isEncodable {
      text.add(
        "", "\(access)func encode(to encoder: any Encoder) throws {",
        "  var container = encoder.singleValueContainer()", "  try container.encode(value)", "}",
        indentation: 1)
    }
    close(declaration, &text)
  }

  // MARK: Unions

  private func writeUnion(
    _ declaration: TypeDeclaration, _ cases: [UnionCase], _ discriminator: Discriminator?,
    into text: inout SourceText
  ) {
    text.document(declaration.docs)
    let indirect = declaration.isRecursive ? "indirect " : ""
    text.add("\(access)\(indirect)enum \(declaration.name): \(conformances()) {")
    for alternative in cases {
      text.add(
        "case \(SwiftNames.written(alternative.name))(\(name(alternative.type)))", indentation: 1)
    }
    text.add("", "\(access)init(from decoder: any Decoder) throws {", indentation: 1)
    if let discriminator {
      writeChoice(discriminator, cases, into: &text)
    } else {
      writeAttempts(cases, into: &text)
    }
    text.add("}", indentation: 1)
    for alternative in cases {
      let word = SwiftNames.written(alternative.name)
      text.add(
        "", "/// The value of the case `\(alternative.name)`; nil for another case.",
        "\(access)var \(alternative.accessor): \(name(alternative.type))? {",
        "  if case .\(word)(let value) = self { value } else { nil }", "}", indentation: 1)
    }
    if options.isEncodable {
      text.add(
        "", "\(access)func encode(to encoder: any Encoder) throws {",
        "  var container = encoder.singleValueContainer()", "  switch self {", indentation: 1)
      for alternative in cases {
        text.add(
          "case .\(SwiftNames.written(alternative.name))(let value): try container.encode(value)",
          indentation: 2)
      }
      text.add("  }", "}", indentation: 1)
    }
    close(declaration, &text)
  }

  /// Reads the type that a member of the object names, or another one where there is no object.
  private func writeChoice(
    _ discriminator: Discriminator, _ cases: [UnionCase], into text: inout SourceText
  ) {
    let key = SourceText.literal(discriminator.key)
    let isChosen = { (name: String) in discriminator.words.contains { $0.name == name } }
    let others = cases.filter { !isChosen($0.name) }
    let depth = others.isEmpty ? 2 : 3
    text.add("enum Key: String, CodingKey { case kind = \(key) }", indentation: 2)
    text.add(
      others.isEmpty
        ? "let container = try decoder.container(keyedBy: Key.self)"
        : "if let container = try? decoder.container(keyedBy: Key.self) {", indentation: 2)
    text.add(
      "let kind = try container.decode(\(discriminator.isNumber ? "Int" : "String").self, forKey: .kind)",
      "switch kind {", indentation: depth)
    for alternative in cases where isChosen(alternative.name) {
      let words = discriminator.words.filter { $0.name == alternative.name }
        .map { discriminator.isNumber ? $0.word : SourceText.literal($0.word) }
        .joined(separator: ", ")
      text.add(
        "case \(words): self = .\(SwiftNames.written(alternative.name))(try \(name(alternative.type))(from: decoder))",
        indentation: depth)
    }
    text.add(
      "default:", "  throw DecodingError.dataCorruptedError(",
      "    forKey: .kind, in: container,",
      "    debugDescription: \"nothing is known of the kind \\(kind)\")",
      "}", indentation: depth)
    guard !others.isEmpty else { return }
    text.add("  return", "}", indentation: 2)
    writeAttempts(others, into: &text)
  }

  /// Tries one type after another; the last one says what is wrong.
  private func writeAttempts(_ cases: [UnionCase], into text: inout SourceText) {
    text.add("let container = try decoder.singleValueContainer()", indentation: 2)
    for (position, alternative) in cases.enumerated() {
      let type = name(alternative.type)
      let found = ".\(SwiftNames.written(alternative.name))"
      if position == cases.count - 1 {
        text.add("self = \(found)(try container.decode(\(type).self))", indentation: 2)
      } else if case .list = alternative.type, cases.filter(\.type.isList).count == 1 {
        // A list with a broken element is still the list.
        text.add(
          "if (try? decoder.unkeyedContainer()) != nil {",
          "  self = \(found)(try container.decode(\(type).self))", "  return", "}", indentation: 2)
      } else {
        text.add(
          "if let value = try? container.decode(\(type).self) {", "  self = \(found)(value)",
          "  return", "}", indentation: 2)
      }
    }
  }
}

extension SwiftType {
  fileprivate var isList: Bool {
    if case .list = self { return true }
    return false
  }
}
