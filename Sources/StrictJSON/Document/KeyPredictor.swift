import Synchronization

/// Tells which key comes next, from the objects that were read before.
///
/// Records of one format repeat not only their keys in their order, but every byte between two of
/// their values: a comma, white space, the key, a colon. What stands there is a gap. A place is
/// where a gap begins: behind the opening of an object, or behind the value of a member. Each place
/// has the gaps that were seen there, and the places that they lead to. After
///
///     {"id": 1, "name": "a"}
///     {"id": 2, "tags": [], "name": "b"}
///
/// the places are
///
///     2   behind the opening          `"id": ` to 3
///     3   behind the value of `id`    `, "name": ` to 4, `, "tags": ` to 5
///     4   behind that of `name`
///     5   behind that of `tags`       `, "name": ` to 4
///
/// and behind the 3 of `{"id": 3, "name"…` ten bytes are compared with `, "name": `. Where they are
/// the same, the scanner is at the next value: the gap was read by the letter once, so it needs no
/// search for its quote and no look at its comma and colon. Where they differ, it is read by the
/// letter and learnt.
///
/// A place also leads to the opening of the object that was the value of its member, or of the
/// objects in the array that was. Nothing is ever concluded from a prediction but what the bytes
/// say, so a wrong one costs a comparison. The memory is bounded: what does not fit is read as if
/// nothing were known.
///
/// The number of the place behind a key also stands for the key on the tape, so that whoever looked
/// it up once need not read its bytes again.
struct KeyPredictor: Sendable {
  /// A gap that was seen at a place.
  private struct Gap {
    // The first and the last sixteen bytes, which for a short gap are the same.
    var first = SIMD2<UInt64>.zero
    var last = SIMD2<UInt64>.zero
    /// Which bits of these count.
    var mask = SIMD2<UInt64>.zero

    var key = Key()
    /// Where the last sixteen bytes begin.
    var tail: UInt8 = 0
    /// Where the words are that lie between the first and the last sixteen bytes of a long gap.
    var middle: UInt16 = 0

    /// The next gap of the same place; 0 where there is none.
    var other: UInt16 = 0

    /// The opening of an object that is the value before the place; 0 where there was none.
    var opening: UInt16 = 0
  }

  /// A key that was predicted, and what stands around it.
  struct Key: Sendable {
    /// What is on the tape: kind, flags, and for the number the place behind the key's value.
    fileprivate(set) var info: UInt32 = 0
    /// The length of the gap.
    fileprivate(set) var length: UInt8 = 0
    /// Where the key begins in the gap, with its quote, and where it ends.
    fileprivate(set) var start: UInt8 = 0
    fileprivate(set) var end: UInt8 = 0

    /// The place behind the value of the key; 0 is no place.
    @inline(__always)
    var place: Int { Int(info >> 8) }
  }

  /// No place; nothing is predicted there, and nothing is learnt.
  static let nowhere = 0

  /// The place before the outermost value.
  let root: Int

  /// Which predictors know the same: those that have the same version.
  ///
  /// A copy keeps the version until one of the two learns something. 0 is that of all that know
  /// nothing.
  private(set) var version = 0

  private static let versions = Atomic<Int>(0)

  /// The first gap of each place at the number of the place, and between them the other gaps.
  private var gaps: [Gap] = []
  private var words: [UInt64] = []

  /// A gap takes 64 bytes, so all of them stay in the nearest cache.
  private static let mostGaps = 512

  /// The most gaps of one place.
  ///
  /// The keys of a map are always new; those of its first entries are learnt, and no more.
  private static let mostOthers = 4

  /// A longer gap is not learnt; indented keys are seldom half as long.
  private static let longestGap = 128

  /// How far the place is looked for that a new gap leads to.
  private static let reach = 32

  init(isOn: Bool = true) { root = isOn ? 1 : Self.nowhere }

  // MARK: Prediction

  /// Finds the key that comes next, if it is one that was seen at the place.
  @inline(__always)
  func key(at place: Int, position: Int, in text: Span<UInt8>) -> Key? {
    if isHere(place, position, text) { return gaps[place].key }
    return gaps[place].other == 0 ? nil : otherKey(place, position, text)
  }

  @inline(never)
  private func otherKey(_ place: Int, _ position: Int, _ text: Span<UInt8>) -> Key? {
    var gap = Int(gaps[place].other)
    while gap > 0 {
      if isHere(gap, position, text) { return gaps[gap].key }
      gap = Int(gaps[gap].other)
    }
    return nil
  }

  /// Whether the bytes from a position on are those of a gap.
  @inline(__always)
  private func isHere(_ gap: Int, _ position: Int, _ text: Span<UInt8>) -> Bool {
    guard let ends = ByteWord.loadEnds(text, at: position, behind: gaps[gap].tail) else {
      return false
    }
    let differences =
      ((ends.first ^ gaps[gap].first) | (ends.last ^ gaps[gap].last)) & gaps[gap].mask
    // A place without a gap has no bits that count.
    return differences[0] | differences[1] == 0 && gaps[gap].key.length > 0
      && (gaps[gap].tail <= 16 || hasMiddle(gap, position, text))
  }

  @inline(never)
  private func hasMiddle(_ gap: Int, _ position: Int, _ text: Span<UInt8>) -> Bool {
    var word = Int(gaps[gap].middle)
    for offset in stride(from: 16, to: Int(gaps[gap].tail), by: 8) {
      guard ByteWord.load(text, at: position + offset) == words[word] else { return false }
      word += 1
    }
    return true
  }

  // MARK: Learning

  /// The place behind the opening of an object that stands at a place, at once or in an array.
  @inline(never)
  mutating func opening(at place: Int) -> Int {
    if place < gaps.count, gaps[place].opening > 0 { return Int(gaps[place].opening) }
    return newOpening(at: place)
  }

  private mutating func newOpening(at place: Int) -> Int {
    guard place != Self.nowhere else { return Self.nowhere }
    if gaps.isEmpty { gaps = [Gap(), Gap()] }
    let opening = add(Gap())
    gaps[place].opening = UInt16(opening)
    return opening
  }

  private mutating func add(_ gap: Gap) -> Int {
    guard gaps.count < Self.mostGaps else { return Self.nowhere }
    version = Self.versions.wrappingAdd(1, ordering: .relaxed).newValue
    gaps.append(gap)
    return gaps.count - 1
  }

  /// Learns a gap that was not predicted, and returns the place behind the value that follows.
  ///
  /// `isFirst` says that the place is behind an opening. Gaps there have no comma and all others
  /// have one, so that a gap of the one kind must never come to a place of the other.
  @inline(never)
  mutating func learn(
    _ range: Range<Int>, key: JSONTapeEntry, at place: Int, isFirst: Bool, in text: Span<UInt8>
  ) -> Int {
    guard place != Self.nowhere, range.count <= Self.longestGap,
      range.lowerBound + max(16, range.count) <= text.count, !key.flags.contains(.loneSurrogate)
    else { return Self.nowhere }
    // Keys may have been left out, and then the gap is known further on.
    var known = gaps[place].key.place
    for _ in 0..<Self.reach where known != Self.nowhere {
      if isHere(known, range.lowerBound, text) {
        let next = gaps[known].key.place
        remember(newGap(range, key, to: next, text), at: place)
        return next
      }
      known = gaps[known].key.place
    }
    guard countOfGaps(at: place) < Self.mostOthers else { return Self.nowhere }
    // Where the key was put before one that is known, that one comes next.
    var behind = gaps[isFirst ? gaps[place].key.place : place]
    (behind.other, behind.opening) = (0, 0)
    let next = add(behind)
    if next != Self.nowhere { remember(newGap(range, key, to: next, text), at: place) }
    return next
  }

  private func countOfGaps(at place: Int) -> Int {
    var count = gaps[place].key.length > 0 ? 1 : 0
    var gap = Int(gaps[place].other)
    while gap > 0 {
      count += 1
      gap = Int(gaps[gap].other)
    }
    return count
  }

  /// Adds a gap to those of a place, unless it has enough.
  private mutating func remember(_ gap: Gap, at place: Int) {
    var gap = gap
    if gaps[place].key.length == 0 {
      (gap.other, gap.opening) = (0, gaps[place].opening)
      gaps[place] = gap
    } else if countOfGaps(at: place) < Self.mostOthers {
      gap.other = gaps[place].other
      let number = add(gap)
      if number != Self.nowhere { gaps[place].other = UInt16(number) }
    }
  }

  private mutating func newGap(
    _ range: Range<Int>, _ key: JSONTapeEntry, to place: Int, _ text: Span<UInt8>
  ) -> Gap {
    let (start, tail) = (range.lowerBound, max(range.lowerBound, range.upperBound - 16))
    var gap = Gap()
    gap.tail = UInt8(tail - start)
    if let ends = ByteWord.loadEnds(text, at: start, behind: gap.tail) {
      (gap.first, gap.last) = ends
      gap.mask = SIMD2(Self.mask(range.count), Self.mask(range.count - 8))
    }
    gap.key = Key(
      info: key.info | UInt32(place) << 8, length: UInt8(range.count),
      start: UInt8(Int(key.offset) - start), end: UInt8(Int(key.end) - start))
    gap.middle = UInt16(words.count)
    for offset in stride(from: start + 16, to: tail, by: 8) {
      words.append(ByteWord.load(text, at: offset))
    }
    return gap
  }

  /// The bits of as many bytes, the first one lowest.
  private static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? ~0 : count <= 0 ? 0 : ~(~0 << UInt64(8 * count))
  }
}
