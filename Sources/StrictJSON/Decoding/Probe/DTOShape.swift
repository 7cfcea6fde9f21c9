import Foundation
public import WireDates

/// What a type reads, known without any document: ``StrictDecoder/reads(_:samples:)`` finds it.
///
/// It is the counterpart of a contract: the contract says what comes, this says what is needed.
/// Where an initialiser could not be followed to its end, ``doubts`` says so; what is there is
/// right all the same, but more may be read.
public struct DTOShape: Sendable, Hashable {
  /// A form in which a value is read.
  public enum Form: Sendable, Hashable {
    /// `true` or `false`.
    case boolean
    /// Any text.
    case string
    /// A number without a fraction.
    case integer
    /// Any number.
    case number
    /// A date; nil where the format is the type's own secret.
    case date(DateFormat?)
    /// A date in seconds since 2001-01-01T00:00:00Z, which is how Foundation reads `Date` by itself.
    case referenceDate
    /// A list.
    case array
    /// An object whose members are known by name.
    case object
    /// An object that is keyed by data.
    case map
  }

  /// A key that the type asks for.
  public struct Member: Sendable, Hashable {
    /// The name in the document.
    public var name: String

    /// The type and the property that read it.
    public var owner: DecodingOwner

    /// Whether the type fails where the key is absent.
    public var isRequired: Bool

    /// What is read there.
    public var shape: DTOShape

    package init(name: String, owner: DecodingOwner, isRequired: Bool, shape: DTOShape) {
      self.name = name
      self.owner = owner
      self.isRequired = isRequired
      self.shape = shape
    }
  }

  /// The name of the Swift type.
  public var type: String

  /// The forms that are accepted, the first tried first; empty where they are not known.
  public var forms: [Form]

  /// Whether `null` is accepted.
  public var isNullable = false

  /// The values of an enumeration, as they are written in JSON; nil for other types.
  public var allowedValues: [String]?

  /// The members of an object, in the order in which they are asked for.
  public var members: [Member] = []

  /// What is not sure, in words; empty where everything is known.
  public var doubts: [String] = []

  /// The types that ask for the members here and below; only the shape of a whole document has them.
  package var outlines: [TypeOutline] = []

  private var elementStorage: [DTOShape] = []

  package init(type: String, forms: [Form] = []) {
    self.type = type
    self.forms = forms
  }

  /// What is read of each element of an array, or of each value of a map.
  public package(set) var element: DTOShape? {
    get { elementStorage.first }
    set { elementStorage = newValue.map { [$0] } ?? [] }
  }

  /// The member of a name.
  public subscript(name: String) -> Member? { members.first { $0.name == name } }
}

extension DTOShape: CustomStringConvertible {
  /// The shape in one line: `{id: integer, tags?: [string]?, timeline: {*: integer?}}`.
  public var description: String {
    var parts: [String] = []
    for form in forms {
      switch form {
      case .boolean: parts.append("boolean")
      case .string: parts.append(allowedValues.map { $0.joined(separator: "|") } ?? "string")
      case .integer: parts.append(allowedValues.map { $0.joined(separator: "|") } ?? "integer")
      case .number: parts.append("number")
      case .date(let format): parts.append("date(\(format?.name ?? "?"))")
      case .referenceDate: parts.append("date(seconds since 2001)")
      case .array: parts.append("[\(element?.description ?? "?")]")
      case .map: parts.append("{*: \(element?.description ?? "?")}")
      case .object:
        let members = members.map { "\($0.name)\($0.isRequired ? "" : "?"): \($0.shape)" }
        parts.append("{\(members.joined(separator: ", "))}")
      }
    }
    let text = parts.isEmpty ? "?" : parts.joined(separator: "|")
    return text + (isNullable ? "?" : "") + (doubts.isEmpty ? "" : "~")
  }
}

extension StrictDecoder {
  /// Derives what a type reads, without any document.
  ///
  /// The type's initialisers are run, but an initialiser that does more than hand values to its
  /// properties is given none: each of its requests is refused, and only what it asks for is
  /// noted. Sample documents that the type decodes add what such an initialiser asks for behind
  /// its first request.
  ///
  /// The code of the types runs in this process, whatever ``exploration`` says. One that traps on a
  /// value of the right type, between two requests that go straight to properties, or on a refusal
  /// (`try!`), ends it. With ``Exploration/none`` every request is refused, so that little more than
  /// the first key of each type is known.
  public func reads<Root: Decodable>(
    _ type: Root.Type, samples: [JSONDocument] = []
  ) -> DTOShape {
    let session = DecodingSession(decoder: self)
    var shape = ShapeProbe(session).shape(of: type)
    var requests = session.readLog.typeRequests.requests
    for sample in samples {
      let session = DecodingSession(decoder: self)
      guard (try? session.decode(type, sample.root, DecodingPath(root: session.shape))) != nil
      else { continue }
      session.readLog.apply()
      requests += session.readLog.typeRequests.requests
      shape.add(session.shape)
    }
    shape.outlines = TypeRequests.outlines(requests, keyConversion)
    return shape
  }

  private var keyConversion: TypeOutline.KeyConversion {
    switch keyDecodingStrategy {
    case .convertFromSnakeCase: .snakeCase
    case .custom: .custom
    default: .none
    }
  }
}

extension DTOShape {
  /// Adds the keys that a type asked for while it decoded a document.
  mutating func add(_ node: ShapeNode) {
    for child in node.order {
      switch child.path.last {
      case .member(let name)?:
        if let position = members.firstIndex(where: { $0.name == name }) {
          members[position].shape.add(child)
        } else if let read = child.read {
          // Without a document it was not asked for, so it depends on others.
          var shape = DTOShape(type: read.valueType.name)
          shape.doubts = ["\(read.owner) is read in some documents only"]
          shape.add(child)
          if !forms.contains(.object) { forms.append(.object) }
          members.append(
            Member(name: name, owner: read.owner, isRequired: false, shape: shape))
        }
      case .elements?, .values?:
        guard !child.order.isEmpty else { continue }
        var inner = element ?? DTOShape(type: "")
        inner.add(child)
        element = inner
      case nil: continue
      }
    }
  }
}
