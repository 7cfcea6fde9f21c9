import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

/// How many of several defects in one document are found, and that none is invented.
///
/// A defect is independent if `JSONDecoder` refuses a document that has it alone. What is wrong with such a
/// document is what the report says of it; of several defects together the same must be said.
/// `CONTRACT_FUZZ=100` in the environment makes a hundred times as many documents, with other seeds.
@Suite(.computing) struct RecallTests {
  /// The least share of five defects that must be found.
  private static let leastRecall = 0.95

  struct Count {
    var defects = 0
    var found = 0
    var invented: [String] = []
    var absentPaths: [String] = []
    var missed: [String] = []
    var silent: [String] = []

    var recall: Double { defects == 0 ? 1 : Double(found) / Double(defects) }
  }

  @Test func fiveDefectsInOneRecordAreFound() throws {
    var lines: [String] = []
    var total: [Int: Count] = [:]
    for shape in ShapeCase.forms {
      var line = shape.name
      var alone: [String: [JSONPointer]] = [:]
      for size in 1...5 {
        let count = try Self.count(
          shape, defects: size, documents: 8 * Fuzzing.factor, alone: &alone)
        line += " \(size): \(count.found)/\(count.defects)"
        for example in count.missed.prefix(1) { line += "\n  missed \(example)" }
        for example in count.silent.prefix(1) { line += "\n  silently \(example)" }
        for example in count.invented.prefix(1) { line += "\n  invented \(example)" }
        for example in count.absentPaths.prefix(1) { line += "\n  absent \(example)" }
        total[size, default: Count()].defects += count.defects
        total[size, default: Count()].found += count.found
        total[size, default: Count()].invented += count.invented
        total[size, default: Count()].absentPaths += count.absentPaths
        total[size, default: Count()].silent += count.silent
      }
      lines.append(line)
    }
    let figures = lines.joined(separator: "\n")
    let recall = (1...5).map { total[$0]?.recall ?? 0 }
    #expect(recall[4] >= Self.leastRecall, "\(recall)\n\(figures)")
    #expect(total.values.flatMap(\.invented).isEmpty, "\(figures)")
    #expect(total.values.flatMap(\.absentPaths).isEmpty, "\(figures)")
    #expect(total.values.flatMap(\.silent).isEmpty, "\(figures)")
  }

  private static func count(
    _ shape: ShapeCase, defects size: Int, documents: Int, alone: inout [String: [JSONPointer]]
  ) throws -> Count {
    var random = SeededRandom(seed: UInt64(size * 1_000 + Fuzzing.factor))
    let sample = JSONNode(try document(shape.sample).root)
    var count = Count()
    for _ in 0..<documents {
      var defects: [Mutation] = []
      var expected: [[JSONPointer]] = []
      for _ in 0..<40 where defects.count < size {
        let mutation = Mutation.defect(in: sample, using: &random)
        if defects.contains(where: { $0.touches(mutation) }) { continue }
        let text = JSONWriter.compact(mutation.apply(to: sample))
        if alone[text] == nil {
          let outcome = try shape.decode(Array(text.utf8))
          alone[text] = outcome.foundationAccepts ? [] : outcome.report.stopping.map(\.pointer)
        }
        guard let pointers = alone[text], !pointers.isEmpty else { continue }
        defects.append(mutation)
        expected.append(pointers)
      }
      guard defects.count == size else { continue }
      // Deletions last, from behind, or they would move the elements behind them.
      let ordered = defects.sorted { !$0.isDeletion && $1.isDeletion }
      let text = JSONWriter.compact(ordered.reduce(sample) { $1.apply(to: $0) })
      let outcome = try shape.decode(Array(text.utf8))
      let pointers = Set(outcome.report.stopping.map(\.pointer))
      count.defects += size
      for (defect, places) in zip(defects, expected) {
        if places.allSatisfy(pointers.contains) {
          count.found += 1
        } else {
          let note = "\(defect.pointer) of \(text)\n  \(outcome.report.inWords)"
          count.missed.append(note)
          if !outcome.report.unexplored.contains(where: { part in
            defect.pointer.tokens.starts(with: part.pointer.tokens)
          }) {
            count.silent.append(note)
          }
        }
      }
      if !pointers.isSubset(of: Set(expected.joined())) {
        let extra = pointers.subtracting(expected.joined()).map(\.description).sorted()
        count.invented.append("\(extra) of \(text)\n  \(outcome.report.inWords)")
      }
      if let theirs = outcome.foundationPointer, !pointers.contains(theirs) {
        count.absentPaths.append("\(theirs) of \(text)\n  \(outcome.report.inWords)")
      }
    }
    return count
  }
}

extension Mutation {
  fileprivate var isDeletion: Bool { if case .delete = change { true } else { false } }
}
