import Foundation

extension ShapeCase {
  /// Records in the forms of packages for web APIs, with a document of several members each.
  static let forms: [ShapeCase] = [
    ShapeCase(
      Film.self,
      #"""
      {"id": 1, "title": "t", "tagline": "g", "release_date": "2006-03-24", "homepage":
       "https://a.b", "runtime": 90, "genres": [{"id": 1, "name": "n"}, {"id": 2, "name": "m"}],
       "vote_average": 7.5, "adult": false}
      """#, dates: .formatted),
    ShapeCase(
      [Film].self,
      #"""
      [{"id": 1, "title": "t", "tagline": "g", "release_date": "", "homepage": "", "runtime": 90,
        "genres": [{"id": 1, "name": "n"}], "vote_average": 7.5, "adult": false},
       {"id": 2, "title": "u", "release_date": "2006-03-24", "homepage": "https://a.b",
        "runtime": 90, "genres": [], "vote_average": 7.5}]
      """#, dates: .formatted, named: "Films"),
    ShapeCase(Profile.self, profile, dates: .iso8601),
    ShapeCase(
      Post.self,
      #"""
      {"id": "1", "created": "2006-03-24T22:30:00Z", "author": \#(profile), "visibility": "open",
       "policy": "everybody", "isSensitive": false, "tags": [{"name": "n", "link": "https://a.b"}],
       "replies": 3, "repost": {"id": "2", "created": "2006-03-24T22:30:00Z", "author": \#(profile),
       "visibility": "closed", "policy": "other", "isSensitive": true, "tags": [], "replies": 0}}
      """#, dates: .iso8601),
    ShapeCase(
      Project.self,
      #"""
      {"owner": {"id": 1, "login": "l", "url": "u"}, "lead": {"id": 2, "login": "m", "email": "e",
       "score": 1.5}, "name": "n", "private": false, "stargazers_count": 5,
       "pushed": "2006-03-24T22:30:00Z", "size": 7}
      """#, dates: .iso8601),
    ShapeCase(Playback.self, playback),
    ShapeCase([Playback].self, "[\(playback), \(playback), \(playback)]", named: "Playbacks"),
    ShapeCase(
      [Declaration].self, "[\(declaration), \(declaration)]", named: "Declarations"),
    ShapeCase(
      Interface.self,
      #"""
      {"openapi": "3.1", "info": {"title": "t", "terms": "https://a.b"}, "paths": {
       "a": {"summary": "s", "status": 200, "body": {"$ref": "r"}},
       "b": {"summary": "s", "status": 201, "body": {"content": "c", "required": true}},
       "c": {"summary": "s", "status": 202, "body": {"$ref": "r"}},
       "d": {"summary": "s", "status": 203, "body": {"content": "d", "required": false}},
       "e": {"summary": "s", "status": 204, "body": {"$ref": "q"}}}, "tags": ["x", "y"]}
      """#),
    ShapeCase(
      Features.self,
      #"""
      {"features": [
       {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]},
        "properties": {"name": "n"}, "bbox": [1, 2, 3, 4]},
       {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[1, 2], [3, 4]]},
        "properties": {"name": "m"}},
       {"type": "Feature", "geometry": {"type": "Point", "coordinates": [5, 6]},
        "properties": {"name": "o"}, "bbox": [1, 2, 3, 4]},
       {"type": "Feature", "geometry": {"type": "Point", "coordinates": [7, 8]},
        "properties": {}, "bbox": [1, 2, 3, 4]}], "total": 2}
      """#),
    ShapeCase(
      ToolCall.self,
      #"""
      {"id": "1", "arguments": {"a": 1, "b": [true, null], "c": {"d": "e"}}, "extra": 2.5,
       "index": 1, "duration": 0.5}
      """#),
    ShapeCase(
      Generated.self,
      #"""
      {"one": {"title": "t", "size": 1}, "others": [{"label": "l", "more": 3}, 5],
       "any": {"title": "t", "size": 1}, "id": 1, "note": "n"}
      """#, readsAllKeys: true),
    ShapeCase(
      Wrappers.self,
      #"""
      {"items": [{"id": 1, "name": "a", "price": 2.5, "tags": ["x"]}, 7], "count": "5",
       "ratio": 0.5, "nick": "n", "id": 7, "flags": 3, "level": 2, "name": "n"}
      """#),
    ShapeCase(
      Invoice.self,
      #"""
      {"issued": "2006-03-24", "due": 1142548200, "total": 10.50,
       "id": "8C1A6D5E-0B5C-4E6D-9B57-3A0C1A0F7B11", "link": "https://a.b", "seal": "AQID",
       "lines": [{"label": "l", "amount": 5, "day": "2006-03-24T22:30:00Z"},
       {"label": "m", "amount": 5.5, "day": "2006-03-24"}]}
      """#),
    ShapeCase(
      Chat.self,
      #"""
      {"id": "1", "created": 5, "messages": [{"role": "user", "content": "c", "index": 0},
       {"role": "system", "content": [{"type": "text", "text": "t"}, {"type": "image",
        "link": "https://a.b", "width": 5}], "name": "n", "index": 1}],
       "usage": {"in": 1, "out": 2}, "model": "huge"}
      """#),
    ShapeCase(
      Station.self,
      #"""
      {"meta": {"place": "p", "height": 2.5, "history": {"opened": 1900, "owner": "o"}},
       "rows": [["a", [1, 2.5], true, "n"], ["b", [], false, null], ["c", [3], true, "o"],
        ["d", [4, 5], false, "p"], ["e", [6], true]]}
      """#),
    ShapeCase(
      Formula.self,
      #"""
      {"term": {"sum": {"left": {"constant": {"_0": 1}}, "right": {"negated": {"_0":
       {"constant": {"_0": 2.5}}}}}}, "other": {"constant": {"_0": 3}}, "name": "n", "scale": 2}
      """#),
    ShapeCase(
      Shipment.self,
      #"""
      {"order_number": 1, "sent_at": "2006-03-24T22:30:00Z", "ship_to": {"full_name": "f",
       "post_code": "p"}, "line_items": [{"unit_price": 2.5, "item_count": 1},
       {"unit_price": 3, "item_count": 2}], "is_gift": true}
      """#, keys: .convertFromSnakeCase),
  ]

  private static let profile =
    #"""
    {"id": "1", "name": "n", "address": "a@b", "banner": "https://a.b", "locked": false,
     "emoji": [{"code": "c", "link": "https://a.b"}], "created": "2006-03-24T22:30:00Z",
     "followers_count": 5, "moved": {"id": "2", "address": "c@d", "locked": true,
     "created": "2006-03-24T22:30:00Z", "followers_count": 0}}
    """#

  private static let playback =
    #"""
    {"device": {"id": "1", "name": "n", "volume": 5}, "repeat_state": "off",
     "shuffle_state": false, "timestamp": 1142548200000, "progress_ms": 5, "is_playing": true,
     "item": {"name": "n", "length": 5}, "actions": {"disallows": {"pause": true, "seek": null}}}
    """#

  private static let declaration =
    #"""
    {"identifier": {"precise": "p", "language": "l"}, "kind": {"identifier": "i",
     "displayName": "d"}, "path": ["a", "b"], "names": {"title": "t", "navigator":
     [{"kind": "k", "spelling": "s"}]}, "access": "public", "location": {"uri": "u", "line": 5},
     "generics": {"parameters": ["T"], "depth": 1}, "other": 1}
    """#
}
