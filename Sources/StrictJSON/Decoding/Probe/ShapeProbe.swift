import Foundation
import WireDates

/// Finds what types read, by running their initialisers on no document at all.
///
/// An initialiser shows its keys by asking for them. To hear the second question, the first one
/// must be answered, and an answer that is made up may do harm in code that computes with it. So
/// values are given only where the decoder would give placeholders too: as long as the initialiser
/// hands each one straight to the property of the same name and type. Any other request is refused
/// with an error, as `JSONDecoder` would refuse a document of the wrong form. What asks on after a
/// refusal shows an alternative:
///
///     if let text = try? container.decode(String.self) { … }     → string, refused
///     else { list = try container.decode([Meal].self) }          → or array, refused and thrown
///
/// Each required key is also refused once on its own. An initialiser that goes on after that can do
/// without the key (`try?`). A question with a yes-or-no answer, such as `contains`, is answered in
/// both ways, in two runs; a key that is asked for in one of them only is not required.
final class ShapeProbe {
  let session: DecodingSession
  private var known: [ObjectIdentifier: DTOShape] = [:]
  private var open: Set<ObjectIdentifier> = []

  /// The most keys of one type that are refused one by one.
  private static let maximumRefusals = 256

  init(_ session: DecodingSession) { self.session = session }

  /// Returns what a type reads.
  func shape<Value: Decodable>(of type: Value.Type) -> DTOShape {
    let id = ObjectIdentifier(type)
    if let shape = known[id] { return shape }
    let info = session.info(of: type)
    guard open.insert(id).inserted else {
      var shape = DTOShape(type: info.name)
      shape.doubts = ["\(info.name) contains itself"]
      return shape
    }
    defer { open.remove(id) }
    let shape: DTOShape =
      switch info.decoding {
      case .leaf: leaf(type, info)
      case .container(let container):
        (container as? any ProbedContainer.Type)?.shape(self) ?? DTOShape(type: info.name)
      case .date(let format?): DTOShape(type: info.name, forms: [.date(format)])
      case .date(nil): dateOrObject(type, info)
      case .initializer: probed(type, info)
      }
    // What was cut short because an outer type contains itself is looked at again elsewhere.
    if open.count == 1 || shape.doubts.isEmpty { known[id] = shape }
    return shape
  }

  /// A type with a single property that is a date: it is a date itself, or an object with one.
  private func dateOrObject<Value: Decodable>(_ type: Value.Type, _ info: TypeInfo) -> DTOShape {
    let shape = probed(type, info)
    return shape.forms.contains(.object)
      ? shape : DTOShape(type: info.name, forms: [.date(nil)])
  }

  private func leaf<Value>(_ type: Value.Type, _ info: TypeInfo) -> DTOShape {
    let form: DTOShape.Form
    if type == Bool.self {
      form = .boolean
    } else if type is any FixedWidthInteger.Type {
      form = .integer
    } else if type == Double.self || type == Float.self || type == Decimal.self {
      form = .number
    } else if type == Date.self {
      switch session.decoder.dateDecodingStrategy {
      case .deferredToDate: form = .referenceDate
      case .secondsSince1970: form = .date(.unixSeconds)
      case .millisecondsSince1970: form = .date(.unixMilliseconds)
      case .iso8601: form = .date(.iso8601)
      default: form = .date(nil)
      }
    } else if type == Data.self {
      guard case .base64 = session.decoder.dataDecodingStrategy else {
        return DTOShape(type: info.name)
      }
      form = .string
    } else {
      form = .string
    }
    return DTOShape(type: info.name, forms: [form])
  }

  // MARK: Initialisers

  private func probed<Value: Decodable>(_ type: Value.Type, _ info: TypeInfo) -> DTOShape {
    let first = run(type, info, answer: false, refusing: nil)
    var root = first.root
    if first.wasAsked {
      let second = run(type, info, answer: true, refusing: nil)
      root.join(second.root)
    }
    for number in 0..<min(first.requiredCount, Self.maximumRefusals) {
      let other = run(type, info, answer: false, refusing: number)
      // It asked for more, or ended well, although it got an error.
      if other.wentOn, let refused = other.refused { root.markOptional(refused) }
    }
    var shape = root.shape(type: info.name)
    shape.allowedValues = info.allowedValues
    if !first.isComplete, first.root.isObject {
      shape.doubts.append(
        "\(info.name) cannot be followed to its end without a document")
    }
    if first.isComplete, !first.root.isObject, !first.root.alternatives.isEmpty {
      // It lives with anything.
      shape.forms = []
      shape.isNullable = true
      shape.doubts.append("\(info.name) accepts any value")
    }
    return shape
  }

  private func run<Value: Decodable>(
    _ type: Value.Type, _ info: TypeInfo, answer: Bool, refusing number: Int?
  ) -> ProbeRun {
    let run = ProbeRun(self, info, answer: answer, refusing: number)
    do {
      _ = try Value(from: ProbeDecoder(run: run, place: []))
      run.isComplete = !run.isStopped
      run.isAtEnd = true
    } catch {
      run.isComplete = false
    }
    return run
  }
}

/// What one value was asked for.
struct ProbeNode {
  struct Member {
    let name: String
    let owner: DecodingOwner
    var isRequired: Bool
    var node: ProbeNode
  }

  var isObject = false
  var isArray = false
  var isNullable = false
  /// Whether the initialiser lives with any value, because it swallows the error.
  var isLenient = false
  /// The types that were asked for as a whole.
  var alternatives: [DTOShape] = []
  var members: [Member] = []
  var elements: [DTOShape] = []
  var doubts: [String] = []

  /// The node at the names of members, made where it is not there.
  subscript(place: [String]) -> ProbeNode {
    get {
      guard let name = place.first else { return self }
      let member = members.first { $0.name == name }
      return (member?.node ?? ProbeNode())[Array(place.dropFirst())]
    }
    set {
      guard let name = place.first else {
        self = newValue
        return
      }
      guard let position = members.firstIndex(where: { $0.name == name }) else { return }
      members[position].node[Array(place.dropFirst())] = newValue
    }
  }

  /// Adds what another run asked for; what only one of them needs is not required.
  mutating func join(_ other: ProbeNode) {
    // An object that only one run opened says in that run which keys it needs.
    let (isKnown, otherIsKnown) = (isObject, other.isObject)
    isObject = isObject || other.isObject
    isArray = isArray || other.isArray
    isNullable = isNullable || other.isNullable
    isLenient = isLenient || other.isLenient
    alternatives += other.alternatives.filter { !alternatives.contains($0) }
    elements += other.elements.filter { !elements.contains($0) }
    doubts += other.doubts.filter { !doubts.contains($0) }
    for position in members.indices
    where otherIsKnown && !other.members.contains(where: { $0.name == members[position].name }) {
      members[position].isRequired = false
    }
    for member in other.members {
      if let position = members.firstIndex(where: { $0.name == member.name }) {
        members[position].node.join(member.node)
        members[position].isRequired = members[position].isRequired && member.isRequired
      } else {
        var member = member
        if isKnown { member.isRequired = false }
        members.append(member)
      }
    }
  }

  /// Marks a member, given by the names that lead to it, as one that may be absent.
  mutating func markOptional(_ place: [String]) {
    guard let name = place.first,
      let position = members.firstIndex(where: { $0.name == name })
    else { return }
    if place.count == 1 {
      members[position].isRequired = false
      members[position].node.isLenient = true
    } else {
      members[position].node.markOptional(Array(place.dropFirst()))
    }
  }

  func shape(type: String) -> DTOShape {
    var shape = DTOShape(type: type)
    if alternatives.count == 1, !isObject, !isArray, let only = alternatives.first {
      shape = only
      shape.type = type
    } else {
      for alternative in alternatives {
        shape.forms += alternative.forms.filter { !shape.forms.contains($0) }
        shape.element = shape.element ?? alternative.element
        if !alternative.members.isEmpty { shape.members = alternative.members }
        shape.isNullable = shape.isNullable || alternative.isNullable
        shape.doubts += alternative.doubts
      }
      // Of one form that nothing is known of, nothing is known of the whole.
      if alternatives.contains(where: \.forms.isEmpty) { shape.forms = [] }
    }
    if isObject { shape.forms.append(.object) }
    if isArray {
      shape.forms.append(.array)
      shape.element = elements.count == 1 ? elements.first : nil
    }
    shape.isNullable = shape.isNullable || isNullable
    shape.members += members.map {
      DTOShape.Member(
        name: $0.name, owner: $0.owner, isRequired: $0.isRequired,
        shape: $0.node.shape(type: $0.node.alternatives.first?.type ?? "object"))
    }
    shape.doubts += doubts
    if isLenient { shape.demandNothing() }
    return shape
  }
}

extension DTOShape {
  /// Makes the shape one in which no member is required.
  fileprivate mutating func demandNothing() {
    for position in members.indices {
      members[position].isRequired = false
      members[position].shape.demandNothing()
    }
    if var inner = element {
      inner.demandNothing()
      element = inner
    }
  }
}

/// A container of the standard library, of whose elements something is known.
private protocol ProbedContainer {
  static func shape(_ probe: ShapeProbe) -> DTOShape
}

extension Optional: ProbedContainer where Wrapped: Decodable {
  fileprivate static func shape(_ probe: ShapeProbe) -> DTOShape {
    var shape = probe.shape(of: Wrapped.self)
    shape.isNullable = true
    return shape
  }
}

extension ProbedContainer {
  fileprivate static func list<Element: Decodable>(
    of element: Element.Type, _ probe: ShapeProbe
  ) -> DTOShape {
    var shape = DTOShape(type: TypeName.readable(Self.self), forms: [.array])
    shape.element = probe.shape(of: element)
    return shape
  }
}

extension Array: ProbedContainer where Element: Decodable {
  fileprivate static func shape(_ probe: ShapeProbe) -> DTOShape {
    list(of: Element.self, probe)
  }
}

extension ContiguousArray: ProbedContainer where Element: Decodable {
  fileprivate static func shape(_ probe: ShapeProbe) -> DTOShape {
    list(of: Element.self, probe)
  }
}

extension Set: ProbedContainer where Element: Decodable {
  fileprivate static func shape(_ probe: ShapeProbe) -> DTOShape {
    list(of: Element.self, probe)
  }
}

extension Dictionary: ProbedContainer where Key: Decodable, Value: Decodable {
  fileprivate static func shape(_ probe: ShapeProbe) -> DTOShape {
    // Other keys stand in a flat array with their values.
    var shape = DTOShape(
      type: TypeName.readable(Self.self), forms: [Self.keysAreNames ? .map : .array])
    if Self.keysAreNames { shape.element = probe.shape(of: Value.self) }
    return shape
  }
}
