package import SchemaDrift
package import StrictJSON

/// One problem, at one place.
///
/// A finding is a value: checks make findings, reports print them, and nothing is thrown. What is
/// not known is nil; a document given on standard input has no suite, for example.
public struct Finding: Sendable, Hashable {
  /// The kind of problem.
  public var rule: Rule

  /// How much it matters here; the rule's own level unless the DTO says otherwise.
  public var level: Level

  /// The API under watch, such as `themealdb`.
  public var suite: String?

  /// The kind of request, such as `recipe`.
  public var endpoint: String?

  /// Where the document came from.
  public var source: DocumentSource?

  /// The file, relative to the root folder, or the address of a live request.
  public var file: String? { source?.name }

  /// The place in the document as a JSON Pointer.
  ///
  /// https://www.rfc-editor.org/rfc/rfc6901
  public var pointer: String?

  /// The line, counted from 1.
  public var line: Int?

  /// The column in UTF-8 bytes, counted from 1.
  public var column: Int?

  /// Where the place begins in the file, in bytes from 0 on.
  public var offset: Int?

  /// Where the document begins in the file, in bytes from 0 on; above 0 for NDJSON only.
  package var documentOffset = 0

  /// The line on which the document begins in the file, counted from 1; above 1 for NDJSON only.
  package var documentLine = 1

  /// The value as the document has it, cut to 160 bytes; nil where none is at the place.
  public var value: String?

  /// The shape path, such as `$.meals[*].strMeal`.
  public var path: String?

  /// The place in the format that ``path`` names; nil for a path that comes from a waiver.
  package var place: ShapePath? {
    didSet { path = place?.description }
  }

  /// What is wrong, in one line.
  public var message: String

  /// What should be there.
  public var expected: String?

  /// What is there.
  public var found: String?

  /// The place in the format that all findings of the cause share, where names are data; nil where it is
  /// ``place``.
  package var site: ShapePath?

  /// The keyword of the contract that a value breaks.
  package var keyword: String?

  /// Whether a member is missing in an object that has none of those that the contract knows.
  package var isOfOtherObject = false

  /// Whether ``message`` holds both ``expected`` and ``found``, so that people need neither beside it.
  package var statesValues = false

  /// The Swift type and property that fail.
  public var dto: DTOReference?

  /// The change of format that the finding tells of.
  package var change: PathMapping?

  /// The reason why the finding is accepted; nil for one that counts.
  public var waiver: String?

  /// Whether the contract has the same, so that the finding tells nothing new.
  ///
  /// Such a finding stays in the report for programs; it sets no exit code and people do not see it.
  package var isAgreed = false

  /// Whether the contract has taken the change over, so that only the type is left to be changed.
  package var isAccepted = false

  /// What follows from the same cause, and is therefore no finding of its own.
  package var consequences: [Consequence] = []

  /// The number of findings of the same cause that are counted here and not listed.
  ///
  /// Above 0 only where a run had more findings than a report can hold; see ``FindingTally``.
  package var more = 0

  /// What earlier runs say about it; nil without a history.
  package var age: FindingAge?

  /// The source around the place, for people.
  package var excerpt: Excerpt?

  /// What to do about it.
  package var nextStep: NextStep?

  /// Makes a finding with a rule, a message and the rule's own level.
  package init(_ rule: Rule, _ message: String) {
    self.rule = rule
    self.level = rule.level
    self.message = message
  }

  /// Makes a finding that tells of a kind of change, with the rule's own level.
  package init(_ drift: DriftRule, _ message: String) {
    self.init(Rule(drift), message)
  }

  /// Takes over the place in a document that another finding shows.
  mutating func takePlace(of other: Finding) {
    source = other.source
    pointer = other.pointer
    line = other.line
    column = other.column
    offset = other.offset
    documentOffset = other.documentOffset
    documentLine = other.documentLine
    value = other.value
    excerpt = other.excerpt
  }

  /// Moves the place down by what stands in the file in front of the part that was read.
  package mutating func move(byLines lines: Int, bytes: Int) {
    line = line.map { $0 + lines }
    offset = offset.map { $0 + bytes }
    documentOffset += bytes
    documentLine += lines
  }

  /// Twelve hexadecimal digits that name the problem from run to run.
  ///
  /// They depend on rule, suite, endpoint and shape path only, so they outlive new wording, new
  /// line numbers and new samples; what is about a fixture as a whole depends on the file, too. The hash is
  /// 64-bit FNV-1a, folded to 48 bits.
  public var fingerprint: String {
    var hash = FNVHash()
    for part in [rule.id, suite, endpoint, path] {
      // No UTF-8 text holds the bytes FE and FF, so they keep the parts apart.
      if let part { hash.add(part) } else { hash.add(0xFE) }
      hash.add(0xFF)
    }
    if let file = wholeFile { hash.add(file) }
    let digits = String((hash.value >> 48) ^ (hash.value & 0xFFFF_FFFF_FFFF), radix: 16)
    return String(repeating: "0", count: 12 - digits.count) + digits
  }
}

extension Finding {
  /// The fixture that the finding is about as a whole, such as one that is no JSON: another one has its own fault.
  ///
  /// Nil for what a server answers, whose addresses are other ones in each run, and for inputs that are no fixtures,
  /// which are named as the caller pleases.
  var wholeFile: String? {
    guard path == nil, endpoint != nil, rule.isAboutFiles, case .file(let name)? = source else {
      return nil
    }
    return name
  }
}

/// The Swift type, and the property in it, that reads a value.
public struct DTOReference: Sendable, Hashable {
  /// The name of the type, such as `RecipeDetailDTO`.
  public var type: String

  /// The name of the property, such as `name`; nil when the type as a whole fails.
  public var property: String?

  /// Where the property is declared; nil where the sources are not at hand.
  package var place: SwiftSourceIndex.Place?

  /// The property with its type, such as `RecipeDetailDTO.name`; the type alone where it fails as a whole.
  package var name: String { property.map { "\(type).\($0)" } ?? type }

  /// The property with its place in the sources, for people.
  package var nameWithPlace: String { place.map { "\(name) (\($0.file):\($0.line))" } ?? name }

  /// Makes a reference.
  package init(type: String, property: String?) {
    self.type = type
    self.property = property
  }
}
