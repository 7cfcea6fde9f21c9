/// What a decoding leaves behind: the members it asked for, the failures it lives with, what a person would not
/// accept, the objects that it left in the middle, and what fast passes noted.
///
/// What fails takes its part of the trail with it, in its ``NodeFailure``. So an alternative that
/// an initialiser tried in vain and swallowed leaves no trace, as if it had never been tried. A
/// failure that is passed on is put back by the one who deals with it.
struct DecodingTrail {
  /// The members that were asked for, as the tape indices of their values, and the objects that
  /// were opened by key, as the complements of theirs.
  private(set) var steps: [Int] = []

  /// The failures that an initialiser swallowed.
  private(set) var tolerated: [DecodingIssue] = []

  /// What the type accepts and a person would not.
  private(set) var remarks: [DecodingIssue] = []

  /// The objects that an initialiser did not read to their end, by their tape indices.
  private(set) var left: [Int] = []

  /// What fast passes read, in the order in which the objects were opened.
  var notes: [ObjectNote] = []

  /// In the trail of a failure: what was asked for behind the problem, as the log of reads has it.
  var reads: [Int32] = []

  /// Whether nothing was left behind.
  var isEmpty: Bool {
    steps.isEmpty && tolerated.isEmpty && remarks.isEmpty && left.isEmpty && notes.isEmpty
  }

  /// Forgets the document.
  ///
  /// The memory of the notes serves for the next one, which has about as many.
  mutating func forgetDocument() {
    var notes = self.notes
    self = DecodingTrail()
    notes.removeAll(keepingCapacity: true)
    self.notes = notes
  }

  /// A place in the trail.
  struct Mark {
    fileprivate let steps: Int
    fileprivate let tolerated: Int
    fileprivate let remarks: Int
    fileprivate let left: Int
    fileprivate let notes: Int
  }

  var mark: Mark {
    Mark(
      steps: steps.count, tolerated: tolerated.count, remarks: remarks.count, left: left.count,
      notes: notes.count)
  }

  mutating func noteAsked(_ member: JSONValue) { steps.append(member.index) }
  mutating func noteOpened(_ object: JSONValue) { steps.append(~object.index) }
  mutating func noteTolerated(_ issues: [DecodingIssue]) { tolerated += issues }

  /// Forgets what was swallowed since a mark and is told as a problem now.
  mutating func forgetTolerated(from mark: Mark, toldIn issues: [DecodingIssue]) {
    guard mark.tolerated < tolerated.count else { return }
    let told = Set(issues.map(\.pointer))
    let kept = tolerated[mark.tolerated...].filter { !told.contains($0.pointer) }
    tolerated.replaceSubrange(mark.tolerated..., with: kept)
  }

  mutating func noteRemark(_ issue: DecodingIssue) { remarks.append(issue) }

  mutating func noteLeft(_ objects: [Int]) { left += objects }

  /// Adds what another trail has, but for its reads, which are for the log.
  mutating func append(_ other: DecodingTrail) {
    // Most failures have little of all this, and even nothing takes time to append.
    if !other.steps.isEmpty { steps += other.steps }
    if !other.tolerated.isEmpty { tolerated += other.tolerated }
    if !other.remarks.isEmpty { remarks += other.remarks }
    if !other.left.isEmpty { left += other.left }
    if !other.notes.isEmpty { notes += other.notes }
  }

  /// Takes away what was left behind since a mark.
  mutating func cut(from mark: Mark) -> DecodingTrail {
    var end = DecodingTrail()
    // A value that failed at once has left nothing, and that must cost nothing.
    if mark.steps < steps.count {
      end.steps = Array(steps[mark.steps...])
      steps.removeSubrange(mark.steps...)
    }
    if mark.tolerated < tolerated.count {
      end.tolerated = Array(tolerated[mark.tolerated...])
      tolerated.removeSubrange(mark.tolerated...)
    }
    if mark.remarks < remarks.count {
      end.remarks = Array(remarks[mark.remarks...])
      remarks.removeSubrange(mark.remarks...)
    }
    if mark.left < left.count {
      end.left = Array(left[mark.left...])
      left.removeSubrange(mark.left...)
    }
    if mark.notes < notes.count {
      end.notes = Array(notes[mark.notes...])
      notes.removeSubrange(mark.notes...)
    }
    return end
  }

  /// Forgets what was left behind between two marks.
  mutating func forget(from start: Mark, to end: Mark) {
    // A part of the trail that was cut meanwhile is gone already.
    guard end.steps <= steps.count, end.tolerated <= tolerated.count,
      end.remarks <= remarks.count, end.left <= left.count, end.notes <= notes.count,
      start.notes <= end.notes, start.steps <= end.steps, start.tolerated <= end.tolerated,
      start.remarks <= end.remarks, start.left <= end.left
    else { return }
    steps.removeSubrange(start.steps..<end.steps)
    tolerated.removeSubrange(start.tolerated..<end.tolerated)
    remarks.removeSubrange(start.remarks..<end.remarks)
    left.removeSubrange(start.left..<end.left)
    notes.removeSubrange(start.notes..<end.notes)
  }
}
