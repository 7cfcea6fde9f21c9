import ContractTesting

extension NextStep {
  /// The step in words, with commands of a program of this name.
  package func text(program: String) -> String {
    switch self {
    case .record(let suite, let endpoint):
      "record a fixture: \(program) record \(suite)/\(endpoint)"
    case .addSample: "give the endpoint a sample in its suite"
    case .recordAgainOrDelete: "record the fixture again, or delete the file"
    case .recordAgainOrAccept:
      "record it again; if the change is meant, delete the .http.json file beside it or waive this"
    case .fixtureKept: "the answer was not stored; an older fixture, if there is one, is untouched"
    case .moveOrDelete: "move the files to the folder of their endpoint, or delete them"
    case .editContract: "edit the contract: a person wrote this, so no command changes it"
    case .compare(let old, let new): "see what changed: \(program) diff \(old) \(new)"
    case .changeType(let patch): patch.text
    case .changedWith(let dto): "the lines for \(dto.name) hold this, too"
    case .revokeSecret: "revoke it where it was issued, then record the fixture again"
    case .nameOnePath: "name the path of one finding; check --format json prints them"
    case .repairOrProlong: "repair the cause, or decide on a new day"
    case .deleteWaiver: "delete the waiver"
    }
  }
}

extension TypePatch {
  /// The patch in one line.
  var text: String { edits.map(\.text).joined(separator: "; ") }
}

extension TypePatch.Edit {
  /// The place, what goes there, and what is to be done, without the lines of Swift.
  var words: String {
    let instead = replaced.isEmpty ? "" : ", instead of \(Self.list(replaced, shown: 3))"
    let heading =
      switch place {
      case .type(let name), .keys(let name): "in \(name)\(instead)"
      case .initializer(let type, let isSure):
        "in the initialiser of \(type)" + (isSure ? "" : ", if it has its own")
      }
    let tasks = Self.list(tasks.map(\.words), shown: .max)
    return tasks.isEmpty ? "\(heading):" : "\(heading): \(tasks)"
  }

  fileprivate var text: String {
    ([words] + (lines.isEmpty ? [] : [lines.joined(separator: "; ")])).joined(separator: " ")
  }

  private static func list(_ names: [String], shown: Int) -> String {
    let list = names.count > shown ? names.prefix(2) + ["\(names.count - 2) more"] : names[...]
    guard let last = list.last, list.count > 1 else { return names.first ?? "" }
    return list.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension TypePatch.Task {
  fileprivate var words: String {
    switch self {
    case .readAs(let property, let type?): "read \(property) as \(type)"
    case .readAs(let property, nil): "read \(property) as another type"
    case .readFrom(let properties, let keys):
      "read \(properties.joined(separator: ", ")) from \(keys.joined(separator: "."))"
    case .doWithout(let property): "do without \(property) where it is absent or null"
    }
  }
}
