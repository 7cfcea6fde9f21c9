/// Values of the document that stand in for one that could not be decoded.
///
/// An initialiser that computes with what it reads must not meet a made-up value. But it is as ready for a
/// value that the document has at the same place of another record as that record's own initialiser is.
struct ValueSamples {
  private struct Place: Hashable {
    let shape: ObjectIdentifier
    let type: ObjectIdentifier
  }

  /// What was found, nothing too; a value is looked for once.
  private var known: [Place: [Sample]] = [:]

  /// A value of the document, with its tape index.
  struct Sample {
    let index: Int
    let value: FieldValue
  }

  /// The most places that are looked at, and the most different values that are read.
  private static let maximumPlaces = 1_000
  static let maximumCandidates = 32

  /// The most values of one place that are kept; each is one more way to try.
  private static let maximumCount = 3

  /// Returns values of a type that stand in the places that a shape has; none where no value can be read.
  ///
  /// `siblings` are values in the same container that may be read alike.
  mutating func values<Value: Decodable>(
    _ type: Value.Type, at shape: ShapeNode, _ root: JSONValue, siblings: [JSONValue],
    read: (JSONValue) -> Value?
  ) -> [Sample] {
    let place = Place(shape: ObjectIdentifier(shape), type: ObjectIdentifier(type))
    if let found = known[place] { return found }
    var candidates = Candidates()
    candidates.collect(root, shape.path.steps[...])
    for sibling in siblings.prefix(Self.maximumPlaces) { candidates.add(sibling) }
    var found: [Sample] = []
    for candidate in candidates.values where found.count < Self.maximumCount {
      if let value = read(candidate) {
        found.append(Sample(index: candidate.index, value: Field(value: value)))
      }
    }
    known[place] = found
    return found
  }

  /// Values of one place, each scalar once.
  private struct Candidates {
    private(set) var values: [JSONValue] = []
    private var scalars: Set<String> = []
    private var places = 0

    private var isFull: Bool {
      values.count >= ValueSamples.maximumCandidates || places >= ValueSamples.maximumPlaces
    }

    mutating func add(_ value: JSONValue) {
      guard !isFull else { return }
      places += 1
      if value.kind != .object, value.kind != .array,
        !scalars.insert(value.source).inserted
      {
        return
      }
      values.append(value)
    }

    mutating func collect(_ value: JSONValue, _ steps: ArraySlice<ShapePath.Step>) {
      guard !isFull else { return }
      switch steps.first {
      case nil: add(value)
      case .member(let name)?:
        if let member = value[name] { collect(member, steps.dropFirst()) } else { places += 1 }
      case .elements?:
        for element in value.elements {
          collect(element, steps.dropFirst())
          if isFull { return }
        }
      case .values?:
        for member in value.members {
          collect(member.value, steps.dropFirst())
          if isFull { return }
        }
      }
    }
  }
}

extension DecodingSession {
  /// Returns values of the document at the place of one that could not be read as a type.
  func samples<Value: Decodable>(
    _ type: Value.Type, at path: DecodingPath, root: JSONValue, siblings: [JSONValue]
  ) -> [ValueSamples.Sample] {
    guard !isSampling else { return [] }
    isSampling = true
    defer { isSampling = false }
    var samples = ValueSamples()
    swap(&samples, &self.samples)
    defer { swap(&samples, &self.samples) }
    return samples.values(type, at: path.shape, root, siblings: siblings) {
      sample(type, $0, path)
    }
  }

  /// Whether one of a few values can be read as a type.
  func canRead<Value: Decodable>(
    _ values: [JSONValue], as type: Value.Type, at path: DecodingPath
  ) -> Bool {
    let wasSampling = isSampling
    isSampling = true
    defer { isSampling = wasSampling }
    return values.contains {
      sample(type, $0, path) != nil
    }
  }

  /// Reads a value to stand in for another one, which leaves no trace.
  private func sample<Value: Decodable>(
    _ type: Value.Type, _ candidate: JSONValue, _ path: DecodingPath
  ) -> Value? {
    guard !failedValues.contains(candidate.index) else { return nil }
    let mark = trail.mark
    let readMark = readLog.mark
    defer {
      _ = trail.cut(from: mark)
      _ = readLog.cut(from: readMark)
    }
    do throws(NodeFailure) {
      return try decode(type, candidate, path)
    } catch { return nil }
  }
}
