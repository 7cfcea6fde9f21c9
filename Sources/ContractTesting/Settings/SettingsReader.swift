import StrictJSON

/// Why a file that people write by hand cannot be used.
package struct SettingsError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the file.
  package let name: String

  /// Each fault: line, column and what is wrong.
  package let faults: [String]

  /// One line for each fault: file, line, column and what is wrong.
  package var description: String { faults.map { "\(name):\($0)" }.joined(separator: "\n") }
}

/// Reads a small file that people write by hand, and collects all that is wrong in it.
struct SettingsReader {
  let name: String
  let root: JSONValue
  private(set) var faults: [String] = []

  /// Reads the text; throws a ``SettingsError`` where it is no JSON.
  init(name: String, bytes: [UInt8]) throws(SettingsError) {
    self.name = name
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(bytes)
      root = document.root
      for member in document.duplicateMembers {
        fault(at: member.value, "the key \(JSONWriter.quoted(member.key)) comes more than once")
      }
    } catch {
      throw SettingsError(
        name: name, faults: ["\(error.location.line):\(error.location.column): \(error.message)"])
    }
  }

  /// Notes what is wrong with a value.
  mutating func fault(at value: JSONValue, _ message: String) {
    faults.append("\(value.location.line):\(value.location.column): \(message)")
  }

  /// Throws a ``SettingsError`` where anything is wrong.
  func finish() throws(SettingsError) {
    if !faults.isEmpty { throw SettingsError(name: name, faults: faults) }
  }

  /// Reads a member that holds text; nil where it is not there or holds something else.
  mutating func text(_ key: String, of object: JSONValue) -> String? {
    guard let value = object[key] else { return nil }
    if let text = value.string { return text }
    fault(at: value, "\(JSONWriter.quoted(key)) is \(value.kind.description), and must be a string")
    return nil
  }

  /// Reads a member that holds an object; nil where it is not there or holds something else.
  mutating func object(_ key: String, of object: JSONValue) -> JSONValue? {
    member(key, of: object, .object, "an object")
  }

  /// Reads a member that holds a list; nil where it is not there or holds something else.
  mutating func list(_ key: String, of object: JSONValue) -> JSONValue? {
    member(key, of: object, .array, "an array")
  }

  private mutating func member(
    _ key: String, of object: JSONValue, _ kind: JSONKind, _ words: String
  ) -> JSONValue? {
    guard let value = object[key] else { return nil }
    if value.kind == kind { return value }
    fault(at: value, "\(JSONWriter.quoted(key)) is \(value.kind.description), and must be \(words)")
    return nil
  }

  /// Reads a member that holds a list of strings; what is none is a fault.
  mutating func texts(_ key: String, of object: JSONValue) -> [String] {
    guard let list = list(key, of: object) else { return [] }
    var texts: [String] = []
    for element in list.elements {
      if let text = element.string {
        texts.append(text)
      } else {
        fault(
          at: element,
          "\(JSONWriter.quoted(key)) holds strings, and not \(element.kind.description)")
      }
    }
    return texts
  }

  /// Reads a member that holds an object of strings, in their order; what is none is a fault.
  mutating func textMembers(_ key: String, of object: JSONValue) -> [(
    name: String, value: JSONValue, text: String
  )] {
    guard let members = self.object(key, of: object) else { return [] }
    var texts: [(name: String, value: JSONValue, text: String)] = []
    for member in members.members {
      if let text = member.value.string {
        texts.append((member.key, member.value, text))
      } else {
        fault(
          at: member.value,
          "\(JSONWriter.quoted(member.key)) is \(member.value.kind.description), and must be a string"
        )
      }
    }
    return texts
  }

  /// Reads a member that holds a whole number of a range.
  mutating func integer(_ key: String, of object: JSONValue, in range: ClosedRange<Int>) -> Int? {
    guard let value = object[key] else { return nil }
    if value.kind == .number, let number = Int(value.source), range.contains(number) {
      return number
    }
    fault(
      at: value,
      "\(JSONWriter.quoted(key)) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    )
    return nil
  }

  /// Reads the id of a rule.
  mutating func rule(_ id: String, at value: JSONValue) -> Rule? {
    if let rule = Rule[id] { return rule }
    let suggestion = Suggestion.words(for: id, in: Rule.all.map(\.id))
    fault(at: value, "there is no rule '\(id)'\(suggestion)")
    return nil
  }

  /// Reads a level.
  mutating func level(_ value: JSONValue) -> Level? {
    let names = Level.allCases.reversed().map(\.rawValue)
    guard let text = value.string else {
      fault(
        at: value, "a level is \(names.joined(separator: ", ")), and not \(value.kind.description)")
      return nil
    }
    if let level = Level(rawValue: text) { return level }
    let suggestion = Suggestion.words(for: text, in: names)
    fault(
      at: value,
      "there is no level '\(text)'"
        + (suggestion.isEmpty ? "; the levels are \(names.joined(separator: ", "))" : suggestion))
    return nil
  }

  /// Refuses members that have no meaning here: mostly misspelt ones.
  mutating func refuseMembers(of object: JSONValue, besides known: [String]) {
    for member in object.members where !known.contains(member.key) {
      let suggestion = Suggestion.words(for: member.key, in: known)
      fault(
        at: member.value, "nothing reads the key \(JSONWriter.quoted(member.key))\(suggestion)")
    }
  }
}
