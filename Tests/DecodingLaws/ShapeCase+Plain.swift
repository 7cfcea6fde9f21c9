import Foundation

extension ShapeCase {
  private static let item = #"{"id": 1, "name": "a", "price": 2.5, "tags": ["x", "y"]}"#
  private static let id = "8C1A6D5E-0B5C-4E6D-9B57-3A0C1A0F7B11"

  /// Types of every form, hand-written and synthesised.
  static let plain: [ShapeCase] = [
    ShapeCase(
      Flat.self,
      #"""
      {"integer": 1, "text": "t", "double": 1.5, "flag": true, "list": [1, 2], "note": "n",
       "wide": 5, "byte": 7, "name": "x", "float": 0.5}
      """#, isSynthesised: true),
    ShapeCase(
      User.self,
      #"""
      {"id": 1, "name": "n", "company": {"name": "c", "motto": null}, "address":
       {"street": "s", "zip": "z", "coordinates": {"latitude": 1.5, "longitude": -2}}}
      """#, isSynthesised: true),
    ShapeCase(
      Items.self, #"{"total": 3, "items": [\#(item), \#(item), \#(item)]}"#, isSynthesised: true),
    ShapeCase([Item].self, "[\(item), \(item)]", isSynthesised: true),
    ShapeCase(
      Paint.self,
      #"""
      {"color": "red", "accent": "blue", "level": 20, "levels": [10, 30], "single": "only",
       "name": "n"}
      """#, isSynthesised: true),
    ShapeCase(
      Scores.self,
      #"""
      {"scores": {"a": 1, "b": 2}, "places": {"p": {"latitude": 1, "longitude": 2},
       "q": {"latitude": 3, "longitude": 4}}, "owner": "o"}
      """#, isSynthesised: true),
    ShapeCase(
      Keyed.self,
      #"""
      {"numbers": {"1": "a", "2": "b"}, "axes": {"x": 1, "z": 3}, "floors": {"0": "g", "2": "s"},
       "count": 1}
      """#, isSynthesised: true),
    ShapeCase(
      Containers.self,
      #"""
      {"set": [1, 2], "range": [1, 5], "flat": ["\#(id)", 1], "optional": ["a", null],
       "grid": [[1, 2], [], [3]], "contiguous": [true, false], "deep": {"a": [{"x": 1, "y": null}]},
       "count": 2}
      """#),
    ShapeCase(
      Optionals.self,
      #"""
      {"twice": 1, "list": [1, null, 2], "text": "t", "place": {"latitude": 1, "longitude": 2},
       "address": {"street": "s", "zip": "z", "coordinates": {"latitude": 1, "longitude": 2}},
       "count": 1}
      """#, isSynthesised: true),
    ShapeCase(
      Tree.self,
      #"""
      {"value": 1, "children": [{"value": 2, "children": []},
       {"value": 3, "children": [{"value": 4, "children": []}]}]}
      """#, isSynthesised: true),
    ShapeCase(
      Page<Item>.self, #"{"number": 1, "results": [\#(item)], "next": "n"}"#, isSynthesised: true),
    ShapeCase(
      Numbers.self,
      #"""
      {"tiny": 1, "small": 2, "middle": 3, "word": 4, "half": 5, "quarter": 6, "wide": 7,
       "huge": 8, "vast": 9, "double": 1.5, "float": 2.5, "graphic": 3.5}
      """#, isSynthesised: true),
    ShapeCase(
      Values.self,
      #"""
      {"amount": 1.50, "id": "\#(id)", "data": "AQID", "link": "https://example.com/a",
       "links": ["https://example.com"], "other": "x", "note": "n"}
      """#, isSynthesised: true),
    ShapeCase(
      Wrapped.self,
      #"{"title": " abc ", "nick": "n", "subtitle": "defg", "motto": "m", "count": 1}"#),
    ShapeCase(
      Contact.self,
      #"""
      {"name": "n", "email": "a@b.c", "backup": "d@e", "others": ["f@g", "h@i"], "age": 3}
      """#, isSynthesised: true),
    ShapeCase(
      Events.self,
      #"""
      {"events": [{"login": {"user": "u", "at": 1}}, {"logout": {"reason": "r"}}, {"ping": {}}],
       "count": 3}
      """#),
    ShapeCase(
      Recipes.self,
      #"""
      {"meals": [{"idMeal": "1", "strMeal": "a", "strCategory": "c", "strMealThumb": "https://a.b",
       "strIngredient1": "i", "strIngredient2": "", "strIngredient3": null, "strMeasure1": "m",
       "strMeasure2": " ", "strMeasure3": "", "dateModified": 1},
       {"idMeal": "2", "strMeal": "b", "strCategory": "d"}]}
      """#, isSynthesised: true),
    ShapeCase(
      Nodes.self,
      #"""
      {"first": {"value": 1, "label": "a", "next": {"value": 2, "label": "b"}},
       "list": [{"value": 3, "label": "c", "next": null}], "count": 1}
      """#),
    ShapeCase(
      Times.self, times("1142548200", "7"), isSynthesised: true, dates: .seconds,
      named: "Times, seconds"),
    ShapeCase(
      Times.self, times("1142548200000", "7.5"), isSynthesised: true, dates: .milliseconds,
      named: "Times, milliseconds"),
    ShapeCase(
      Times.self, times("-7", "8"), isSynthesised: true, dates: .deferred, named: "Times, deferred"),
    ShapeCase(
      Times.self, times(#""2006-03-24T22:30:00Z""#, #""2006-03-24T22:30:00.5+02:00""#),
      isSynthesised: true, dates: .iso8601, named: "Times, ISO 8601"),
    ShapeCase(
      Times.self, times(#""2006-03-24""#, #""2007-01-01""#), isSynthesised: true,
      dates: .formatted, named: "Times, formatted"),
    ShapeCase(
      Times.self, times(#""17""#, #""18.5""#), isSynthesised: true, dates: .custom,
      named: "Times, custom"),
    ShapeCase(
      Renamed.self, renamed("user_name", "inner_thing"), isSynthesised: true,
      keys: .convertFromSnakeCase, named: "Renamed, snake case"),
    ShapeCase(
      Renamed.self, renamed("USERNAME", "INNERTHING"), keys: Renamed.custom,
      named: "Renamed, custom"),
    ShapeCase(
      Launch.self,
      #"""
      {"flight_number": 1, "rocket": {"rocket_name": "r", "first_stage": {"block": 5}},
       "links": {"mission_patch": "https://a.b"}, "launch_site": "s"}
      """#),
    ShapeCase(
      Payloads.self,
      #"{"payloads": [{"payload_id": "a", "mass": 1}, {"payload_id": "b"}], "count": 1}"#),
    ShapeCase(
      Unions.self,
      #"""
      {"id": 1, "other": "x", "caught": 2, "count": 3,
       "pets": [{"bark": "b", "age": 1}, {"meow": "m", "lives": 9}]}
      """#),
    ShapeCase(
      Shapes.self,
      #"""
      {"shapes": [{"type": "circle", "radius": 1}, {"type": "rectangle", "width": 1, "height": 2}],
       "count": 1}
      """#),
    ShapeCase(
      [Figure].self,
      #"[{"type": "circle", "radius": 1, "name": "c"}, {"type": "box", "width": 1, "name": "b"}]"#),
    ShapeCase(Lossy.self, #"{"items": [\#(item), 7], "age": 1, "count": 2}"#),
    ShapeCase(
      NestedChild.self, #"{"extra": "e", "size": 1, "super": {"id": 1, "kind": "k"}}"#),
    ShapeCase(FlatChild.self, #"{"extra": "e", "size": 1, "id": 1, "kind": "k"}"#),
    ShapeCase(Points.self, #"{"origin": [0, 1], "list": [[1, 2], [3]], "count": 1}"#),
    ShapeCase(
      Branches.self,
      #"""
      {"versions": [{"second": {"title": "t"}, "count": 1}, {"name": "n", "count": 2}],
       "spans": [{"start": 1, "end": 2, "name": "s"}], "dynamic": {"f_a": 1, "g": "x", "f_b": 2},
       "checks": [{"value": null, "text": "t"}, {"value": 1, "text": "u"}],
       "fallbacks": [{"name": "n", "size": 1, "count": 1}, {"title": "t", "count": 2}], "count": 1}
      """#, readsAllKeys: true),
    ShapeCase(Loop.self, #"{"items": [\#(item), \#(item)], "count": 2}"#),
    ShapeCase(
      Switches.self,
      #"""
      {"first": true, "second": "no", "count": 1,
       "expression": {"sum": [{"number": 1}, {"sum": [{"number": 2}, {"number": 3}]}]}}
      """#),
  ]

  private static func renamed(_ name: String, _ inner: String) -> String {
    #"""
    {"\#(name)": "n", "\#(inner)": {"\#(name)": "m", "x": [1]}, "x": {"a_b": 1, "A": 2},
     "list": [{"\#(name)": "o", "x": []}], "axes": {"x": 1}, "floors": {"1": 1}}
    """#
  }

  private static func times(_ first: String, _ second: String) -> String {
    #"""
    {"first": \#(first), "second": \#(second), "list": [\#(second), \#(first)],
     "byName": {"a": \#(first)}, "count": 1}
    """#
  }
}
