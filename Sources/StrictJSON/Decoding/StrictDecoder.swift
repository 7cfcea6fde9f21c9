public import Foundation

/// Decodes documents through any `Decodable` type and reports every problem, not only the first.
///
/// How it works. Nearly all values have no problem, so everything is first decoded in one fast pass
/// of the types' own initialisers, which only notes what they read (`FastPass`). A value that
/// comes out of it is done. One that does not goes to the engine; its parts, such as the elements of
/// an array in it, get fast passes of their own, so that in the end the engine works on the broken
/// records and on little else. Where a single request of a record fails, the fast pass explores it as well
/// (`FastExploration`). The report is the same in all ways, and does not depend on the documents that were read
/// before: what is learnt of a type is kept for the next document, what belongs to a document is not
/// (``StrictReader``).
///
/// The engine. A type's own `init(from:)` stops at its first error, so one run gives one problem.
/// The engine therefore runs it again with that value filled in, but only where this is sound:
///
/// 1. **Real data first.** Each initialiser runs once on the document as it is. If that works
///    there is nothing to report, and no made-up value ever existed.
/// 2. **Fill in and go on.** If it throws, the request that failed gets a placeholder, and the same
///    initialiser runs again to its next error. Requests that worked are answered from memory, so
///    the engine decodes no part of a record more than twice, however many problems it has.
/// 3. **Throw in the end.** Whatever came of it, the initialiser's caller sees the error. If the
///    caller swallows it (`try?`), the problems below it vanish with it where another way worked,
///    and else are told as tolerated; errors are what escapes from the root. If it passes it on,
///    the same happens one level higher, with the filled-in value as the placeholder.
///
/// Arrays, dictionaries, sets and optionals are walked by the decoder itself, one element after the
/// other, so the problems of all elements come out of one pass.
///
/// A worked example. `Meals` reads `{"meals": [{"id": 7}, {"id": "2", "name": "x"}]}`:
///
///     fast pass of Meals    throws at the "id" of Meal #0; what it noted is forgotten
///     Meals.init            asks for "meals" as [Meal]; the engine walks the array
///       fast pass of #0     throws again, and leaves #0 to the engine
///       Meal.init #0        "id" is a number               → type-mismatch, placeholder "1"
///       Meal.init again     "id" = "1", "name" is missing  → missing-key,   placeholder "1"
///       Meal.init again     completes: a Meal as a placeholder for element 0
///       Meal.init anew      with "text", then "2" as "id": "name" is missing there too, so it
///                           counts, and both problems are thrown
///       fast pass of #1     completes on real data
///     the array throws both problems, with [placeholder, real] as its own placeholder
///     Meals.init again      completes; the root throws, so both problems are reported
///
/// Placeholders go only where an initialiser hands a value straight to the property of the same name and
/// type, as a synthesised one does (`DecodingFrame` holds the rule). Another request behind one gets its
/// real value; where that fails, or where the failed request itself is another one, the initialiser stops
/// there, and the report says that the rest of that value was not explored. A problem
/// found behind a placeholder counts only if it shows for all variants of the placeholder.
///
/// Beside the problems a decoding leaves a trail: which members were asked for, and which failures
/// an initialiser swallowed with no other way that worked. What fails takes its part of the trail
/// with it, so a swallowed alternative counts for nothing (`DecodingTrail`). Members that nobody
/// asked for become ``DecodingReport/unread``, swallowed failures ``DecodingIssue/Kind/tolerated``.
///
/// An initialiser that looks aligned may still trap on a value that it did not expect: a
/// `precondition`, an index, a forced unwrap between two requests. Placeholders are chosen to make
/// this rare: numbers are not 0, texts and arrays of leaves not empty, URLs have a host. Whether
/// they are given at all, and whether a child of the process goes first, is the caller's choice
/// (``exploration``). Code that traps on the document itself traps here as it does in the app.
///
/// For an enumeration with payloads no value can be made up, so there a record stops too. If the
/// document holds a sound value of that enumeration, a second pass has it as a placeholder.
///
/// **Order.** `allKeys` has the keys in the order of the document, in each run of the program. `JSONDecoder` has
/// them in the order of a hash table, another one in each run; of a type that fails at the first of
/// several keys it may report another one than is told here.
public struct StrictDecoder: Sendable {
  /// How `Date` is decoded, as in `JSONDecoder`.
  public var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy = .deferredToDate

  /// How `Data` is decoded, as in `JSONDecoder`.
  public var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy = .base64

  /// Which name a member has for the type, as in `JSONDecoder`; reports keep the document's own.
  public var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys

  /// How text such as `"NaN"` is decoded as a number, as in `JSONDecoder`.
  public var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy =
    .throw

  /// What the types find in `Decoder.userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// What is done behind the first problem of a value; ``Exploration/inProcess`` at first.
  ///
  /// ``UnexploredPart`` tells what was left.
  public var exploration = Exploration.inProcess

  /// Is asked before made-up values are given, in place of a forked child.
  var explorationWatch: (any ExplorationWatch)?

  /// Whether values that nothing is wrong with are decoded in a fast pass; for tests.
  package var usesFastPass = true

  /// Makes a decoder with the strategies that `JSONDecoder` has at first.
  public init() {}

  /// Reports all problems that a type has with a document.
  ///
  /// Never throws: what is wrong is in the report. Runs the type's code in this process; what it
  /// meets behind a problem is the caller's choice (``exploration``).
  public func check<Root: Decodable>(_ type: Root.Type, in document: JSONDocument)
    -> DecodingReport
  {
    decode(type, from: document).report
  }

  /// Decodes a document and reports all problems; the value is nil where the type fails.
  ///
  /// Runs the type's code as ``check(_:in:)`` does.
  public func decode<Root: Decodable>(
    _ type: Root.Type, from document: JSONDocument
  ) -> (value: Root?, report: DecodingReport) {
    decode(type, from: document, in: .shared(type, self))
  }

  /// The same with sessions that serve this type only.
  func decode<Root: Decodable>(
    _ type: Root.Type, from document: JSONDocument, in pool: SessionPool
  ) -> (value: Root?, report: DecodingReport) {
    pool.withSession(for: self, on: document) { session in
      session.begin(document, self)
      var result = session.decode(type, document)
      let exemplars = session.exemplars
      session.end()
      if exploration != .none, !result.report.unexplored.isEmpty, !exemplars.isEmpty {
        // With the values that were decoded as stand-ins, a second pass may go on where one stopped.
        session.begin(document, self, exemplars: exemplars)
        result = session.decode(type, document)
        session.end()
      }
      return result
    }
  }
}

extension DecodingSession {
  /// Decodes the document with which the session began.
  fileprivate func decode<Root: Decodable>(
    _ type: Root.Type, _ document: JSONDocument
  ) -> (value: Root?, report: DecodingReport) {
    var value: Root?
    var report = DecodingReport()
    var attempts = FastAttempts()
    do throws(NodeFailure) {
      value = try attempts.decode(type, document.root, shape, self) { DecodingPath(root: shape) }
    } catch {
      report.issues = error.issues
      report.unexplored = error.unexplored
      putBack(error.trail)
    }
    readLog.endReading()
    report.issues += trail.tolerated
    if mayHaveUnreadMembers || report.issues.contains(where: { $0.kind == .missingKey }) {
      var search = UnreadSearch(document, self)
      report.issues = report.issues.map { search.explain($0) }
      report.unread = search.unreadKeys()
    }
    report.unexplored += misuses
    report.issues += trail.remarks
    report.issues += slotIssues()
    report.issues = ordered(report.issues)
    for index in report.issues.indices { report.issues[index].document = document }
    report.reads = readLog.reads(below: shape)
    return (value, report)
  }

  /// Sorts issues by their place in the document and drops repetitions.
  private func ordered(_ issues: [DecodingIssue]) -> [DecodingIssue] {
    guard issues.count > 1 else { return issues }
    let sorted = issues.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }
    var unique: [DecodingIssue] = []
    unique.reserveCapacity(sorted.count)
    var start = 0
    for (_, issue) in sorted {
      // Only issues of one place can be the same.
      if let last = unique.last, last.offset != issue.offset { start = unique.count }
      if !unique[start...].contains(issue) { unique.append(issue) }
    }
    return unique
  }
}
