import ContractTesting

/// The nights of a history: how much was open on each, and when each finding was there.
enum HTMLTimeline {
  /// The number of nights that are shown, the last ones.
  private static let shownNights = 60

  /// The number of findings that have a row.
  private static let shownLives = 200

  /// The number of members that have a row.
  private static let shownMembers = 200

  static func body(_ timeline: Timeline?) -> HTML {
    guard let timeline, !timeline.nights.isEmpty else { return "" }
    let nights = timeline.nights.suffix(shownNights)
    return """
      \(counts(Array(nights)))\(lives(timeline, Array(nights)))\(members(timeline, Array(nights)))
      """
  }

  /// The share of objects in which each member has a value, from when it was not always there.
  private static func members(_ timeline: Timeline, _ nights: [Timeline.Night]) -> HTML {
    let members = timeline.members.members
    guard !members.isEmpty else { return "" }
    let rows: [HTML] = members.prefix(shownMembers).map { place, changes in
      let cells: [HTML] = nights.map { night in
        guard let share = changes.last(where: { $0.day <= night.day })?.share else {
          return "<td></td>"
        }
        let value = share.present - share.null
        let kind = value == 0 ? "null" : value == 100 ? "filled" : "empty"
        let words = AgeText.words(share) ?? "there in all"
        return """
          <td class="\(kind)" title="\(words)"><span class="hidden">\(words)</span>\
          <span aria-hidden="true">\(value)</span></td>
          """
      }
      let last = changes.last
      let words = last.flatMap { AgeText.words($0.share) } ?? "there in all"
      return """
        <tr><th scope="row">\(place.check) <code>\(place.path)</code> \
        <span class="dim">\(words) since \(last?.day.description ?? "")</span></th>\(cells)</tr>

        """
    }
    let more = members.count - rows.count
    let rest: HTML = more > 0 ? "; \(more) more are not shown" : ""
    return """
      <div class="wide"><table class="heat"><caption>Presence of each member over time: the percentage of \
      objects in which it has a value, from when it was missing or null in some; what changed last is \
      first\(rest)</caption>
      <thead><tr><th scope="col">member</th>\(heads(nights))</tr></thead>
      <tbody>
      \(rows)</tbody></table></div>

      """
  }

  private static func heads(_ nights: [Timeline.Night]) -> [HTML] {
    nights.map { night in
      """
      <th scope="col"><span class="hidden">\(night.day.description)</span>\
      <span aria-hidden="true">\(String(night.day.description.suffix(2)))</span></th>
      """
    }
  }

  private static func counts(_ nights: [Timeline.Night]) -> HTML {
    let rows: [HTML] = nights.reversed().map { night in
      let cells: [HTML] = Level.allCases.reversed().map { level in
        let count = night.open[level, default: 0]
        return count == 0
          ? "<td>0</td>" : "<td><span class=\"level \(level.rawValue)\">\(count)</span></td>"
      }
      let silent = night.silent.isEmpty ? "" : night.silent.joined(separator: ", ")
      return "<tr><th scope=\"row\">\(night.day.description)</th>\(cells)<td>\(silent)</td></tr>\n"
    }
    let heads: [HTML] = Level.allCases.reversed().map { "<th scope=\"col\">\($0.rawValue)</th>" }
    return """
      <div class="wide"><table><caption>What was open at the end of each night, the last first</caption>
      <thead><tr><th scope="col">night</th>\(heads)<th scope="col">silent</th></tr></thead>
      <tbody>
      \(rows)</tbody></table></div>

      """
  }

  private static func lives(_ timeline: Timeline, _ nights: [Timeline.Night]) -> HTML {
    let lives = timeline.lives
    guard !lives.isEmpty else { return "" }
    let rows: [HTML] = lives.prefix(shownLives).map { life in
      let cells: [HTML] = nights.map { night in
        life.spans.contains { $0.from <= night.day && $0.to.map { night.day < $0 } ?? true }
          ? "<td class=\"there\"><span class=\"hidden\">there</span></td>" : "<td></td>"
      }
      let finding = life.finding
      let place = [
        FindingText.checkName(suite: finding.suite, endpoint: finding.endpoint), finding.path,
      ].compactMap { $0 }.joined(separator: " ")
      let since = life.spans.last.map {
        $0.to == nil ? "since \($0.from)" : "until \($0.to ?? $0.from)"
      }
      return """
        <tr><th scope="row"><span class="level \(finding.level.rawValue)">\(finding.level.rawValue)</span> \
        <code>\(finding.rule)</code> \(place) <span class="dim">\(since ?? "")</span></th>\(cells)</tr>

        """
    }
    let more = lives.count - rows.count
    let rest: HTML = more > 0 ? "; \(more) more are not shown" : ""
    return """
      <div class="wide"><table class="heat"><caption>When each finding was there, what is open first\
      \(rest)</caption>
      <thead><tr><th scope="col">finding</th>\(heads(nights))</tr></thead>
      <tbody>
      \(rows)</tbody></table></div>

      """
  }
}
