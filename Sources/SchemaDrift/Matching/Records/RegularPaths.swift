import StrictJSON

/// Ways on which several members went, each from and to places that differ in one name only.
///
///     {"title": [{"value": "Rust"}], "body": [{"value": "…"}]}      {"attributes": {"title": "Rust", "body": "…"}}
///
/// `$[*].title[*].value` is `$[*].attributes.title` as `$[*].body[*].value` is `$[*].attributes.body`: the way is
/// `$[*].◦[*].value` to `$[*].attributes.◦`. Where some members are known to have gone on it, another one went there, too,
/// if its place is gone and the place at the end of the way is new, whatever became of its values.
struct RegularPaths {
  /// A path with a gap in place of one name, wherever that comes.
  private typealias Form = ShapePath

  /// The old forms, each with the new ones that members went to, and the names of these members.
  private var ways: [Form: [Form: Set<String>]] = [:]
  /// The new places by their forms and the names in the gaps.
  private var places: [Gap: Set<ShapePath>] = [:]

  private struct Gap: Hashable {
    let form: Form
    let name: String
  }

  private static let gap = ShapePath.Step.member("\u{F8FF}gap")
  private static let fewest = 3
  // Each step of a path has a form as long as the path: of 300 levels `diff` took 11 s for their forms.
  private static let mostSteps = 32

  /// Makes the ways of some pairs of places, to some new places that are free.
  init(_ pairs: [(from: ShapePath, to: ShapePath)], to free: [ShapePath]) {
    for (from, to) in pairs {
      let targets = Self.forms(of: to)
      for source in Self.forms(of: from) {
        for target in targets where target.name == source.name {
          ways[source.form, default: [:]][target.form, default: []].insert(source.name)
        }
      }
    }
    for place in free {
      for gap in Self.forms(of: place) { places[gap, default: []].insert(place) }
    }
  }

  /// Where the way of others leads from an old place; nil where there is none, or several.
  func end(from path: ShapePath) -> ShapePath? {
    let ends = Self.forms(of: path).flatMap { gap -> Set<ShapePath> in
      guard let ways = ways[gap.form], let way = ways.max(by: { $0.value.count < $1.value.count }),
        way.value.count >= Self.fewest,
        ways.allSatisfy({ $0.key == way.key || 3 * $0.value.count <= way.value.count })
      else { return [] }
      return places[Gap(form: way.key, name: gap.name)] ?? []
    }
    return Set(ends).count == 1 ? ends.first : nil
  }

  /// The forms of a path, one for each name on it; none of a path that is longer than those of any API.
  private static func forms(of path: ShapePath) -> [Gap] {
    guard path.depth <= mostSteps else { return [] }
    let steps = path.steps
    let names = steps.map { step in
      if case .member(let name) = step { return NameWords.letters(name) }
      return ""
    }
    return Set(names).subtracting([""]).map { name in
      Gap(
        form: ShapePath(steps: zip(steps, names).map { $1 == name ? gap : $0 }),
        name: name)
    }
  }
}
