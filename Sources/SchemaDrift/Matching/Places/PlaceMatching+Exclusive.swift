import JSONSchema
import StrictJSON

/// Members of which a record has but one, and which are one member now.
extension PlaceMatching {
  /// Guesses that members of which a record has but one are one member now: `regular_title` and `quote_title` are
  /// `title`.
  mutating func guessExclusiveMembers() {
    for match in tables {
      for column in match.old.columns.indices {
        let path = match.old.columns[column].path
        guard hasLeft(path), let holder = path.parent else { continue }
        let found = match.old.columns.indices.filter { other in
          let sibling = match.old.columns[other].path
          guard other != column, sibling.parent == holder, let target = image(of: sibling),
            let place = match.new.column(at: target), old[target] == nil,
            NameLikeness.of(path.lastName ?? "", target.lastName ?? "")
              >= DriftTuning.Names.halfNames,
            match.old.profiles[column].isOfOneForm(as: match.new.profiles[place])
          else { return false }
          return match.old.areExclusive(column, other)
        }
        let targets = Set(found.compactMap { image(of: match.old.columns[$0].path) })
        if targets.count == 1, let target = targets.first, !hasFreeNamesake(path, besides: target) {
          merge(match.old.columns[column].path, into: target)
        }
      }
    }
  }

  /// Whether a new place beside another one that is taken has as much of an old place's name.
  private func hasFreeNamesake(_ path: ShapePath, besides target: ShapePath) -> Bool {
    let likeness = { (place: ShapePath) in
      NameLikeness.of(path.lastName ?? "", place.lastName ?? "")
    }
    return (target.parent.flatMap { new[$0]?.children } ?? []).contains {
      $0 != target && !claimed.contains($0) && old[place(inOld: $0)] == nil
        && likeness($0) >= likeness(target)
    }
  }

  /// Guesses that objects of which a record has but one are one object now, where most of what they hold is in that under
  /// the same names.
  ///
  ///     {"type": "Weapon", "weapon": {"defense": …}}, {"type": "Armor", "armor": {"defense": …}}
  ///     {"type": "Weapon", "details": {"defense": …}}, {"type": "Armor", "details": {"defense": …}}
  mutating func guessExclusiveObjects() {
    for match in tables {
      let parts = parts(of: match.old).filter { new[expected($0.path)] == nil }
      let targets = parts.map { self.targets(of: $0, in: match.old) }
      // What was found of any of them says where all are.
      for target in Set(targets.joined()).sorted(by: { $0.description < $1.description })
      where new[target]?.nature == .object && old[place(inOld: target)] == nil {
        let candidates = zip(parts, targets).filter { $0.1.isSubset(of: [target]) }
        mergeExclusive(
          candidates.map(\.0), moved: candidates.filter { !$0.1.isEmpty }.map(\.0), into: target,
          match)
      }
    }
  }

  /// Merges those of some objects that are in no record with any that is known to be the target now.
  private mutating func mergeExclusive(
    _ parts: [Part], moved: [Part], into target: ShapePath, _ match: ColumnMatching
  ) {
    var merged: [(from: ShapePath, to: ShapePath)] = []
    for part in parts {
      let others = moved.filter { $0.path != part.path }
      guard !others.isEmpty,
        others.allSatisfy({ match.old.areExclusive(part.fullest, $0.fullest) })
      else { continue }
      let pairs = part.columns.compactMap { column -> (from: ShapePath, to: ShapePath)? in
        let path = match.old.columns[column].path
        let place = path.moved(from: part.path, to: target)
        // Where a record had the part and nothing is in the target now, the part is gone.
        guard let other = match.new.column(at: place),
          match.old.profiles[column].isOfOneForm(as: match.new.profiles[other]),
          match.recordsBefore(path) == 0 || match.agreement(column, other).compared > 0
        else { return nil }
        return (path, place)
      }
      if pairs.count >= DriftTuning.Guesses.fewestUnwrapped, pairs.count * 2 >= part.columns.count {
        merged += pairs
      }
    }
    let sources = Dictionary(grouping: merged, by: \.to)
    for pair in merged {
      // What only one of them holds stays what it was found to be.
      let isShared = sources[pair.to, default: []].count > 1
      if isGone(pair.from) || isShared && image(of: pair.from) == pair.to {
        merge(pair.from, into: pair.to)
      }
    }
  }

  /// A member of the records that is an object, with the columns of what it holds.
  private struct Part {
    let path: ShapePath
    var columns: [Int]
    /// The column that most records have.
    var fullest: Int
  }

  private func parts(of table: RecordTable) -> [Part] {
    var parts: [Part] = []
    let depth = table.root.depth + 1
    for (column, place) in table.columns.enumerated() where place.path.depth > depth {
      let path = ShapePath(steps: Array(place.path.steps.prefix(depth)))
      guard old[path]?.nature == .object else { continue }
      guard let index = parts.firstIndex(where: { $0.path == path }) else {
        parts.append(Part(path: path, columns: [column], fullest: column))
        continue
      }
      parts[index].columns.append(column)
      if table.filled(column) > table.filled(parts[index].fullest) {
        parts[index].fullest = column
      }
    }
    return parts
  }

  /// The objects that hold what was found of a part under the names that it had there.
  private func targets(of part: Part, in table: RecordTable) -> Set<ShapePath> {
    Set(
      part.columns.compactMap { column in
        let path = table.columns[column].path
        let rest = path.steps(below: part.path.depth)
        guard let image = image(of: path), image.depth > rest.count,
          Array(image.steps.suffix(rest.count)) == Array(rest)
        else { return nil }
        let target = ShapePath(steps: Array(image.steps.dropLast(rest.count)))
        return target.lastName == part.path.lastName ? nil : target
      })
  }
}
