import StrictJSON
import TestSupport
import Testing

/// Parts that code can do without are no reason of an error of its own.
@Suite(.computing) struct NeedlessPartsTests {
  /// A member that may be of any kind, and then one of two.
  struct Login: Decodable {
    let remember: Bool
    let token: String?
    let code: Int?

    enum CodingKeys: CodingKey { case remember, token, code }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      remember = (try? container.decode(Bool.self, forKey: .remember)) ?? false
      token = try? container.decode(String.self, forKey: .token)
      code = try? container.decode(Int.self, forKey: .code)
      guard token != nil || code != nil else { throw refused(decoder, "no credentials") }
    }
  }

  /// A member that code makes something of, and a condition on others.
  struct Span: Decodable {
    let theme: Int
    let start: Int
    let end: Int

    enum CodingKeys: CodingKey { case color, start, end }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      theme = (try? container.decode(Int.self, forKey: .color)) ?? 1
      start = try container.decode(Int.self, forKey: .start)
      end = try container.decode(Int.self, forKey: .end)
      guard start < end else { throw refused(decoder, "ends before it starts") }
    }
  }

  @Test func whatMayStayBrokenIsNoReason() throws {
    let login = try report(Login.self, #"{"remember": "yes", "token": 7}"#)
    #expect(stopping(login) == ["", "/token"])
    #expect(
      login.issues.filter { $0.kind == .tolerated }.map(\.pointer.description) == ["/remember"])
    let span = try report(Span.self, #"{"color": "dark", "start": 5, "end": 1}"#)
    #expect(stopping(span) == [""])
  }

  private func stopping(_ report: DecodingReport) -> [String] {
    report.issues.filter(\.kind.stopsDecoding).map(\.pointer.description).sorted()
  }

  /// A map of which each member is read for itself.
  struct Scores: Decodable {
    nonisolated(unsafe) static var runs = 0

    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    var scores: [String: Int] = [:]

    init(from decoder: any Decoder) throws {
      unsafe Self.runs += 1
      let container = try decoder.container(keyedBy: Key.self)
      for key in container.allKeys {
        if let score = try? container.decode(Int.self, forKey: key) {
          scores[key.stringValue] = score
        }
      }
      guard scores.count == container.allKeys.count else { throw refused(decoder, "no score") }
    }
  }

  @Test func manyBrokenMembersTakeFewRuns() throws {
    let members = (0..<500).map { #""k\#($0)": "x""# }.joined(separator: ", ")
    unsafe Scores.runs = 0
    let report = try report(Scores.self, "{\(members)}")
    #expect(report.issues.first?.pointer.description == "")
    #expect(unsafe Scores.runs <= 20)
  }

  /// A list that is read as texts, as numbers, or walked.
  struct Points: Decodable {
    var numbers: [Double] = []

    enum CodingKeys: CodingKey { case points }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if let numbers = try? container.decode([Double].self, forKey: .points) {
        self.numbers = numbers
      } else if let texts = try? container.decode([String].self, forKey: .points) {
        numbers = texts.compactMap(Double.init)
      } else {
        var list = try container.nestedUnkeyedContainer(forKey: .points)
        while !list.isAtEnd { numbers.append(try list.decode(Double.self)) }
      }
    }
  }

  /// A list that is read for one member of its elements, and then walked whatever came of that.
  struct Log: Decodable {
    struct Level: Decodable { let level: String? }
    struct Line: Decodable {
      let time: Int
      let text: String
    }

    let levels: [String]
    var lines: [Line] = []

    enum CodingKeys: CodingKey { case lines }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      levels = ((try? container.decode([Level].self, forKey: .lines)) ?? []).compactMap(\.level)
      var list = try container.nestedUnkeyedContainer(forKey: .lines)
      while !list.isAtEnd { lines.append(try list.decode(Line.self)) }
    }
  }

  @Test func allFormsOfAListAreCompared() throws {
    #expect(
      Set(stopping(try report(Points.self, #"{"points": ["1", 2, "3", "4"]}"#)))
        == ["/points/0", "/points/1"])
    #expect(
      stopping(
        try report(Log.self, #"{"lines": [{"level": 1, "time": 1}, {"level": "i"}]}"#))
        == ["/lines/0/text", "/lines/1/text", "/lines/1/time"])
  }

  /// A member as a list or as one element, and an error that says where it is.
  struct Tagged: Decodable {
    struct Tag: Decodable { let id: Int }

    let tags: [Tag]
    let number: Int

    enum CodingKeys: CodingKey { case tags, number }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if let tags = try? container.decode([Tag].self, forKey: .tags) {
        self.tags = tags
      } else if let tag = try? container.decode(Tag.self, forKey: .tags) {
        tags = [tag]
      } else {
        throw DecodingError.dataCorruptedError(
          forKey: .tags, in: container, debugDescription: "no tags")
      }
      number = try container.decode(Int.self, forKey: .number)
    }
  }

  @Test func theFormThatFitsIsToldBesideAnErrorOfTheTypesOwn() throws {
    let report = try report(Tagged.self, #"{"tags": [{"id": "x"}], "number": "y"}"#)
    #expect(stopping(report) == ["/number", "/tags", "/tags/0/id"])
  }

  /// A wrapper that makes something else of its value.
  final class Version: Decodable {
    nonisolated(unsafe) static var texts: [String] = []

    let text: String
    let major: Int

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
      unsafe Self.texts.append(text)
      major = Int(text.prefix { $0 != "." }) ?? 0
    }
  }

  struct Release: Decodable {
    let version: Version
    let number: Int
  }

  @Test func noMadeUpValueMeetsCodeThatComputesWithIt() throws {
    unsafe Version.texts = []
    let report = try report(Release.self, #"{"version": 3, "number": "x"}"#)
    #expect(stopping(report).contains("/version"))
    #expect(unsafe Version.texts.isEmpty)
  }
}

private func refused(_ decoder: any Decoder, _ text: String) -> DecodingError {
  .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
}
