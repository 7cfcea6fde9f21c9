package import StrictJSON
import WireDates

// How the reports of a decoder travel between two processes. Every member is written in the order
// of its declaration, and no member is left out.

extension WireWriter {
  package mutating func report(_ report: DecodingReport) {
    list(report.issues) { $0.issue($1) }
    list(report.unexplored) { $0.part($1) }
    list(report.reads) { $0.read($1) }
    list(report.unread) { $0.unread($1) }
  }

  private mutating func issue(_ issue: DecodingIssue) {
    number(DecodingIssue.Kind.allCases.firstIndex(of: issue.kind) ?? 0)
    pointer(issue.pointer)
    path(issue.path)
    number(issue.offset)
    optional(issue.owner) { $0.owner($1) }
    expectation(issue.expected)
    text(issue.found)
    text(issue.message)
    flag(issue.statesValues)
  }

  private mutating func pointer(_ pointer: JSONPointer) {
    list(pointer.tokens) { $0.text($1) }
  }

  private mutating func owner(_ owner: DecodingOwner) {
    name(owner.type)
    optional(owner.property) { $0.name($1) }
  }

  private mutating func part(_ part: UnexploredPart) {
    pointer(part.pointer)
    name(part.type)
    reason(part.cause)
  }

  package mutating func reason(_ reason: UnexploredPart.Reason) {
    switch reason {
    case .notAllowed: number(0)
    case .endedChild: number(1)
    case .late: number(2)
    case .noChild: number(3)
    case .childNotSeen: number(4)
    case .branch: number(5)
    case .stopped(let keys):
      number(6)
      list(keys) { writer, key in
        writer.name(key.name)
        writer.optional(key.property) { $0.name($1) }
      }
    case .endlessLoop: number(7)
    case .refusedPlaceholder: number(9)
    case .otherForm: number(10)
    case .strayDecoder(let other):
      number(8)
      name(other)
    }
  }

  private mutating func read(_ read: DecodingRead) {
    path(read.path)
    owner(read.owner)
    flag(read.isRequired)
    name(read.valueType)
    expectation(read.expectation)
  }

  private mutating func expectation(_ expectation: Expectation) {
    switch expectation {
    case .string: number(0)
    case .boolean: number(1)
    case .integer: number(2)
    case .number: number(3)
    case .url: number(4)
    case .date: number(5)
    case .array: number(6)
    case .object: number(7)
    case .value(let type):
      number(8)
      name(type)
    case .other(let words):
      number(9)
      name(words)
    }
  }

  private mutating func unread(_ key: UnreadKey) {
    pointer(key.pointer)
    path(key.path)
    number(key.offset)
    number(key.count)
    name(key.type)
    name(key.found)
    text(key.message)
  }

  package mutating func shape(_ shape: DTOShape) {
    name(shape.type)
    list(shape.forms) { $0.form($1) }
    flag(shape.isNullable)
    optional(shape.allowedValues) { $0.list($1) { $0.name($1) } }
    list(shape.members) { writer, member in
      writer.name(member.name)
      writer.owner(member.owner)
      writer.flag(member.isRequired)
      writer.shape(member.shape)
    }
    list(shape.doubts) { $0.name($1) }
    optional(shape.element) { $0.shape($1) }
    list(shape.outlines) { $0.outline($1) }
  }

  private mutating func outline(_ outline: TypeOutline) {
    name(outline.type)
    optional(outline.mangledName) { $0.name($1) }
    list(outline.properties) { writer, property in
      writer.name(property.name)
      writer.name(property.type)
      writer.optional(property.wrapper) { $0.name($1) }
      writer.optional(property.key) { $0.key($1) }
    }
    optional(outline.keys) { writer, keys in
      writer.name(keys.name)
      writer.flag(keys.hasTexts)
      writer.list(keys.cases) { $0.key($1) }
    }
    number(TypeOutline.Initializer.allCases.firstIndex(of: outline.initializer) ?? 0)
    number(TypeOutline.KeyConversion.allCases.firstIndex(of: outline.conversion) ?? 0)
    optional(outline.superclass) { $0.name($1) }
  }

  private mutating func key(_ key: TypeOutline.Key) {
    name(key.name)
    name(key.text)
  }

  private mutating func form(_ form: DTOShape.Form) {
    switch form {
    case .boolean: number(0)
    case .string: number(1)
    case .integer: number(2)
    case .number: number(3)
    case .date(let format):
      number(4)
      optional(format) { $0.name($1.name) }
    case .array: number(5)
    case .object: number(6)
    case .map: number(7)
    case .referenceDate: number(8)
    }
  }
}

extension WireReader {
  package mutating func report() throws(WireError) -> DecodingReport {
    DecodingReport(
      issues: try list { reader throws(WireError) in try reader.issue() },
      unexplored: try list { reader throws(WireError) in try reader.part() },
      reads: try list { reader throws(WireError) in try reader.read() },
      unread: try list { reader throws(WireError) in try reader.unread() })
  }

  private mutating func issue() throws(WireError) -> DecodingIssue {
    let kinds = DecodingIssue.Kind.allCases
    let kind = try number()
    guard kinds.indices.contains(kind) else { throw WireError() }
    return DecodingIssue(
      kind: kinds[kind], pointer: try pointer(), path: try path(), offset: try number(),
      owner: try optional { reader throws(WireError) in try reader.owner() },
      expected: try expectation(), found: try text(), message: try text(),
      statesValues: try flag())
  }

  private mutating func pointer() throws(WireError) -> JSONPointer {
    JSONPointer(tokens: try list { reader throws(WireError) in try reader.text() })
  }

  private mutating func owner() throws(WireError) -> DecodingOwner {
    DecodingOwner(type: try name(), property: try optionalName())
  }

  private mutating func optionalName() throws(WireError) -> String? {
    try optional { reader throws(WireError) in try reader.name() }
  }

  private mutating func nameList() throws(WireError) -> [String] {
    try list { reader throws(WireError) in try reader.name() }
  }

  private mutating func part() throws(WireError) -> UnexploredPart {
    UnexploredPart(pointer: try pointer(), type: try name(), cause: try reason())
  }

  package mutating func reason() throws(WireError) -> UnexploredPart.Reason {
    switch try number() {
    case 0: return .notAllowed
    case 1: return .endedChild
    case 2: return .late
    case 3: return .noChild
    case 4: return .childNotSeen
    case 5: return .branch
    case 6:
      return .stopped(
        before: try list { reader throws(WireError) in
          UnexploredPart.Key(name: try reader.name(), property: try reader.optionalName())
        })
    case 7: return .endlessLoop
    case 9: return .refusedPlaceholder
    case 10: return .otherForm
    case 8: return .strayDecoder(readsValueOf: try name())
    default: throw WireError()
    }
  }

  private mutating func read() throws(WireError) -> DecodingRead {
    DecodingRead(
      path: try path(), owner: try owner(), isRequired: try flag(), valueType: try name(),
      expectation: try expectation())
  }

  private mutating func expectation() throws(WireError) -> Expectation {
    switch try number() {
    case 0: return .string
    case 1: return .boolean
    case 2: return .integer
    case 3: return .number
    case 4: return .url
    case 5: return .date
    case 6: return .array
    case 7: return .object
    case 8: return .value(of: try name())
    case 9: return .other(try name())
    default: throw WireError()
    }
  }

  private mutating func unread() throws(WireError) -> UnreadKey {
    UnreadKey(
      pointer: try pointer(), path: try path(), offset: try number(), count: try number(),
      type: try name(), found: try name(), message: try text())
  }

  package mutating func shape() throws(WireError) -> DTOShape {
    var shape = DTOShape(
      type: try name(), forms: try list { reader throws(WireError) in try reader.form() })
    shape.isNullable = try flag()
    shape.allowedValues = try optional { reader throws(WireError) in try reader.nameList() }
    shape.members = try list { reader throws(WireError) in
      DTOShape.Member(
        name: try reader.name(), owner: try reader.owner(), isRequired: try reader.flag(),
        shape: try reader.shape())
    }
    shape.doubts = try nameList()
    shape.element = try optional { reader throws(WireError) in try reader.shape() }
    shape.outlines = try list { reader throws(WireError) in try reader.outline() }
    return shape
  }

  private mutating func outline() throws(WireError) -> TypeOutline {
    TypeOutline(
      type: try name(), mangledName: try optionalName(),
      properties: try list { reader throws(WireError) in
        TypeOutline.Property(
          name: try reader.name(), type: try reader.name(), wrapper: try reader.optionalName(),
          key: try reader.optional { reader throws(WireError) in try reader.key() })
      },
      keys: try optional { reader throws(WireError) in
        TypeOutline.Keys(
          name: try reader.name(), hasTexts: try reader.flag(),
          cases: try reader.list { reader throws(WireError) in try reader.key() })
      },
      initializer: try one(of: TypeOutline.Initializer.allCases),
      conversion: try one(of: TypeOutline.KeyConversion.allCases), superclass: try optionalName())
  }

  private mutating func one<Value>(of values: [Value]) throws(WireError) -> Value {
    let position = try number()
    guard values.indices.contains(position) else { throw WireError() }
    return values[position]
  }

  private mutating func key() throws(WireError) -> TypeOutline.Key {
    TypeOutline.Key(name: try name(), text: try name())
  }

  private mutating func form() throws(WireError) -> DTOShape.Form {
    switch try number() {
    case 0: return .boolean
    case 1: return .string
    case 2: return .integer
    case 3: return .number
    case 4: return .date(try optionalName().map { DateFormat(name: $0) ?? .pattern($0) })
    case 5: return .array
    case 6: return .object
    case 7: return .map
    case 8: return .referenceDate
    default: throw WireError()
    }
  }
}
