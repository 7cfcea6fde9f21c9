// What an initialiser asks of containers: of nested ones, of made-up ones, and whether a key is there.
extension DecodingFrame {
  /// Answers a request in a container that is made up, because the real one could not be opened.
  func madeUpAnswer<Value>(_ site: DecodingSite, key: any CodingKey, as type: Value.Type) throws
    -> Value
  {
    run.latest = nil
    guard case .property = note(key, of: site.container, as: type, isElement: false), run.isAligned,
      let value = session.placeholder(type)?.make(standIns.variant)?.value(as: Value.self)
    else { throw stopped() }
    if Steering.isPossible(type) { run.steering.append(site) }
    return value
  }

  /// Opens a nested container; nil stands for a made-up one behind a failure.
  func nested(
    _ site: DecodingSite, key: any CodingKey, _ open: () throws -> JSONValue
  ) throws -> JSONValue? {
    noteAsked(key, of: site.container)
    run.latest = nil
    guard standIns.patches[site] != nil else {
      do {
        let container = try open()
        noteSuccess(site, key)
        return container
      } catch {
        noteFailure(site, key, error)
        throw error
      }
    }
    guard run.isAligned else { throw stopped() }
    run.gaveContainer = true
    return nil
  }

  /// Whether something stands in for an object that could not be opened.
  func hasStandIn(for site: DecodingSite) -> Bool {
    guard standIns.patches[site] != nil else { return false }
    run.gaveContainer = true
    return true
  }

  /// The same for an object that another type's initialiser reads.
  func hasStandIn(for value: JSONValue) -> Bool { hasStandIn(for: .whole(value)) }

  /// Returns a number for a made-up container; the same one in each run.
  func nextMadeUpContainer() -> Int {
    run.madeUpContainers += 1
    return -run.madeUpContainers
  }

  /// Notes that the initialiser looks into an object by keys; nil stands for a made-up one.
  func noteContainer<Key: CodingKey>(
    keyedBy type: Key.Type, _ object: JSONValue?, _ path: DecodingPath
  ) {
    run.openedContainer = true
    // What is read member by member code may compare with what it has read of the whole.
    if let object, run.partsRead.contains(object.index) { run.isAligned = false }
    guard isExploring, let keys = session.keys(of: type) else { return }
    run.keyEnumerations[ObjectIdentifier(type), default: KeyEnumeration(keys: keys)].opened.append(
      (object, path))
  }

  /// Notes that the initialiser was told that the object has no value for a key.
  ///
  /// A key that is not asked for after that was not left out because of a placeholder.
  func noteAbsent(_ key: any CodingKey) {
    guard isExploring else { return }
    run.keyEnumerations[Self.enumeration(of: key)]?.absent.insert(key.stringValue)
  }

  /// Notes that the initialiser asked whether the object has a key, and it has.
  func noteQuestioned(_ key: any CodingKey) {
    guard isExploring else { return }
    run.keyEnumerations[Self.enumeration(of: key)]?.questioned.insert(key.stringValue)
  }

  /// Notes a way to read a whole value that worked: it was seen to be null, or opened.
  func noteWay(_ value: JSONValue) {
    if !run.swallowed.isEmpty { run.swallowed.noteSuccess(.whole(value), property: nil) }
  }

  /// Notes that the initialiser looks into the value by position.
  func noteContainer(of array: JSONValue) {
    run.openedContainer = true
    noteWay(array)
  }

  /// Notes that the initialiser was told something of a container that is made up.
  ///
  /// Whatever it asks for next ends the exploration.
  func noteMadeUpAnswer() { run.isAligned = false }

  /// Notes a request for a nested container.
  func noteAsked(_ key: any CodingKey, of container: Int) {
    run.straightRequests = nil
    run.requests.append(DecodingRequest(key: key, container: container, opensContainer: true))
  }

  /// Notes a request that does not hand a value straight to a property.
  func noteUnaligned() throws {
    run.isAligned = false
    if run.handedOutPlaceholder { throw stopped() }
  }
}
