import JSONSchema
import SchemaDrift
import WireDates

/// The evidence of a change in words: "never null in 284 records, null in 3 of 40 now".
struct EvidenceText {
  let text: String

  init(_ evidence: Evidence, of change: Change) {
    text = Self.words(evidence.basis, of: change)
  }

  private static func words(_ basis: Evidence.Basis, of change: Change) -> String {
    switch basis {
    case .appeared(let state, let count, let new, let old):
      appeared(words(state, of: change), count, of: new, before: old)
    case .vanished(let state, let count, let all, let now):
      vanished(words(state, of: change), count, of: all, now: now)
    case .all(let state, let records):
      (state.map { words($0, of: change) + " " } ?? "")
        + (records.map { "in \(Self.records($0)) now" } ?? "by the new contract")
    case .respelled(let old, let count, let all, let new, let now, let allNow):
      "\(ChangeText.words(old)) in \(count) of \(all) records, "
        + "\(ChangeText.words(new)) in \(now) of \(allNow) now"
    case .agreement(let matched, let compared, let isNear):
      // Another unit, another code for the same, a part of it: not equal, but one follows from the other.
      "\(matched) of \(compared) compared records \(isNear ? "have matching values" : "agree")"
    case .shared(let matched, let compared, let others):
      "\(matched) of \(compared) compared records agree, and as many with \(words(others, of: change))"
    case .scaled(let unit, let matched, let compared):
      (change.new == .scaled(unit) ? "so" : ChangeText.words(unit))
        + " in \(matched) of \(compared) compared records"
    case .disagreement(let matched, let compared):
      "the values are the same in \(matched) of \(compared) records"
    case .emptied(let count, let all, let others):
      "\(count) of the \(records(all)) that had a value have none now, "
        + (others == 0 ? "and none the other way round" : "and \(others) the other way round")
    case .looks(let old, let count, let new, let now):
      "\(ChangeText.words(old)) in \(count) values, \(ChangeText.words(new)) in \(now) now"
    case .position: "a guess: only name, type and position speak for it"
    case .partsBelow: "what stands below it is the same"
    case .nameTaken: "another key has this name now"
    case .neighbour(let endpoint, let basis):
      "as in \(endpoint): \(words(basis, of: change))"
    case .accepted(let day, let words):
      "accepted on \(day)" + (words.isEmpty ? "" : ": \(words)")
    }
  }

  /// Something that came for the first time.
  private static func appeared(_ what: String, _ count: Int, of new: Int?, before old: Int?)
    -> String
  {
    let before = old.map { "never \(what) in \(records($0))" } ?? "never \(what) by contract"
    let now = new.map { "\(what) in \(count) of \($0) now" } ?? "\(what) now"
    return "\(before), \(now)"
  }

  /// Something that does not come any more: "there in 25 of 25 records, absent in all 60 now".
  private static func vanished(_ what: String, _ old: Int?, of all: Int?, now new: Int?) -> String {
    var before = "there by contract"
    if let old, let all { before = "there in \(old) of \(records(all))" }
    let now = new.map { $0 == 1 ? " in the one record" : " in all \($0)" } ?? ""
    return "\(before), \(what)\(now) now"
  }

  /// What a record shows, in one word where that is enough.
  private static func words(_ state: Change.State?, of change: Change) -> String {
    switch state {
    case nil: "so"
    case .required?: "there"
    case .onlyNull?: "null"
    case .onlyEmpty?: "empty"
    case .dates(let format)?: format.name
    case let state?: ChangeText.words(state, isOld: false, beside: change.old)
    }
  }

  private static func records(_ count: Int) -> String {
    count == 1 ? "1 record" : "\(count) records"
  }
}
