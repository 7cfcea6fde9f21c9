/// The sentences in which evidence is told.
enum Words {
  /// Something that came for the first time: "never null in 284 records, null in 3 of 40 now".
  static func first(_ what: String, _ count: Int, of new: Int?, notIn old: Int?) -> String {
    let before = old.map { "never \(what) in \(records($0))" } ?? "never \(what) by contract"
    let now = new.map { "\(what) in \(count) of \($0) now" } ?? "\(what) now"
    return "\(before), \(now)"
  }

  /// Something that does not come any more: "there in 25 of 25 records, absent in all 60 now".
  static func lost(_ what: String, _ old: Int?, of all: Int?, now new: Int?) -> String {
    var before = "there by contract"
    if let old, let all { before = "there in \(old) of \(records(all))" }
    return new.map { "\(before), \(what) in all \($0) now" } ?? "\(before), \(what) now"
  }

  /// What all new records show: "integer in all 40 records".
  static func all(_ what: String, _ count: Int?) -> String {
    count.map { "\(what) in \(records($0)) now" } ?? "\(what) by the new contract"
  }

  private static func records(_ count: Int) -> String {
    count == 1 ? "1 record" : "\(count) records"
  }
}
