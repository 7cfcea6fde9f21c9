import SchemaDrift
import StrictJSON
import TestSupport
import Testing

/// Changes that happen at once are told as each of them is told alone, and nothing else is told.
@Suite(.computing) struct CombinationTests {
  /// A change of a few keys that no other one has.
  struct Part: Sendable {
    let name: String
    let old: String
    let new: String
    let changes: [String]
  }

  private static func part(
    _ name: String, _ old: String, _ new: String, _ changes: String...
  ) -> Part {
    Part(name: name, old: old, new: new, changes: changes)
  }

  static let parts: [Part] = [
    part(
      "renamed", #""author": "{w2}""#, #""writer": "{w2}""#,
      "key-renamed $[*].author $[*].writer"),
    part(
      "renamed without a word in common", #""q": "{u1}""#, #""zz": "{u1}""#,
      "key-renamed $[*].q $[*].zz"),
    part(
      "nested", #""cover": "{u}""#, #""media": {"front": "{u}"}"#,
      "value-nested $[*].cover $[*].media.front"),
    part(
      "hoisted", #""print": {"press": "{w3}", "kind": "{e}"}"#,
      #""print": {"kind": "{e}"}, "press": "{w3}""#,
      "value-hoisted $[*].print.press $[*].press"),
    part(
      "moved two levels", #""a": {"b": {"mail": "{w4}"}, "k": "{e}"}"#,
      #""a": {"k": "{e}"}, "contact": {"by": {"mail": "{w4}"}}"#,
      "key-moved $[*].a.b $[*].contact.by"),
    part(
      "an object moved and renamed", #""x": {"shop": {"town": "{w5}", "no": {n2}}, "m": "{e}"}"#,
      #""x": {"m": "{e}"}, "place": {"store": {"town": "{w5}", "no": {n2}}}"#,
      "key-moved $[*].x.shop $[*].place.store"),
    part(
      "a number in quotes", #""pages": {n1}"#, #""pages": "{n1}""#,
      "number-to-numeric-string $[*].pages $[*].pages"),
    part(
      "a list of one", #""lang": "{w3}x""#, #""lang": ["{w3}x"]"#,
      "scalar-to-array $[*].lang $[*].lang[*]"),
    part(
      "another date format", #""day": "{d}""#, #""day": "{d1}""#,
      "date-format-changed $[*].day $[*].day"),
    part(
      "an object became its id", #""owner": {"id": "o{n4}", "name": "{w1}{w2}"}"#,
      #""owner": "o{n4}""#, "object-to-id $[*].owner $[*].owner"),
    part(
      "a map", #""rates": [{"code": "{c}", "mean": {n1}}, {"code": "{c1}", "mean": {n2}}]"#,
      #""rates": {"{c}": {"mean": {n1}}, "{c1}": {"mean": {n2}}}"#,
      "array-to-map $[*].rates $[*].rates"),
    part(
      "slots",
      #""part1": "{w4}y", "part2": "{w5}y", "part3": "", "size1": "{w1}z", "size2": "{w2}z", "size3": """#,
      #""parts": [{"name": "{w4}y", "size": "{w1}z"}, {"name": "{w5}y", "size": "{w2}z"}]"#,
      "slots-to-array $[*].part{n} $[*].parts[*].name"),
    part(
      "a key was reused", #""flag": "{u2}""#, #""flag": "{x}", "flags": {"svg": "{u2}"}"#,
      "meaning-changed $[*].flag $[*].flags.svg"),
    part(
      "removed", #""shelf": "{w5}q""#, #""same": 1"#,
      "key-removed $[*].shelf -", "key-added - $[*].same"),
    part("never a value", #""gap": null"#, #""gap": """#, "nothing-respelled $[*].gap $[*].gap"),
    part("constants", #""draft": false, "unit": "g""#, #""draft": false, "unit": "g""#),
  ]

  struct Combination: Sendable, CustomTestStringConvertible {
    let parts: [Part]
    var testDescription: String { parts.map(\.name).joined(separator: " + ") }
  }

  static let pairs = parts.indices.flatMap { first in
    parts.indices.filter { $0 > first }.map { Combination(parts: [parts[first], parts[$0]]) }
  }

  static let triples = parts.indices.map { first in
    Combination(parts: [0, 3, 7].map { parts[(first + $0) % parts.count] })
  }

  private static let rest = #""id": {n}, "title": "{w} of {w1}", "isbn": "978-{n3}""#

  @Test(arguments: parts.map { Combination(parts: [$0]) } + pairs + triples)
  func changesAreExactly(combination: Combination) throws {
    let old = ([Self.rest] + combination.parts.map(\.old)).joined(separator: ", ")
    let new = ([Self.rest] + combination.parts.map(\.new)).joined(separator: ", ")
    let drift = Drift.between(
      try MatchingTests.side(old, 0..<28), try MatchingTests.side(new, (14..<42).reversed()))
    let expected = combination.parts.flatMap(\.changes).sorted()
    #expect(MatchingTests.described(drift).sorted() == expected)
  }
}
