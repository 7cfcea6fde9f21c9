// How two formats are compared, and the folder of each step:
//
//     Matching/Records      which objects of two answers are records, and which of them are the same one
//     Matching/Columns      which member of the records holds what another one held, by the values of the same records
//     Matching/Assignment   the same where no record is on both sides: all pairs weighed at once
//     Matching/Guesses      members that became entries, elements or slots, where values do not tell
//     Matching/Places       the tree over these: where the objects and lists went that hold the members
//     Comparison            each place beside the one that it became: the changes
//     Sketch                what a contract keeps of values, for a comparison without the documents
//
// Matching/Names knows how alike two keys are, Matching/Values what one text or number may be; DriftTuning has the numbers.
//
//     {"strMeal": "Pie", "strTags": "A,B"}      {"meal": {"name": "Pie"}, "tags": ["A", "B"]}
//
// is one record on either side. All values of `strMeal` are those of `meal.name`, so it moved there, and `meal` is new
// as its holder only. The texts of `strTags` are those of `tags` put together: a text that became a list.

public import JSONSchema
public import StrictJSON

/// The difference between an old and a new format: one change for each cause, and all paths.
///
/// A drift says what changed and how sure that is. How bad it is depends on who reads the API, and
/// is for others to say.
public struct Drift: Sendable, Hashable {
  /// The changes, in the order of the old format; new places stand behind their neighbours.
  public let changes: [Change]

  /// Every old path with its new one, unchanged ones included, and every new path.
  public let mapping: [PathMapping]

  /// The places that hold the data and were empty in the new samples, so that nothing is known
  /// about what lies below.
  public let unexercised: [ShapePath]

  /// Compares two formats of which only the shapes are known.
  ///
  /// What the new samples do not show is no change, unless the old ones make that too unlikely.
  public static func between(_ old: Shape, _ new: Shape) -> Drift {
    between(Side(shape: old), Side(shape: new))
  }

  /// Compares two formats by their shapes and by the values of the records that are on both sides.
  ///
  /// Where a key went is told by values; where no record is on both sides, names must do.
  public static func between(_ old: Side, _ new: Side) -> Drift {
    DeepStack.run(for: [old.shape, new.shape]) { compare(old, new) }
  }

  private static func compare(_ old: Side, _ new: Side) -> Drift {
    // A map that one side shows by its keys is one on the other side, too.
    let renamed = RenamedEntries(old, new)
    let lists = (
      old: KeyedLists(old, beside: new), new: KeyedLists(new, beside: old)
    )
    let oldAlone = old.shape.withMaps(beside: new.shape, renamed, lists.new, isOld: true)
    let newAlone = new.shape.withMaps(beside: old.shape, renamed, lists.old, isOld: false)
    var oldShape = oldAlone.withMaps(beside: newAlone, renamed, lists.new, isOld: true)
    var newShape = newAlone.withMaps(beside: oldAlone, renamed, lists.old, isOld: false)
    for root in RecordRoots.pairs(oldShape, newShape) {
      oldShape = oldShape.withInnerRecords(at: root.old)
      newShape = newShape.withInnerRecords(at: root.new)
    }
    // And what is a family of slots on one side only are members on both.
    let oldSide = Side(
      shape: oldShape.withSlots(beside: newShape), documents: old.documents, sketch: old.sketch)
    let newSide = Side(
      shape: newShape.withSlots(beside: oldShape), documents: new.documents, sketch: new.sketch)
    let matching = PlaceMatching(oldSide, newSide)
    var comparison = ShapeComparison(oldSide.shape, newSide.shape, matching)
    comparison.run()
    return Drift(
      changes: comparison.changes, mapping: comparison.mapping,
      unexercised: comparison.unexercised)
  }
}
