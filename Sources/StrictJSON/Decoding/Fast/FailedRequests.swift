/// The requests that failed in an attempt of a fast pass, and those whose errors came out of their initialisers.
struct FailedRequests {
  /// The requests to keyed containers, the innermost one first.
  private var keyed: [FailedRequest] = []
  /// The requests for values as a whole whose errors came out of the initialisers that made them.
  private var passedOn: [FailedWhole] = []
  /// The request for a value as a whole that failed last.
  private var last: FailedWhole?
  /// The requests for values as a whole that failed.
  private var wholes: [(index: Int, type: any Decodable.Type, place: Int32)] = []
  /// The first and the last of the values whose requests were forgotten.
  private var forgotten: ClosedRange<Int>?
  /// Where the requests begin that failed one for the other.
  private var chainStart = (keyed: 0, passedOn: 0)
  /// Whether an initialiser that their error came out of asked for nothing of them.
  private var isChainBroken = false

  /// The most that are kept; a loop may swallow any number.
  private static let maximumCount = 64

  /// Forgets the attempt.
  mutating func forget() {
    if !keyed.isEmpty { keyed.removeAll(keepingCapacity: true) }
    if !passedOn.isEmpty { passedOn.removeAll(keepingCapacity: true) }
    if !wholes.isEmpty { wholes.removeAll(keepingCapacity: true) }
    forgotten = nil
    chainStart = (0, 0)
    isChainBroken = false
  }

  mutating func note(_ request: FailedRequest) {
    if keyed.count >= Self.maximumCount { keyed.removeAll(keepingCapacity: true) }
    let inner = keyed.last
    if inner?.mark == nil || inner?.mark !== request.mark || inner?.hasEscaped == false {
      chainStart = (keyed.count, passedOn.count)
      isChainBroken = false
    }
    keyed.append(request)
  }

  mutating func note(_ request: FailedWhole) {
    last = request
    if wholes.count >= Self.maximumCount { forgetWholes() }
    wholes.append((request.index, request.type, request.place.number))
  }

  private mutating func forgetWholes() {
    for index in wholes.prefix(Self.maximumCount / 2).map(\.index) {
      let known = forgotten ?? index...index
      forgotten = min(known.lowerBound, index)...max(known.upperBound, index)
    }
    wholes.removeFirst(Self.maximumCount / 2)
  }

  /// Whether another form of the value of the last request was tried before, of which only the engine can tell
  /// how well it fits.
  private func hasUnsureForm(_ index: Int) -> Bool {
    forgotten?.contains(index) ?? false
      || wholes.dropLast().contains { $0.index == index && !($0.type is any LeafType.Type) }
  }

  /// Whether the initialiser that made the last request asked for the value as another type before.
  private func hasOtherForm(than request: FailedWhole) -> Bool {
    wholes.dropLast().contains {
      $0.index == request.index && $0.place == request.place.number && $0.type != request.type
    }
  }

  /// Notes that an error came out of an initialiser, perhaps that of a request which it made.
  ///
  /// `isOdd` says that the engine has to look at what was read so far.
  mutating func noteEscape(_ error: any Error, from initializer: FastPass.Running, isOdd: Bool) {
    guard last != nil || !keyed.isEmpty else { return }
    // To look into an error is a cast at run time, so it is done once.
    let thrown = FailureMark.find(in: error)
    if let whole = last {
      last = nil
      if !isOdd, !initializer.hasOpened, whole.index == Int(initializer.index),
        whole.place.number == initializer.place,
        let mark = FailureMark.find(in: whole.error), mark === thrown,
        passedOn.count < Self.maximumCount, !hasUnsureForm(whole.index)
      {
        passedOn.append(whole)
        passedOn[passedOn.count - 1].hasOtherForm = hasOtherForm(than: whole)
        if !keyed.isEmpty, mark === keyed[keyed.count - 1].mark { return }
      }
    }
    guard let position = keyed.lastIndex(where: { $0.object == Int(initializer.index) }),
      let mark = keyed[position].mark, mark === thrown
    else {
      isChainBroken = true
      return
    }
    keyed[position].hasEscaped = true
    if position < keyed.count - 1 || keyed[position].keys.place.number != initializer.place {
      isChainBroken = true
    }
  }

  /// The requests that failed one for the other, from the innermost one to that of an object, and those for values as
  /// a whole between them; empty where an initialiser between them did something else.
  func chain(in object: Int) -> (keyed: ArraySlice<FailedRequest>, wholes: ArraySlice<FailedWhole>)
  {
    guard !isChainBroken, let last = keyed.lastIndex(where: { $0.object == object }),
      last > chainStart.keyed, keyed[last].hasEscaped
    else { return ([], []) }
    let wholes = passedOn[chainStart.passedOn...].prefix { $0.index > object }
    return (keyed[chainStart.keyed...last], wholes)
  }

  /// Notes that more is wrong than what the requests failed for, so that no value around is run through once more.
  mutating func breakChain() { isChainBroken = true }

  /// The last request to an object.
  func request(in object: Int) -> FailedRequest? { keyed.last { $0.object == object } }

  /// The request for a value as a whole whose error the initialiser of a reader passed on.
  func passedOn(_ index: Int, by reader: TypePlace) -> FailedWhole? {
    passedOn.last { $0.index == index && $0.place === reader }
  }
}

/// A request to a keyed container that failed in a fast pass.
struct FailedRequest {
  /// The object, as its tape index.
  let object: Int
  let keys: FastKeys
  let member: Int
  let key: any CodingKey
  let type: any Decodable.Type
  let isOptional: Bool
  /// The mark of its error; nil where that has none.
  let mark: FailureMark?
  /// The period of the log of reads.
  let period: Int
  /// Whether the error came out of the initialiser as it was.
  var hasEscaped = false

  /// The type of what the code gets: the same, or its optional.
  var requestedType: any Any.Type { isOptional ? TypeInfo.optional(type) : type }

  /// Whether the value goes straight to a stored property, and nothing else can be made of it.
  var isStraight: Bool {
    guard keys.cases.count > 0, keys.straightProperty(key, type, isOptional: isOptional) >= 0
    else { return false }
    // Code may make what has no key of a list that is read; the engine knows when that is so.
    return keys.place.info.properties.count <= keys.cases.count
      || !(requestedType is any ListType.Type)
  }
}
