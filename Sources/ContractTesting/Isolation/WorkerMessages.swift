import StrictJSON

// What the two ends of a connection say to each other. Each message is its size in four bytes, the
// lowest first, and then its parts. The documents of a request follow it as they are.

/// A limit of the size of a message, beyond which it is none.
let maximumMessageSize = 1 << 30

/// What a worker is asked to do.
enum WorkerRequest: Sendable {
  /// The first request of a connection: what the worker must not explore, and its memory in bytes.
  case begin(refusals: [ExplorationWay: UnexploredPart.Reason], exploresNothing: Bool, memory: Int)
  /// Decode documents. `isStepwise` asks for each report as soon as it is there.
  case decode(DTOTarget, sizes: [Int], isStepwise: Bool)
  /// Find what a type reads, with samples.
  case reads(DTOTarget, sizes: [Int])
}

/// What a worker answers.
enum WorkerReply: Sendable {
  /// The worker is there.
  case ready
  /// The report of the next document.
  case report(DecodingReport)
  /// What a type reads.
  case shape(DTOShape)
  /// Made-up values are about to be given on this way.
  case began(ExplorationWay)
  /// The last exploration that began has ended.
  case cameBack
  /// The type's code came back with the next document, but did what it must not.
  case misused(DTOEnd)
  /// The program has no such type as a worker.
  case noSuchType
}

/// One end of a connection, as far as it writes.
struct WorkerWriter {
  private var wire = WireWriter()
  private var lastReads: [DecodingRead] = []

  /// The bytes that were written and not taken yet.
  var count: Int { wire.bytes.count }

  /// Takes the bytes that were written.
  mutating func take() -> [UInt8] {
    defer { wire.bytes.removeAll(keepingCapacity: true) }
    return wire.bytes
  }

  mutating func write(_ request: WorkerRequest) {
    message { wire in
      switch request {
      case .begin(let refusals, let exploresNothing, let memory):
        wire.number(0)
        wire.list(refusals.sorted { $0.key < $1.key }) { wire, refusal in
          wire.way(refusal.key)
          wire.reason(refusal.value)
        }
        wire.flag(exploresNothing)
        wire.number(memory)
      case .decode(let target, let sizes, let isStepwise):
        wire.number(1)
        wire.target(target)
        wire.list(sizes) { $0.number($1) }
        wire.flag(isStepwise)
      case .reads(let target, let sizes):
        wire.number(2)
        wire.target(target)
        wire.list(sizes) { $0.number($1) }
      }
    }
  }

  mutating func write(_ reply: WorkerReply) {
    let lastReads = lastReads
    message { wire in
      switch reply {
      case .ready: wire.number(0)
      case .report(let report):
        wire.number(1)
        // The documents of an endpoint are alike, and their types ask for the same.
        let isSame = report.reads == lastReads
        wire.flag(isSame)
        var report = report
        if isSame { report.reads = [] }
        wire.report(report)
      case .shape(let shape):
        wire.number(2)
        wire.shape(shape)
      case .began(let way):
        wire.number(3)
        wire.way(way)
      case .cameBack: wire.number(4)
      case .misused(let end):
        wire.number(5)
        wire.flag(end == .fork)
      case .noSuchType: wire.number(6)
      }
    }
    if case .report(let report) = reply { self.lastReads = report.reads }
  }

  private mutating func message(_ body: (inout WireWriter) -> Void) {
    let start = wire.bytes.count
    wire.bytes.append(contentsOf: [0, 0, 0, 0])
    body(&wire)
    let size = wire.bytes.count - start - 4
    for index in 0..<4 {
      wire.bytes[start + index] = UInt8(truncatingIfNeeded: size >> (8 * index))
    }
  }
}

/// One end of a connection, as far as it reads.
struct WorkerReader {
  private var names = WireNames()
  private var lastReads: [DecodingRead] = []

  /// The size of the message that four bytes announce.
  ///
  /// Throws a ``WireError`` where it cannot be one.
  static func size(_ bytes: ArraySlice<UInt8>) throws(WireError) -> Int {
    let size = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard size <= maximumMessageSize else { throw WireError() }
    return size
  }

  mutating func request(_ bytes: ArraySlice<UInt8>) throws(WireError) -> WorkerRequest {
    try read(bytes) { wire throws(WireError) in
      switch try wire.number() {
      case 0:
        let refusals = try wire.list { wire throws(WireError) in
          (try wire.way(), try wire.reason())
        }
        return .begin(
          refusals: Dictionary(refusals) { first, _ in first }, exploresNothing: try wire.flag(),
          memory: try wire.number())
      case 1:
        return .decode(
          try wire.target(), sizes: try wire.sizes(), isStepwise: try wire.flag())
      case 2: return .reads(try wire.target(), sizes: try wire.sizes())
      default: throw WireError()
      }
    }
  }

  mutating func reply(_ bytes: ArraySlice<UInt8>) throws(WireError) -> WorkerReply {
    let lastReads = lastReads
    let reply: WorkerReply = try read(bytes) { wire throws(WireError) in
      switch try wire.number() {
      case 0: return .ready
      case 1:
        let isSame = try wire.flag()
        var report = try wire.report()
        if isSame { report.reads = lastReads }
        return .report(report)
      case 2: return .shape(try wire.shape())
      case 3: return .began(try wire.way())
      case 4: return .cameBack
      case 5: return .misused(try wire.flag() ? .fork : .unknown)
      case 6: return .noSuchType
      default: throw WireError()
      }
    }
    if case .report(let report) = reply { self.lastReads = report.reads }
    return reply
  }

  private mutating func read<Message>(
    _ bytes: ArraySlice<UInt8>, _ body: (inout WireReader) throws(WireError) -> Message
  ) throws(WireError) -> Message {
    var wire = WireReader(bytes, names: names)
    // Two owners of the table would copy it for each new name.
    names = WireNames()
    let message = try body(&wire)
    names = wire.names
    return message
  }
}

extension WireWriter {
  fileprivate mutating func way(_ way: ExplorationWay) {
    text(way.type)
    text(way.key)
  }

  fileprivate mutating func target(_ target: DTOTarget) {
    switch target {
    case .endpoint(let suite, let endpoint):
      number(0)
      text(suite)
      text(endpoint)
    case .named(let name):
      number(1)
      text(name)
    }
  }
}

extension WireReader {
  fileprivate mutating func way() throws(WireError) -> ExplorationWay {
    ExplorationWay(type: try text(), key: try text())
  }

  fileprivate mutating func target() throws(WireError) -> DTOTarget {
    switch try number() {
    case 0: return .endpoint(suite: try text(), endpoint: try text())
    case 1: return .named(try text())
    default: throw WireError()
    }
  }

  fileprivate mutating func sizes() throws(WireError) -> [Int] {
    let sizes = try list { wire throws(WireError) in try wire.number() }
    guard sizes.allSatisfy({ 0...Int(UInt32.max) ~= $0 }) else { throw WireError() }
    return sizes
  }
}

extension ExplorationWay {
  fileprivate static func < (one: ExplorationWay, other: ExplorationWay) -> Bool {
    (one.type, one.key) < (other.type, other.key)
  }
}
