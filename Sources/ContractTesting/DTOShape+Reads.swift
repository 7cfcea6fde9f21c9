import JSONSchema
import StrictJSON

extension DTOShape {
  /// The keys that the type asks for where the documents are as it expects them.
  ///
  /// A type that fails at the top of a document asks for nothing below, and reads it all the same in a sound one.
  var reads: [DecodingRead] { reads(at: ShapePath()) }

  private func reads(at path: ShapePath) -> [DecodingRead] {
    var found = members.flatMap { member -> [DecodingRead] in
      let place = path.appending(.member(member.name))
      let read = DecodingRead(
        path: place, owner: member.owner, isRequired: member.isRequired,
        valueType: member.shape.type, expectation: member.shape.expectation)
      return [read] + member.shape.reads(at: place)
    }
    if let element {
      found += element.reads(at: path.appending(forms.contains(.map) ? .values : .elements))
    }
    return found
  }

  private var expectation: Expectation {
    guard forms.count == 1, allowedValues == nil, let form = forms.first else {
      return .value(of: type)
    }
    switch form {
    case .boolean: return .boolean
    case .string: return .string
    case .integer: return .integer
    case .number, .referenceDate: return .number
    case .date: return .date
    case .array: return .array
    case .object, .map: return .object
    }
  }
}
