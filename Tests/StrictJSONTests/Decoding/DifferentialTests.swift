import StrictJSON
import TestSupport
import Testing

@testable import DecodingLaws

/// Both decoders are given the same documents, thousands of them, and must say the same.
///
/// `CONTRACT_FUZZ=100` in the environment makes a hundred times as many, with other seeds.
@Suite(.computing) struct DifferentialTests {

  @Test(arguments: ShapeCase.all)
  func sampleDecodes(shape: ShapeCase) throws {
    let outcome = try shape.decode(Array(shape.sample.utf8))
    #expect(outcome.foundationAccepts, "\(outcome.foundationError)")
    #expect(outcome.hasValue)
    #expect(outcome.valuesAreEqual)
    #expect(outcome.report.decodes, "\(outcome.report.issues.map(\.message))")
    #expect(outcome.report.unexplored.isEmpty)
  }

  @Test(arguments: ShapeCase.all)
  func verdictsAndValuesAreFoundations(shape: ShapeCase) throws {
    var random = SeededRandom(seed: UInt64(Fuzzing.factor))
    let sample = JSONNode(try document(shape.sample).root)
    var differences: [String] = []
    var accepted = 0
    let decoders = shape.single()
    for round in 0..<60 * Fuzzing.factor {
      let text = JSONWriter.compact(
        MadeUpDocument.record(sample, changes: round % 3 + 1, using: &random))
      let bytes = Array(text.utf8)
      let outcome = try decoders.decode(bytes)
      if outcome.foundationAccepts { accepted += 1 }
      if let law = outcome.brokenLaw(of: shape, try decoders.engine(bytes)) {
        differences.append("\(text)\n  \(law)")
      }
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.first ?? "")")
    #expect(accepted > 0)
    #expect(accepted < 60 * Fuzzing.factor)
  }

  /// Documents that once broke a law: a type's own error behind a date that is none, before a broken list.
  @Test(arguments: [
    (
      "Shipment",
      #"""
      {"order_number": 1, "sent_at": "red", "ship_to": {"full_name": "f", "post_code": "p"},
       "line_items": [null, {"unit_price": 3, "item_count": 2}], "is_gift": true}
      """#
    ),
    (
      "User",
      #"""
      {"id": 1, "name": "n", "company": {"name": "c", "motto": 3}, "address": []}
      """#
    ),
    (
      "Recipes",
      #"""
      {"meals": [{"idMeal": "1", "strMeal": 1, "strCategory": "c", "strMealThumb": "https://a.b",
       "strIngredient1": "i", "strIngredient2": "", "strIngredient3": null, "strMeasure1": "m"}]}
      """#
    ),
    ("Twice", #"{"id":1,"flag":1e400,"old":null,"items":1e400,"legacy":5,"x":{}}"#),
  ])
  func documentThatBrokeALawKeepsAll(name: String, text: String) throws {
    let shape = try #require((ShapeCase.all + ShapeCase.hostile).first { $0.name == name })
    let decoders = shape.single()
    let outcome = try decoders.decode(Array(text.utf8))
    #expect(outcome.brokenLaw(of: shape, try decoders.engine(Array(text.utf8))) == nil)
  }

  /// Each defect on its own gives one problem at its place, behind the one that JSONDecoder reports of a value around it,
  /// or of another form, where that was tried in several ones; all together give all of them.
  @Test(arguments: ShapeCase.all)
  func defectsAreFoundAloneAndTogether(shape: ShapeCase) throws {
    var random = SeededRandom(seed: UInt64(Fuzzing.factor) + 1)
    let sample = JSONNode(try document(shape.sample).root)
    var faults: [String] = []
    let decoders = shape.single()
    for _ in 0..<15 * Fuzzing.factor {
      var defects: [Mutation] = []
      for _ in 0..<8 {
        let mutation = Mutation.defect(in: sample, using: &random)
        if defects.contains(where: { $0.touches(mutation) }) { continue }
        let text = JSONWriter.compact(mutation.apply(to: sample))
        let outcome = try decoders.decode(Array(text.utf8))
        if outcome.foundationAccepts { continue }
        let found = outcome.report.stopping
        let isOne =
          found.count == 1
          || found.count == 2
            && (found[1].pointer.tokens.starts(with: found[0].pointer.tokens)
              || found[0].message.contains("see \(found[1].pointer) for the form that fits best"))
        if !isOne { faults.append("alone: \(text)\n  \(outcome.report.inWords)") }
        guard shape.isSynthesised else { continue }
        if found.map(\.pointer) != [mutation.pointer] || !outcome.report.unexplored.isEmpty {
          faults.append("alone: \(text)\n  \(outcome.report.inWords)")
        }
        defects.append(mutation)
      }
      guard defects.count > 1 else { continue }
      let text = JSONWriter.compact(defects.reduce(sample) { $1.apply(to: $0) })
      let report = try decoders.decode(Array(text.utf8)).report
      let isComplete =
        Set(report.stopping.map(\.pointer)) == Set(defects.map(\.pointer))
        && report.stopping.count == defects.count && report.unexplored.isEmpty
      if !isComplete {
        faults.append("together: \(text)\n  \(defects.map(\.pointer)) \(report.inWords)")
      }
    }
    #expect(faults.isEmpty, "\(faults.count): \(faults.first ?? "")")
  }
}
