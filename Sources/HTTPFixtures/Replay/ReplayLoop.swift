import Endpoints
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The thread of a replay server: waits for all sockets at once, and does what each is ready for.
///
/// `poll` is everywhere, and costs little beside the calls that receive and send: what it walks over are
/// at most ``ReplayServer/Options/mostConnections`` entries for all connections that became ready.
struct ReplayLoop {
  static let stopByte = UInt8(ascii: "s")
  static let mailByte = UInt8(ascii: "m")

  private var table: ReplayTable
  private let options: ReplayServer.Options
  private var faults: ReplayFaults
  private let listeners: [Int32]
  private let pipe: Int32
  private let mailbox: ReplayMailbox

  private var connections: [ReplayConnection] = []
  /// The pipe, the listeners, and the connections in their order.
  private var polls: [pollfd]
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var now = ContinuousClock.now
  /// A time up to which no connection has anything to do by itself.
  private var nextTime = ContinuousClock.now
  /// The time before which no connection is accepted, after the system refused one.
  private var acceptTime = ContinuousClock.now

  private var waiting: [Int: ReplayConnection] = [:]
  private var lastTicket = 0

  private var dateSecond: Int64 = 0
  private var closingFields: [UInt8] = []
  private var keepingFields: [UInt8] = []

  /// The most requests whose answers others look for.
  private static let mostWaiting = 64
  /// The time that others have for an answer, which a client bounds long before.
  private static let waitingTime = Duration.seconds(300)

  init(
    _ table: ReplayTable, _ options: ReplayServer.Options, listeners: [Int32], pipe: Int32,
    _ mailbox: ReplayMailbox
  ) {
    self.table = table
    self.options = options
    faults = options.faults
    self.listeners = listeners
    self.pipe = pipe
    self.mailbox = mailbox
    polls = ([pipe] + listeners).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  }

  /// Serves until a byte to stop comes.
  mutating func run() {
    while !isStopped() {
      acceptConnections()
      // From the last to the first: what is closed is replaced by the last one.
      for index in connections.indices.reversed() {
        let ready = polls[firstIndex + index].revents
        if ready != 0 { handle(index, ready) }
      }
      if now >= nextTime { handleTimes() }
      wait()
    }
    for connection in connections { SocketCalls.close(connection.descriptor) }
    for listener in listeners { SocketCalls.close(listener) }
  }

  private var firstIndex: Int { 1 + listeners.count }

  private mutating func wait() {
    let isFull = connections.count >= options.mostConnections || now < acceptTime
    for index in 1..<firstIndex { polls[index].events = isFull ? 0 : Int16(POLLIN) }
    let left = nextTime - now
    let milliseconds =
      left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
    // One more, because a wait that ends early would be followed by many that end at once.
    SocketCalls.wait(for: &polls, milliseconds: Int32(min(max(milliseconds + 1, 0), 1000)))
    now = ContinuousClock.now
  }

  /// Reads the pipe: whether to stop, and letters.
  private mutating func isStopped() -> Bool {
    guard polls[0].revents != 0 else { return false }
    if SocketCalls.drain(pipe, into: &buffer).contains(Self.stopByte) { return true }
    for letter in mailbox.receive() {
      if case .found(let answer) = letter.result { table.add(answer) }
      guard let connection = waiting.removeValue(forKey: letter.ticket) else { continue }
      guard let index = connections.firstIndex(where: { $0 === connection }) else { continue }
      connection.isAwaitingAnswer = false
      switch letter.result {
      case .found: answer(letter.request, connection, isSearched: true)
      case .refused(let reason): respond(.missing(reason), letter.request, connection)
      }
      process(index)
    }
    return false
  }

  private mutating func acceptConnections() {
    for index in 1..<firstIndex where polls[index].revents != 0 {
      for _ in 0..<64 where connections.count < options.mostConnections {
        guard let descriptor = SocketCalls.accept(polls[index].fd) else {
          // Without a descriptor left, the listener stays ready: a pause keeps the processor free.
          if errno == EMFILE || errno == ENFILE { acceptTime = now + .milliseconds(100) }
          break
        }
        let connection = ReplayConnection(descriptor, options.times, now: now)
        connections.append(connection)
        polls.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        nextTime = min(nextTime, connection.nextTime)
      }
    }
  }

  // MARK: One connection

  private mutating func handle(_ index: Int, _ ready: Int16) {
    let connection = connections[index]
    if ready & Int16(POLLERR | POLLNVAL) != 0 { return close(index) }
    if ready & Int16(POLLIN | POLLHUP) != 0, connection.events & Int16(POLLIN) != 0 {
      guard connection.receive(with: &buffer, now: now) else { return }
      if connection.isDraining {
        if connection.isInputEnded { close(index) }
        return
      }
    } else if ready & Int16(POLLHUP) != 0 {
      // Both sides have ended; nobody takes the answer.
      return close(index)
    }
    process(index)
  }

  /// Answers what came, and sends, until one of both has to wait.
  private mutating func process(_ index: Int) {
    let connection = connections[index]
    while true {
      while connection.takesRequests {
        let outcome = connection.parser.next()
        if outcome == .incomplete {
          if connection.parser.awaitsContinue {
            connection.parser.continued()
            connection.add("HTTP/1.1 100 Continue\r\n\r\n".utf8)
          }
          break
        }
        switch outcome {
        case .incomplete: break
        case .request(let request): answer(request, connection)
        case .refused(let fault):
          options.log?(
            ReplayServer.Event(
              method: "-", target: "-", status: fault.status, fixture: nil, fault: nil))
          send(ReplayResponse(fault), connection, isKeptAlive: false)
        }
      }
      let hadOutput = connection.hasOutput
      guard connection.flush(now: now) else { return close(index) }
      if connection.hasOutput || connection.heldUntil != nil || connection.isAwaitingAnswer {
        break
      }
      switch connection.ending {
      case .reset:
        SocketCalls.reset(connection.descriptor)
        return remove(index)
      case .close:
        if connection.isInputEnded { return close(index) }
        connection.startDraining(now: now)
      case .none:
        // What was gathered is sent, and more requests may have come with it.
        if hadOutput, connection.parser.isInside { continue }
        if connection.isInputEnded { return close(index) }
        connection.timeRequest(now: now)
      }
      break
    }
    polls[firstIndex + index].events = connection.events
    nextTime = min(nextTime, connection.nextTime)
  }

  private mutating func handleTimes() {
    for index in connections.indices.reversed() {
      let connection = connections[index]
      guard connection.nextTime <= now else { continue }
      if let held = connection.heldUntil, held <= now {
        connection.heldUntil = nil
        connection.awaitTaking(from: now)
        process(index)
      } else if connection.isDraining || connection.hasOutput || !connection.parser.isInside {
        close(index)
      } else {
        send(ReplayResponse(.timeout), connection, isKeptAlive: false)
        process(index)
      }
    }
    nextTime = connections.map(\.nextTime).min() ?? now + .seconds(1)
  }

  private mutating func close(_ index: Int) {
    SocketCalls.close(connections[index].descriptor)
    remove(index)
  }

  private mutating func remove(_ index: Int) {
    connections.swapAt(index, connections.count - 1)
    connections.removeLast()
    polls.swapAt(firstIndex + index, polls.count - 1)
    polls.removeLast()
  }

  // MARK: Answers

  private enum Answer {
    case recorded(ReplayAnswer)
    case otherMethods([String])
    case missing(String?)
  }

  private mutating func answer(
    _ request: ReceivedRequest, _ connection: ReplayConnection, isSearched: Bool = false
  ) {
    switch table.match(request) {
    case .answer(let answer): respond(.recorded(answer), request, connection)
    case .otherMethods(let methods): respond(.otherMethods(methods), request, connection)
    case .none: search(nil, request, connection, isSearched)
    case .otherContent:
      search("a fixture has this address, and another content", request, connection, isSearched)
    }
  }

  /// Has somebody else look for the answer to a request that the table has none for.
  private mutating func search(
    _ reason: String?, _ request: ReceivedRequest, _ connection: ReplayConnection,
    _ isSearched: Bool
  ) {
    guard !isSearched, let missing = options.missing, waiting.count < Self.mostWaiting else {
      return respond(.missing(reason), request, connection)
    }
    lastTicket += 1
    let ticket = lastTicket
    waiting[ticket] = connection
    connection.awaitAnswer(for: Self.waitingTime, now: now)
    // A client waits; in a process of tests a thousand tasks may stand in line before one of no priority.
    Task.detached(priority: .high) { [mailbox] in
      let result = await missing(request)
      mailbox.send(ReplayMailbox.Letter(ticket: ticket, request: request, result: result))
    }
  }

  private mutating func respond(
    _ answer: Answer, _ request: ReceivedRequest, _ connection: ReplayConnection
  ) {
    var response: ReplayResponse
    var fixture: FixtureID?
    switch answer {
    case .recorded(let answer):
      response = ReplayResponse(answer, to: request)
      fixture = answer.id
    case .otherMethods(let methods):
      let isAsked = request.method.rawValue == "OPTIONS"
      response = ReplayResponse(
        status: isAsked ? 204 : 405, fields: [("allow", methods.joined(separator: ", "))], body: [])
    case .missing(let reason):
      response =
        request.target == "*"
        ? ReplayResponse(status: 204, fields: [("allow", "GET, HEAD, OPTIONS, POST")], body: [])
        : ReplayResponse(
          message: message(request, reason), status: 404, isHead: request.method == .head)
    }
    let fault = faults.next()
    switch fault {
    case .latency(let time): connection.heldUntil = now + time
    case .status(let status):
      response = ReplayResponse(
        message: ReplayResponse.Message(error: "a fault that was asked for"), status: status,
        fields: [("x-replay-fault", "status")], isHead: request.method == .head)
    case .reset: connection.ending = .reset
    case .garbage: response = response.with(body: faults.garbage(response.body.count)[...])
    case .drip(let pause): connection.drip = pause
    case .cut, nil: break
    }
    options.log?(
      ReplayServer.Event(
        method: request.method.rawValue, target: request.target,
        status: fault == .reset ? nil : response.status, fixture: fixture, fault: fault))
    guard fault != .reset else { return }
    send(response, connection, isKeptAlive: request.isKeptAlive, isCut: fault == .cut)
  }

  private mutating func send(
    _ response: ReplayResponse, _ connection: ReplayConnection, isKeptAlive: Bool,
    isCut: Bool = false
  ) {
    updateDate()
    let fields = isKeptAlive ? keepingFields : closingFields
    if isCut {
      // Half of the body, or of the header fields where there is none.
      let isEmpty = response.body.isEmpty
      connection.add(response.head[..<(isEmpty ? response.head.count / 2 : response.head.count)])
      connection.add(isEmpty ? [] : fields, response.body.prefix(response.body.count / 2))
    } else {
      connection.add(response.head)
      connection.add(fields, response.body)
    }
    if isCut || !isKeptAlive { connection.ending = .close }
  }

  private func message(
    _ request: ReceivedRequest, _ reason: String?
  ) -> ReplayResponse.Message {
    let shown = request.target.prefix(300)
    var message = ReplayResponse.Message(
      error: "no fixture answers \(request.method.rawValue) \(shown)")
    message.nearest = table.nearest(to: request.target, limit: 3).map {
      ReplayResponse.Message.Neighbour(
        fixture: $0.id.description, request: "\($0.method.rawValue) \($0.target)")
    }
    message.reason = reason
    if options.missing == nil {
      message.next = "record it, or serve with --record-missing and the address of the real server"
    }
    return message
  }

  /// `Date` and what follows the other fields, made once a second.
  private mutating func updateDate() {
    let second = Int64(Date().timeIntervalSince1970)
    guard second != dateSecond else { return }
    dateSecond = second
    let date = HTTPDate.text(second)
    keepingFields = Array("Date: \(date)\r\nConnection: keep-alive\r\n\r\n".utf8)
    closingFields = Array("Date: \(date)\r\nConnection: close\r\n\r\n".utf8)
  }
}
