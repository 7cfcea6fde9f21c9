/// The objects in which a real value chose what is asked for, by their tape indices.
struct ChosenObjects {
  /// In ascending order, as code reads them.
  private var indices: [Int] = []

  /// The most objects before a place that are looked at: behind so many siblings no parent is searched.
  private static let farthest = 64

  var isEmpty: Bool { indices.isEmpty }

  mutating func insert(_ index: Int) {
    if indices.last.map({ $0 < index }) ?? true {
      indices.append(index)
    } else {
      let place = position(behind: index)
      if place == 0 || indices[place - 1] != index { indices.insert(index, at: place) }
    }
  }

  func contains(_ index: Int) -> Bool {
    let place = position(behind: index)
    return place > 0 && indices[place - 1] == index
  }

  /// Whether one of the objects is a container, or holds it.
  func encloses(_ container: Int, in storage: JSONStorage) -> Bool {
    indices[..<position(behind: container)].suffix(Self.farthest).contains { index in
      container < Int(JSONValue(storage: storage, index: index).entry.next)
    }
  }

  /// The number of objects that begin at an index or before it.
  private func position(behind index: Int) -> Int {
    var range = indices.startIndex..<indices.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        indices[middle] <= index ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
