/// Host names, plain (RFC 1123) and international (RFC 5890 to 5893).
///
/// A label beyond ASCII has two forms: the U-label `bücher` and the A-label `xn--bcher-kva`. An
/// A-label is read by turning it into its U-label, which must be a proper one and turn into the
/// same A-label again.
///
/// https://www.rfc-editor.org/rfc/rfc5891#section-5.4
enum HostNames {
  private static let longestName = 253
  private static let longestLabel = 63

  /// Reads labels of ASCII with points between them.
  static func isHostName(_ bytes: [UInt8]) -> Bool {
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return false }
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return areLabels(labels.map { $0.map { Unicode.Scalar($0) } })
  }

  /// Reads labels of any script with points between them.
  static func isInternationalHostName(_ text: String) -> Bool {
    let labels = text.unicodeScalars.split(omittingEmptySubsequences: false) {
      ".\u{3002}\u{FF0E}\u{FF61}".unicodeScalars.contains($0)
    }
    return areLabels(labels.map(Array.init))
  }

  private static func areLabels(_ labels: [[Unicode.Scalar]]) -> Bool {
    var length = labels.count - 1
    var unicodeLabels: [[Unicode.Scalar]] = []
    for label in labels {
      guard let (scalars, asciiLength) = unicodeLabel(label) else { return false }
      length += asciiLength
      unicodeLabels.append(scalars)
    }
    guard length <= longestName else { return false }
    let isBidirectional = unicodeLabels.joined().contains { Direction(of: $0).isRightToLeft }
    return !isBidirectional || unicodeLabels.allSatisfy(Direction.isConsistent)
  }

  /// Reads a label; returns its U-label, and the length of its A-label.
  private static func unicodeLabel(_ label: [Unicode.Scalar]) -> ([Unicode.Scalar], Int)? {
    guard let first = label.first, let last = label.last, first != "-", last != "-" else {
      return nil
    }
    guard label.allSatisfy(\.isASCII) else {
      guard DomainCharacters.isLabel(label), let code = Punycode.encoded(label),
        code.count + 4 <= longestLabel
      else { return nil }
      return (label, code.count + 4)
    }
    guard label.count <= longestLabel,
      label.allSatisfy({ $0 == "-" || "0"..."9" ~= $0 || ASCII.isLetter(UInt8($0.value)) })
    else { return nil }
    let small = label.map { "A"..."Z" ~= $0 ? Unicode.Scalar(UInt8($0.value) + 32) : $0 }
    guard small.starts(with: "xn--".unicodeScalars) else { return (small, label.count) }
    let code = Array(small.dropFirst(4))
    guard let decoded = Punycode.decoded(code), !decoded.allSatisfy(\.isASCII),
      DomainCharacters.isLabel(decoded), Punycode.encoded(decoded) == code
    else { return nil }
    return (decoded, label.count)
  }
}

/// Punycode: characters beyond ASCII, written in ASCII.
///
/// https://www.rfc-editor.org/rfc/rfc3492#section-6
enum Punycode {
  private static let base = 36
  private static let smallest = 1
  private static let largest = 26
  private static let firstBias = 72
  private static let firstCode = 128

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps = 0
    while delta > (base - smallest) * largest / 2 {
      delta /= base - smallest
      steps += base
    }
    return steps + (base - smallest + 1) * delta / (delta + 38)
  }

  private static func threshold(_ position: Int, _ bias: Int) -> Int {
    min(max(position - bias, smallest), largest)
  }

  /// Turns Punycode into characters; nil for what is none.
  static func decoded(_ code: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    let hyphen = code.lastIndex(of: "-")
    var result = Array(code[..<(hyphen ?? 0)])
    var input = code[(hyphen.map { $0 + 1 } ?? 0)...]
    var (next, place, bias) = (firstCode, 0, firstBias)
    while !input.isEmpty {
      let start = place
      var weight = 1
      var position = base
      while true {
        guard let digit = input.popFirst().flatMap(digit), weight < 1 << 40 else { return nil }
        place += digit * weight
        let threshold = threshold(position, bias)
        if digit < threshold { break }
        weight *= base - threshold
        position += base
      }
      bias = adapted(place - start, result.count + 1, isFirst: start == 0)
      next += place / (result.count + 1)
      place %= result.count + 1
      guard let value = UInt32(exactly: next), let scalar = Unicode.Scalar(value) else {
        return nil
      }
      result.insert(scalar, at: place)
      place += 1
    }
    return result
  }

  /// Turns characters into Punycode; nil for more than a label can hold.
  static func encoded(_ text: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    guard text.count <= 64 else { return nil }
    var result = text.filter(\.isASCII)
    let plainCount = result.count
    var done = plainCount
    if plainCount > 0 { result.append("-") }
    var (next, delta, bias) = (firstCode, 0, firstBias)
    while done < text.count {
      guard let smallest = text.map({ Int($0.value) }).filter({ $0 >= next }).min() else {
        return nil
      }
      delta += (smallest - next) * (done + 1)
      next = smallest
      for scalar in text {
        if Int(scalar.value) < next { delta += 1 }
        guard Int(scalar.value) == next else { continue }
        var rest = delta
        var position = base
        while true {
          let threshold = threshold(position, bias)
          if rest < threshold { break }
          result.append(letter(threshold + (rest - threshold) % (base - threshold)))
          rest = (rest - threshold) / (base - threshold)
          position += base
        }
        result.append(letter(rest))
        bias = adapted(delta, done + 1, isFirst: done == plainCount)
        delta = 0
        done += 1
      }
      delta += 1
      next += 1
    }
    return result
  }

  private static func digit(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar {
    case "a"..."z": Int(scalar.value) - 0x61
    case "0"..."9": Int(scalar.value) - 0x30 + 26
    default: nil
    }
  }

  private static func letter(_ digit: Int) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(digit < 26 ? 0x61 + digit : 0x30 + digit - 26))
  }
}
