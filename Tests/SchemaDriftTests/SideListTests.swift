import SchemaDrift
import StrictJSON
import Testing

/// Objects of the records that are in a list beside them on the other side, and lists that only look like that.
@Suite struct SideListTests {
  private static func commit(_ number: Int) -> String {
    #""sha": "\#(GuessTests.code(number, 3))", "message": "\#(SampleRecords.title(number))", "committed_at": "2024-05-\#(10 + number % 18)T10:00:00Z", "compare_url": "https://git.example/compare/\#(GuessTests.code(number, 4))""#
  }

  /// The commits of some builds are no longer in a list of their own, but each in its build; in other builds as well.
  @Test(arguments: [0, 40])
  func objectsOfAListAreInEachRecord(shift: Int) throws {
    let build = { (number: Int) in
      #""id": \#(9000 + number), "state": "passed", "duration": \#(number * 37 % 901)"#
    }
    let drift = try SampleRecords.drift(
      #"{"builds": ["#
        + SampleRecords.records { #"\#(build($0)), "commit_id": \#(500 + $0)"# }
        + #"], "commits": ["#
        + SampleRecords.records {
          #""id": \#(500 + $0), \#(Self.commit($0)), "branch": "b\#($0 % 3)", "branch_is_default": \#($0 % 3 == 0), "author_name": "Ann Lee \#($0)", "author_email": "a\#($0)@a.example", "committer_name": "Bob Ray \#($0)", "committer_email": "b\#($0)@b.example", "pull_request_number": \#($0 * 3)"#
        } + "]}",
      #"{"builds": ["#
        + SampleRecords.records {
          let number = $0 + shift
          return
            #"\#(build(number)), "private": false, "commit": {"id": \#(500 + number), "ref": "r\#(number)", \#(Self.commit(number))}"#
        } + "]}")
    let mapping = GuessTests.mapping(drift)
    for name in ["sha", "message", "committed_at", "compare_url"] {
      #expect(
        mapping.contains("$.commits[*].\(name) $.builds[*].commit.\(name)"), "\(mapping)")
    }
    #expect(mapping.contains("$.builds[*].commit_id $.builds[*].commit.id"), "\(mapping)")
    let message = drift.mapping.first { $0.from?.lastName == "message" }
    #expect(message?.compared == (shift == 0 ? 12 : nil))
  }

  /// A new list in each record is none of an object that is gone from it only because both have an id, a type and an
  /// address.
  @Test func aListInEachRecordIsNotAnObjectOfIt() throws {
    let side = { (first: Int, members: (Int) -> String) in
      #"{"incidents": ["#
        + SampleRecords.records { number in
          let number = number + first
          return
            #""number": \#(number), "key": "\#(GuessTests.code(number, 1))", \#(members(number))"#
        } + "]}"
    }
    let thing = { (number: Int, kind: String) in
      #""id": "\#(GuessTests.code(number, 2))", "type": "\#(kind)", "html_url": "https://a.example/\#(kind)/\#(number)""#
    }
    let drift = try SampleRecords.drift(
      side(0) { #""owner": {\#(thing($0, "user")), "email": "u\#($0)@a.example"}"# },
      side(50) {
        #""teams": [{\#(thing($0, "team_reference")), "summary": "t\#($0)"}], "assignments": [{"at": "2015-09-\#(10 + $0 % 18)T07:13:21Z", "assignee": {\#(thing($0, "user"))}}]"#
      })
    let told = drift.mapping.filter {
      $0.from?.description.contains("owner") ?? false
        && $0.to?.description.contains("teams") ?? false
    }
    #expect(told.isEmpty, "\(told)")
  }

  /// Which list the elements of another one are in says the surest of their members; the others do not go elsewhere.
  @Test func membersDoNotLeaveTheirList() throws {
    let user = { (number: Int) in
      #""id": "\#(GuessTests.code(number % 7, 2))", "html_url": "https://a.example/users/\#(GuessTests.code(number % 7, 2))""#
    }
    let name = { (number: Int) in ["Ann Lee", "Bob Ray", "Cy Dunn", "Di Fox"][number % 4] }
    let side = { (first: Int, members: (Int) -> String) in
      #"{"incidents": ["#
        + SampleRecords.records(10) { number in
          let number = number + first
          return
            #""number": \#(number), "key": "\#(GuessTests.code(number, 1))", "urgency": "\#(number % 2 == 0 ? "high" : "low")", \#(members(number))"#
        } + "]}"
    }
    let time = { (number: Int) in "2015-09-\(10 + number % 18)T07:13:21Z" }
    let drift = try SampleRecords.drift(
      side(0) { number in
        number % 5 == 1
          ? #""assigned_to": [{"at": "\#(time(number))", "object": {\#(user(number)), "name": "\#(name(number))", "type": "user"}}]"#
          : #""assigned_to": []"#
      },
      side(20) { number in
        let holder = { (key: String) in
          #"{"at": "\#(time(number + 1))", "\#(key)": {\#(user(number)), "summary": "\#(name(number))", "type": "user_reference"}}"#
        }
        return
          #""assignments": [\#(number % 2 == 1 ? holder("assignee") : "")], "acknowledgements": [\#(number % 5 == 1 ? holder("acknowledger") : "")]"#
      })
    let lists = Set(
      drift.mapping.compactMap { pair -> String? in
        guard pair.from?.description.contains("assigned_to[*]") ?? false, let to = pair.to else {
          return nil
        }
        return to.description.contains("assignments") ? "assignments" : to.description
      })
    #expect(lists.count <= 1, "\(GuessTests.mapping(drift))")
  }

  /// Beside the one record of an answer its user is in a list of users.
  @Test func usersAreBesideTheOneRecord() throws {
    let user = #""name": "title 740 of 49", "location": "title 683 of 80", "description": "d 4""#
    let other = #""name": "title 25 of 34", "location": "title 965 of 65", "description": "d 78""#
    let drift = try SampleRecords.drift(
      #"{"statuses": [{"created_at": "Mon Nov 29 21:18:15 +0000 2010", "id": 501, "full_text": "title 940 of 31", "lang": "en", "favorite_count": 13, "retweet_count": 3, "user": {"id": 7001, "id_str": "7001", "screen_name": "h7001", \#(user)}}], "search_metadata": {"completed_in": 0.03, "max_id": 501, "query": "x", "next_results": "?max_id=500", "count": 1}}"#,
      #"{"data": [{"id": "901", "text": "title 84 of 68", "lang": "en", "public_metrics": {"like_count": 17, "retweet_count": 1}, "created_at": "2010-11-29T21:18:15.000Z", "author_id": "7101"}], "includes": {"users": [{"id": "7101", "username": "h7101", \#(other), "url": "https://u7101.example"}]}, "meta": {"newest_id": "n7", "oldest_id": "o7", "result_count": 1, "next_token": "b26v89c1"}}"#
    )
    let mapping = GuessTests.mapping(drift)
    #expect(mapping.contains("$.statuses[*].user $.includes.users[*]"), "\(mapping)")
  }
}
