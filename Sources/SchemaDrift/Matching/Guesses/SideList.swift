import JSONSchema
import StrictJSON

/// Finds objects that stand in each record on one side and once each in a list beside the records on the other.
///
/// `{"text": "Hello", "user": {"id": 7, "name": "Ann"}}` becomes `{"text": "Hello", "author": 7}`
/// beside `"users": [{"id": 7, "name": "Ann"}]`, or the other way. The objects are records of their own then, joined
/// by their own identifier.
struct SideList {
  /// An object, and the elements of the list that hold it on the other side.
  let object: ShapePath
  let element: ShapePath

  private static let fewestNames = 3
  private static let mostLists = 4

  /// Finds the lists that only one side has and that have the members of an object of the other side, each with its best
  /// object.
  ///
  /// Members count that are `gone` from the object and `free` in the list.
  static func all(
    _ records: Places, _ beside: Places, gone: (ShapePath) -> Bool, free: (ShapePath) -> Bool
  ) -> [SideList] {
    let objects = records.order.filter { path in
      guard let place = records[path], place.nature == .object else { return false }
      return path.depth > 0 && names(place, in: records, where: gone).count >= fewestNames
    }
    var found: [SideList] = []
    for path in beside.order where path.last == .elements && free(path) && records[path] == nil {
      guard let place = beside[path], place.nature == .object, found.count < mostLists else {
        continue
      }
      let members = names(place, in: beside, where: free)
      let shared = objects.map { object -> Int in
        // What is in a list of a list beside it is a part of something else: an order has a total, and so has each tax
        // of each of its lines.
        guard let place = records[object], !found.contains(where: { $0.object == object }),
          path.lists <= object.lists + 1
        else { return 0 }
        return names(place, in: records, where: gone).intersection(members).count
      }
      guard let best = shared.indices.max(by: { shared[$0] < shared[$1] }),
        shared[best] >= fewestNames, shared[best] * 3 >= members.count,
        shared.count(where: { $0 == shared[best] }) == 1
      else { continue }
      found.append(SideList(object: objects[best], element: path))
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
