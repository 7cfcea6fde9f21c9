import Endpoints

/// The name of a fixture: suite, endpoint and case.
///
/// The three parts are safe as file names, whatever text they are made from: they cannot leave
/// the folder of the fixtures, hide in it, or be taken for another file of the layout.
public struct FixtureID: Sendable, Hashable {
  /// Whether a fixture is in use or waits for a review.
  public enum State: Sendable, Hashable {
    /// A fixture that checks read: `<case>.json`.
    case stored
    /// A recording whose shape differs, which waits for a review: `<case>.pending.json`.
    case pending
  }

  /// The suite, such as `themealdb`.
  public let suite: String

  /// The endpoint, such as `recipe`.
  public let endpoint: String

  /// The case, such as `52958` or `c-Dessert`.
  public let caseName: String

  /// Whether the fixture is in use or waits for a review.
  public let state: State

  /// Makes a name; each part goes through `safeName(_:)`, and a credential in the case becomes a text of
  /// the same form.
  public init(suite: String, endpoint: String, caseName: String, state: State = .stored) {
    self.suite = Self.safeName(suite)
    self.endpoint = Self.safeName(endpoint)
    self.caseName = Self.safeName(Self.withoutCredentials(caseName))
    self.state = state
  }

  /// The same name in another state.
  public func with(_ state: State) -> FixtureID { with(caseName: caseName, state) }

  /// Another case beside this one, by a name that was read from the folder and may hold what
  /// `safeName(_:)` would change.
  func with(caseName: String, _ state: State) -> FixtureID {
    FixtureID(listedBeside: self, caseName: caseName, state: state)
  }

  private init(listedBeside other: FixtureID, caseName: String, state: State) {
    suite = other.suite
    endpoint = other.endpoint
    self.caseName = caseName
    self.state = state
  }

  /// The file of the body, relative to the folder of the fixtures.
  package var file: String { file(".json") }

  func file(_ suffix: String) -> String {
    "\(suite)/\(endpoint)/\(caseName)\(state == .pending ? ".pending" : "")\(suffix)"
  }

  /// A case without the credentials in it.
  ///
  /// Names and values are joined by `-`, which may be in a token, too, so each rest behind one is looked at.
  private static func withoutCredentials(_ text: String) -> String {
    let bytes = Array(text.utf8)
    // What begins further behind is in no file name.
    let joints = bytes.indices.prefix(longestName).filter { bytes[$0] == UInt8(ascii: "-") }
    for start in [0] + joints.map({ $0 + 1 }) {
      let rest = String(decoding: bytes[start...], as: UTF8.self)
      let named = Redaction.standard.named(rest)
      if named != rest { return String(decoding: bytes[..<start], as: UTF8.self) + named }
    }
    return text
  }

  /// The longest part of a name, in bytes.
  package static let longestName = 100

  /// A name of at most 100 bytes that is safe as a file name on every system.
  ///
  /// A text of ASCII letters, digits, `-`, `_`, `+`, `=` and `,` stays as it is. Otherwise each
  /// other byte becomes `-`, and eight digits of the text's SHA-256 follow, so that different texts
  /// keep different names. The empty text becomes `default`.
  public static func safeName(_ text: String) -> String {
    if text.isEmpty { return "default" }
    let isSafe = { (byte: UInt8) in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_+=,".utf8.contains(byte)
      }
    }
    if text.utf8.count <= longestName, text.utf8.allSatisfy(isSafe) { return text }
    let kept = text.utf8.prefix(91).map { isSafe($0) ? $0 : UInt8(ascii: "-") }
    let digest = SHA256.hexadecimalDigest(of: Array(text.utf8)).prefix(8)
    return "\(String(decoding: kept, as: UTF8.self))-\(digest)"
  }
}

extension FixtureID: Comparable, CustomStringConvertible {
  /// The order of suites, endpoints and cases; a pending fixture comes after a stored one.
  public static func < (left: FixtureID, right: FixtureID) -> Bool {
    if left.suite != right.suite { return left.suite < right.suite }
    if left.endpoint != right.endpoint { return left.endpoint < right.endpoint }
    return (left.caseName, left.rank) < (right.caseName, right.rank)
  }

  /// The parts with slashes: `themealdb/recipe/52958`.
  public var description: String {
    "\(suite)/\(endpoint)/\(caseName)\(state == .pending ? " (pending)" : "")"
  }

  private var rank: Int { state == .stored ? 0 : 1 }
}
