// From a contract to Swift in three steps: ``TypeBuilder`` reads JSON Schema and makes a model of Swift
// types (``TypeModel``), in which every name is decided; ``DTOSource`` and ``DomainSource`` write the model
// as text. Nothing is formatted before all is known, so the same contract always gives the same bytes.
//
//     contract ──TypeBuilder──► TypeModel ──DTOSource────► RecipeDTO.swift      generated again and again
//                                         └─DomainSource─► Recipe.swift         written once, then a person's
package import StrictJSON

/// A contract that types are made of.
package struct GenerationSource: Sendable {
  /// The name of the type for the whole document, without prefix and suffix, such as `recipe`.
  package let name: String

  /// The schema of the document.
  package let schema: JSONNode

  /// The document that `$ref` points into; the schema itself unless it is a part of an OpenAPI document.
  package let document: JSONNode

  /// Makes a source.
  package init(name: String, schema: JSONNode, in document: JSONNode? = nil) {
    self.name = name
    self.schema = schema
    self.document = document ?? schema
  }
}

/// What a caller can choose about generated types.
package struct GenerationOptions: Sendable, Hashable {
  /// The access level of all that is generated.
  package enum Access: String, Sendable, CaseIterable {
    case `internal`, package, `public`
  }

  /// The access level of types and properties.
  package var access = Access.internal

  /// What stands before every name of a type.
  package var prefix = ""

  /// What stands behind the name of a type that mirrors JSON.
  package var suffix = "DTO"

  /// Whether types are `Encodable` too, and write the JSON that they were read from.
  package var isEncodable = false

  /// Whether types state that they are `Sendable`.
  package var isSendable = true

  /// Whether types that have an id are `Identifiable`.
  package var isIdentifiable = false

  /// Whether properties can be changed.
  package var isMutable = false

  /// Whether dates are the types of the module WireDates, and not types of the file.
  package var importsWireDates = false

  /// Makes the options of a command line without any.
  package init() {}
}

/// Writes Swift for contracts: types that decode the documents, and a domain model beside them.
package struct SwiftGenerator: Sendable {
  private let options: GenerationOptions
  private let model: TypeModel

  /// Reads contracts, whose types share one file.
  ///
  /// - Parameters:
  ///   - sources: The contracts. Parts of the same form have one type.
  ///   - options: What to make of them.
  package init(
    _ sources: [GenerationSource], options: GenerationOptions = GenerationOptions()
  ) {
    self.options = options
    model = TypeBuilder.model(of: sources, options: options)
  }

  /// What the types leave out, one sentence each.
  package var notes: [String] { model.notes }

  /// The number of types.
  package var typeCount: Int { model.declarations.count }

  /// The file of the types.
  ///
  /// - Parameters:
  ///   - origin: What the types were made of, for the first line.
  ///   - command: The command line that makes the file again.
  ///   - current: The file as it is now; its parts between the marks of ``KeptParts`` stay, and types
  ///     that they declare are not generated.
  /// - Returns: The text of the file; the same bytes for the same contracts and options.
  package func types(origin: String, command: String, keeping current: String = "") -> String {
    DTOSource(
      model: model, options: options, kept: KeptParts(of: current), origin: origin, command: command
    ).text
  }

  /// The file of the domain model and of the mapping from the types, for a person to own.
  package func domainModel(origin: String) -> String {
    DomainSource(model: model, options: options, origin: origin).text
  }
}
