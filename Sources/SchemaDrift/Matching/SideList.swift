import JSONSchema
import StrictJSON

/// Finds objects that stood in each record and now stand once each in a list beside the records.
///
/// `{"text": "Hello", "user": {"id": 7, "name": "Ann"}}` becomes `{"text": "Hello", "author": 7}`
/// beside `"users": [{"id": 7, "name": "Ann"}]`. The objects are records of their own then, joined
/// by their own identifier.
struct SideList {
  /// An object, and the elements of the list that hold it now.
  let from: ShapePath
  let to: ShapePath

  private static let fewestNames = 3
  private static let mostLists = 4

  /// Finds the lists that are new and have the members of an object, each with its best object.
  static func all(
    _ old: Places, _ new: Places, gone: (ShapePath) -> Bool, free: (ShapePath) -> Bool
  ) -> [SideList] {
    let objects = old.order.filter { path in
      guard let place = old[path], place.nature == .object else { return false }
      return path.depth > 0 && names(place, in: old, where: gone).count >= fewestNames
    }
    var found: [SideList] = []
    for path in new.order where path.last == .elements && free(path) && old[path] == nil {
      guard let place = new[path], place.nature == .object, found.count < mostLists else {
        continue
      }
      let members = names(place, in: new, where: free)
      let shared = objects.map { object -> Int in
        // What is in a list of a list beside it is a part of something else: an order has a total, and so has each tax
        // of each of its lines.
        guard let place = old[object], !found.contains(where: { $0.from == object }),
          path.lists <= object.lists + 1
        else { return 0 }
        return names(place, in: old, where: gone).intersection(members).count
      }
      guard let best = shared.indices.max(by: { shared[$0] < shared[$1] }),
        shared[best] >= fewestNames, shared[best] * 3 >= members.count,
        shared.count(where: { $0 == shared[best] }) == 1
      else { continue }
      found.append(SideList(from: objects[best], to: path))
    }
    return found
  }

  private static func names(
    _ place: Place, in places: Places, where isWanted: (ShapePath) -> Bool
  ) -> Set<String> {
    Set(
      place.children.filter { places[$0]?.nature == .scalar && isWanted($0) }
        .compactMap(\.lastName))
  }
}
