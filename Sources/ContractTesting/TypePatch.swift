/// What makes a type read what a change of the format left behind: lines of Swift, and words where none would do.
///
///     in BookDTO.CodingKeys: case title = "name"
///     in BookDTO, instead of cover:
///       let media: Media
///       struct Media: Decodable { let front: String }
///       var cover: String { media.front }
///     in the initialiser of BookDTO, if it has its own: read cover from media.front
package struct TypePatch: Sendable, Hashable {
  /// A part of the patch, in one place of the source.
  package struct Edit: Sendable, Hashable {
    /// Where the source is to be changed.
    package enum Place: Sendable, Hashable {
      /// Among the members of a type.
      case type(String)
      /// Among the cases of an enumeration of keys.
      case keys(String)
      /// In the initialiser that decodes; `isSure` where the type certainly has one of its author.
      case initializer(of: String, isSure: Bool)
    }

    package let place: Place

    /// The names of what the lines take the place of, where the lines do not have these names.
    package var replaced: [String] = []

    /// The lines of Swift, of which each is a whole declaration.
    package var lines: [String] = []

    /// What is to be done where no lines are known to fit.
    package var tasks: [Task] = []

    package init(
      place: Place, replaced: [String] = [], lines: [String] = [], tasks: [Task] = []
    ) {
      self.place = place
      self.replaced = replaced
      self.lines = lines
      self.tasks = tasks
    }
  }

  /// What a part of a type is to do.
  package enum Task: Sendable, Hashable {
    /// Read a property as a value of another type; nil for a type that is not known.
    case readAs(property: String, type: String?)
    /// Read properties at another place, given by the keys that lead there.
    case readFrom(properties: [String], keys: [String])
    /// Do without the value of a property.
    case doWithout(property: String)
  }

  package var edits: [Edit]

  package init(edits: [Edit]) { self.edits = edits }

  /// The patch with other texts, such as those of which credentials are taken.
  func mapTexts(_ change: (String) -> String) -> TypePatch {
    TypePatch(
      edits: edits.map { edit in
        Edit(
          place: edit.place, replaced: edit.replaced.map(change), lines: edit.lines.map(change),
          tasks: edit.tasks.map { task in
            switch task {
            case .readAs(let property, let type):
              .readAs(property: property, type: type.map(change))
            case .readFrom(let properties, let keys):
              .readFrom(properties: properties, keys: keys.map(change))
            case .doWithout: task
            }
          })
      })
  }
}
