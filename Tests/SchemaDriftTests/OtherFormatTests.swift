import Testing

/// One record on either side, another one each: where its members went, and what is none of them.
@Suite struct OtherFormatTests {
  typealias Case = OneOtherRecordTests.Case

  private static func kept(_ number: Int) -> String { OneOtherRecordTests.kept(number) }

  static let cases = [
    Case(
      name: "three keys got another word at their end",
      old:
        #"[{\#(kept(1)), "opened_ts": 1517999122, "edited_ts": 1519070314, "paid_ts": 1519039050}]"#,
      new:
        #"[{\#(kept(2)), "opened_time": 1536272366, "edited_time": 1541395740, "paid_time": 1541367407}]"#,
      told: ["$[*].opened_ts $[*].opened_time", "$[*].paid_ts $[*].paid_time"]),
    Case(
      name: "keys that changed in one way say that a kind of another name is the same one",
      old:
        #"[{\#(kept(1)), "type": "talk", "option_mute_all": true, "option_start": "now", "option_limit": 7, "option_wait": false, "option_lock": true}]"#,
      new:
        #"[{\#(kept(2)), "type": "call", "settings": {"mute_all": false, "start": "later", "limit": 9, "wait": true, "lock": true}}]"#,
      told: [
        "$[*].option_mute_all $[*].settings.mute_all", "$[*].option_limit $[*].settings.limit",
      ]),
    Case(
      name: "an object is its id now",
      old:
        #"[{\#(kept(1)), "owner_id": {"id": 8831676, "name": "Petra", "has_pic": 1}, "org_id": {"name": "Initech", "people": 3, "value": 437}}]"#,
      new:
        #"[{\#(kept(2)), "owner_id": 8823757, "org_id": 327}]"#,
      told: ["$[*].owner_id.id $[*].owner_id", "$[*].org_id.value $[*].org_id"]),
    Case(
      name: "an object with a text is the text now",
      old:
        #"[{\#(kept(1)), "place": {"name": "Old Hall", "seats": 70}}]"#,
      new:
        #"[{\#(kept(2)), "place": "New House"}]"#,
      told: ["$[*].place.name $[*].place"]),
    Case(
      name: "an address is in an object of an object",
      old:
        #"[{\#(kept(1)), "address_city": "Rome", "address_line": "1 Via A", "address_zip": "00184", "address_state": "RM"}]"#,
      new:
        #"[{\#(kept(2)), "billing": {"address": {"city": "Oslo", "line": "2 Gate B", "zip": "0150", "state": "OS"}, "name": "Ann"}}]"#,
      told: [
        "$[*].address_city $[*].billing.address.city", "$[*].address_zip $[*].billing.address.zip",
      ]),
    Case(
      name: "a key is an object and its member now",
      old:
        #"[{\#(kept(1)), "backend": {"serviceName": "web", "servicePort": "http", "weight": 3}}]"#,
      new:
        #"[{\#(kept(2)), "backend": {"service": {"name": "shop", "port": {"number": 80}}, "weight": 4}}]"#,
      told: ["$[*].backend.serviceName $[*].backend.service.name"]),
    Case(
      name: "a reference may be asked for in full",
      old:
        #"[{\#(kept(1)), "team_id": "t1"}]"#,
      new:
        #"[{\#(kept(2)), "team": {"id": "t2", "name": "Blue"}}]"#,
      refused: ["$[*].team_id $[*].team.id"]),
    Case(
      name: "records in another envelope have other words for their kinds",
      old:
        #"[{"key": "a1", "kind": "plain", "item_title": "One", "colour": "red", "plannedDay": "2020-01-04", "size_text": "big", "unit_price": 2.5, "placeName": "Rome", "maker": "Ann", "note_text": "n", "code": "x", "rank": 3}]"#,
      new:
        #"{"objects": [{"key": "b2", "kind": "thing", "title": "Two", "color": "blue", "day": "2021-02-05", "size": "small", "price": 3.5, "place": "Oslo", "creator": "Bob", "note": "m", "sign": "y", "level": 4}]}"#,
      told: ["$[*].item_title $.objects[*].title", "$[*].unit_price $.objects[*].price"]),
    Case(
      name: "one of several is a list of several now",
      old:
        #"[{\#(kept(1)), "assignee": {"key": 4, "name": "Ann", "avatar_url": "https://a.b/4.png", "type": "Person"}, "noted": {"at": "2026-01-02"}, "dueBy": 7, "isLocked": true}]"#,
      new:
        #"[{\#(kept(2)), "assignees": [{"key": 5, "name": "Bob", "avatar_url": "https://a.b/5.png", "title": "Boss"}], "noted": {"at": "2026-02-03"}, "due_by": 9, "is_locked": false, "type": "Todo"}]"#,
      told: ["$[*].assignee.name $[*].assignees[*].name"],
      refused: ["$[*].assignee.type $[*].type"]),
    Case(
      name: "what is in an object of its own name did not become what holds that",
      old:
        #"[{\#(kept(1)), "dueBy": 7, "isLocked": true, "amount": {"total": "12.50", "code": "EUR", "details": {"shipping": "2.50", "tax": "1.00"}}}]"#,
      new:
        #"[{\#(kept(2)), "due_by": 9, "is_locked": false, "amount": {"currency": "USD", "value": "17.25", "breakdown": {"shipping": {"value": "3.75"}, "goods": {"value": "13.50"}}}}]"#,
      told: ["$[*].amount.details.shipping $[*].amount.breakdown.shipping.value"],
      refused: [
        "$[*].amount $[*].amount.breakdown", "$[*].amount.details $[*].amount.breakdown.shipping",
      ]),
    Case(
      name: "what stood in an object stands beside it under both names",
      old:
        #"[{\#(kept(1)), "dueBy": 7, "isLocked": true, "temp": 7.5, "wind": {"speed": 4.1, "deg": 80}}]"#,
      new:
        #"[{\#(kept(2)), "due_by": 9, "is_locked": false, "current": {"temp": 9.5, "wind_speed": 3.6, "wind_deg": 120}}]"#,
      told: ["$[*].wind.speed $[*].current.wind_speed"],
      refused: ["$[*].wind $[*].current"]),
    Case(
      name: "a rename that one object shows is that of the others",
      old:
        #"{"items": [{"owner": {"lastName": "Moreau", "email": "olivia@lanternhq.com", "type": "user"}, "customer": {"lastName": "Smith", "email": "olivia.smith@outlook.com", "phone": "571-546-8408"}, "createdBy": {"lastName": "Smith", "email": "olivia.smith@outlook.com"}, "closedBy": {"lastName": "Moreau", "email": "olivia@lanternhq.com", "type": "user"}}]}"#,
      new:
        #"{"_embedded": {"conversations": [{"createdBy": {"last": "Whitfield", "email": "petra.whitfield@mywork.com"}, "primaryCustomer": {"last": "Whitfield", "email": "petra.whitfield@mywork.com"}, "_links": {"primaryCustomer": {"href": "https://a.net/v2/customers/342847"}, "self": {"href": "https://a.net/v2/conversations/2415490"}, "threads": {"href": "https://a.net/v2/conversations/2415490/threads/"}, "web": {"href": "https://b.com/conversation/2415490/389"}}}]}, "page": {"totalElements": 568, "totalPages": 23, "number": 1}}"#,
      told: ["$.items[*].customer.lastName $._embedded.conversations[*].primaryCustomer.last"]),
    Case(
      name: "an order is no tax of its lines although both have a total",
      old:
        #"[{"key": 1, "order": {"total": "10.0", "subtotal": "8.0", "mark": "x1", "state": "open", "maker": "Ann", "place": "Rome", "note": "n", "code": "c1", "rank": 3, "size": 4, "born": "2020-01-04"}}]"#,
      new:
        #"[{"key": 2, "state": "shut", "maker": "Bob", "place": "Oslo", "note": "m", "code": "c2", "rank": 5, "size": 6, "born": "2021-02-05", "lines": [{"taxes": [{"total": "1.0", "subtotal": "0.5", "mark": "y2"}]}]}]"#,
      told: ["$[*].order.maker $[*].maker"],
      refused: ["$[*].order $[*].lines[*].taxes[*]"]),
    Case(
      name:
        "several keys that are like new ones in their objects say that the format is another one",
      old:
        #"[{\#(kept(1)), "item_state": "a", "sourceText": "x", "plannedDay": "2020-01-04", "height": 4, "extra": 1}]"#,
      new:
        #"[{\#(kept(2)), "state": "b", "text": "y", "day": "2021-02-05", "width": 5, "more": true}]"#,
      told: ["$[*].item_state $[*].state", "$[*].plannedDay $[*].day"]),
    Case(
      name: "a text beside a part that some records have is no member of it",
      old:
        #"[{\#(kept(1)), "companyName": "Acme"}]"#,
      new:
        #"[{\#(kept(2)), "company": {"name": "Beta", "size": 3}}]"#,
      refused: ["$[*].companyName $[*].company.name"]),
    Case(
      name: "records of other kinds have members that are like each other's",
      old:
        #"{"hits": [{"_type": "user", "email": "a@b", "avatar_url": "https://a", "created_at": "2024-01-01"}]}"#,
      new:
        #"{"hits": [{"_type": "comment", "author_email": "b@c", "link": "https://l", "posted_at": "2024-01-01"}]}"#,
      refused: [
        "$.hits[*].email $.hits[*].author_email", "$.hits[*].created_at $.hits[*].posted_at",
      ]),
    Case(
      name: "names that end in a language are texts in any of them",
      old:
        #"{"id": 1, "sku": "A1", "price": 3, "name_en": "House", "title_en": "The house", "summary_en": "A big house", "stock": 3}"#,
      new:
        #"{"id": 2, "sku": "B2", "price": 5, "name_fr": "Arbre", "title_fr": "Un arbre", "summary_fr": "Un grand arbre", "stock": 4}"#,
      refused: ["$.name_en $.name_fr", "$.title_en $.title_fr"]),
    Case(
      name: "a reference that is not asked for in full says nothing of what is beside it",
      old:
        #"{"id": "1", "type": "Create", "published": "2024-01-01T00:00:00Z", "object": {"id": "n", "type": "Note", "published": "2024-01-01T00:00:00Z", "content": "x"}}"#,
      new:
        #"{"id": "2", "type": "Announce", "published": "2024-01-02T00:00:00Z", "object": "n2"}"#,
      refused: ["$.object.published $.published"]),
    Case(
      name: "an envelope that has the name of the kind may be one of several",
      old:
        #"{"data": [{"id": 1, "type": "a", "name": "x", "email": "e", "phone": "p", "city": "c", "zip": "z", "street": "s", "country": "DE", "lang": "de", "tz": "x", "age": 3}]}"#,
      new:
        #"{"results": [{"id": 2, "type": "b", "title": "x", "sku": "e", "price": 3, "stock": 3, "weight": 3, "color": "s", "vendor": "DE", "brand": "de", "ean": "x", "size": "3"}]}"#,
      refused: ["$.data[*].name $.results[*].title"]),
    Case(
      name: "the author of what is embedded is another one",
      old:
        #"{"id": 1, "text": "x", "authorName": "Ann", "authorUrl": "https://a", "authorBio": "t"}"#,
      new:
        #"{"id": 2, "text": "y", "embeds": [{"author": {"name": "Bob", "url": "https://b", "bio": "u"}, "title": "e"}]}"#,
      refused: ["$.authorName $.embeds[*].author.name"]),
    Case(
      name: "a number is rather an amount than an id",
      old:
        #"[{\#(kept(1)), "price": {"id": 9, "amount": 1299, "currency": "EUR"}}]"#,
      new:
        #"[{\#(kept(2)), "price": 1599}]"#,
      told: ["$[*].price.amount $[*].price"],
      refused: ["$[*].price.id $[*].price"]),
  ]

  @Test(arguments: cases)
  func membersOfOneOtherRecordAreFound(_ sample: Case) throws { try sample.check() }
}
