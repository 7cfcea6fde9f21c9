package import StrictJSON

/// Writes values for the other end of a connection between two processes of the same program.
///
/// Numbers take 7 bits a byte, low bits first; a text is its length and its UTF-8. A name, a text
/// that comes again and again such as the path of a property, is written once for each connection
/// and then as its number, and so is a path. Both ends keep the same tables, and stop to add to them at the same
/// size.
package struct WireWriter: Sendable {
  /// What was written and not taken yet.
  package var bytes: [UInt8] = []
  private var names: [String: Int] = [:]
  private var paths: [ShapePath: Int] = [:]

  /// The most names, and the most paths, of a connection.
  static let maximumNames = 4_096

  package init() {}

  package mutating func number(_ value: Int) { number(UInt64(bitPattern: Int64(value))) }

  package mutating func number(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  package mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

  package mutating func text(_ text: String) {
    number(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func name(_ name: String) {
    if let known = names[name] {
      number(known + 1)
      return
    }
    number(0)
    text(name)
    if names.count < Self.maximumNames { names[name] = names.count }
  }

  package mutating func path(_ path: ShapePath) {
    if let known = paths[path] {
      number(known + 1)
      return
    }
    number(0)
    list(path.steps) { writer, step in
      switch step {
      case .elements: writer.number(0)
      case .values: writer.number(1)
      case .member(let name):
        writer.number(2)
        writer.name(name)
      }
    }
    if paths.count < Self.maximumNames { paths[path] = paths.count }
  }

  package mutating func optional<Value>(
    _ value: Value?, _ write: (inout WireWriter, Value) -> Void
  ) {
    flag(value != nil)
    if let value { write(&self, value) }
  }

  package mutating func list<Value>(
    _ values: [Value], _ write: (inout WireWriter, Value) -> Void
  ) {
    number(values.count)
    for value in values { write(&self, value) }
  }
}

/// The names and paths that one end of a connection has read so far.
package struct WireNames: Sendable {
  fileprivate var names: [String] = []
  fileprivate var paths: [ShapePath] = []

  package init() {}
}

/// Reads what a ``WireWriter`` wrote; throws a ``WireError`` for anything else.
package struct WireReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  package private(set) var names: WireNames

  package init(_ bytes: ArraySlice<UInt8>, names: WireNames) {
    self.bytes = bytes
    self.names = names
    position = bytes.startIndex
  }

  package mutating func byte() throws(WireError) -> UInt8 {
    guard position < bytes.endIndex else { throw WireError() }
    defer { position += 1 }
    return bytes[position]
  }

  package mutating func number() throws(WireError) -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      guard shift < 64 else { throw WireError() }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(Int64(bitPattern: value)) }
      shift += 7
    }
  }

  package mutating func flag() throws(WireError) -> Bool { try byte() != 0 }

  package mutating func text() throws(WireError) -> String {
    let count = try number()
    guard count >= 0, count <= bytes.endIndex - position else { throw WireError() }
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  package mutating func name() throws(WireError) -> String {
    let number = try number()
    if number > 0 {
      guard number <= names.names.count else { throw WireError() }
      return names.names[number - 1]
    }
    let name = try text()
    if names.names.count < WireWriter.maximumNames { names.names.append(name) }
    return name
  }

  package mutating func path() throws(WireError) -> ShapePath {
    let number = try number()
    if number > 0 {
      guard number <= names.paths.count else { throw WireError() }
      return names.paths[number - 1]
    }
    let path = ShapePath(steps: try list { reader throws(WireError) in try reader.step() })
    if names.paths.count < WireWriter.maximumNames { names.paths.append(path) }
    return path
  }

  private mutating func step() throws(WireError) -> ShapePath.Step {
    switch try number() {
    case 0: return .elements
    case 1: return .values
    case 2: return .member(try name())
    default: throw WireError()
    }
  }

  package mutating func optional<Value>(
    _ read: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> Value? {
    try flag() ? try read(&self) : nil
  }

  package mutating func list<Value>(
    _ read: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> [Value] {
    let count = try number()
    // Each value has a byte or more.
    guard count >= 0, count <= bytes.endIndex - position else { throw WireError() }
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }
}

/// Bytes that are not what the other end should have written.
package struct WireError: Error {
  package init() {}
}
