/// Made-up documents of the two APIs, the same ones in every run.
struct Inputs {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  private mutating func pick(_ words: [String]) -> String { words[next(words.count)] }

  /// A document of full meals, minified and escaped as on the wire.
  ///
  /// Every `brokenEvery`-th record has a wrong type and a missing key, and every
  /// `nullSlotsEvery`-th one has null for its unused measures, which is remarked; 0 for none. The record
  /// `defectAt` has one wrong type.
  mutating func meals(
    _ count: Int, brokenEvery: Int = 0, nullSlotsEvery: Int = 0, defectAt: Int? = nil
  ) -> [UInt8] {
    var text = #"{"meals":["#
    for index in 0..<count {
      if index > 0 { text += "," }
      text += meal(
        index, isBroken: brokenEvery > 0 && index % brokenEvery == brokenEvery / 2,
        hasNullSlots: nullSlotsEvery > 0 && index % nullSlotsEvery == 0,
        hasDefect: index == defectAt)
    }
    return Array((text + "]}").utf8)
  }

  private mutating func meal(
    _ index: Int, isBroken: Bool, hasNullSlots: Bool, hasDefect: Bool
  ) -> String {
    let words = [
      "heat", "the", "oil", "cr\\u00e8me", "fra\\u00eeche", "stir", "in", "salt", "180\\u00b0C",
    ]
    var instructions = ""
    for _ in 0..<120 { instructions += pick(words) + (next(12) == 0 ? ".\\r\\n" : " ") }
    let used = 5 + next(16)
    var text = isBroken ? #"{"idMeal":\#(index)"# : #"{"idMeal":"\#(52_000 + index)""#
    if !isBroken { text += #","strMeal":"\#(pick(words)) \#(pick(words))""# }
    text += #","strDrinkAlternate":null,"strCategory":\#(hasDefect ? "7" : #""Beef""#)"#
    text += #","strArea":"British""#
    text += #","strInstructions":"\#(instructions)""#
    text += #","strMealThumb":"https:\/\/www.themealdb.com\/images\/media\/meals\/\#(index).jpg""#
    text += next(2) == 0 ? #","strTags":null"# : #","strTags":"Meat,Curry""#
    text += #","strYoutube":"https:\/\/www.youtube.com\/watch?v=\#(index)""#
    for slot in 1...20 {
      text += #","strIngredient\#(slot)":"# + (slot <= used ? #""Olive Oil""# : #""""#)
    }
    for slot in 1...20 {
      text +=
        #","strMeasure\#(slot)":"# + (slot <= used ? #""2 tbs""# : hasNullSlots ? "null" : #"" ""#)
    }
    return text
      + #","strSource":null,"strImageSource":null,"strCreativeCommonsConfirmed":null,"dateModified":null}"#
  }

  /// A list of launches, with dates in three forms.
  mutating func launches(_ count: Int, brokenEvery: Int = 0) -> [UInt8] {
    var text = "["
    for index in 0..<count {
      if index > 0 { text += "," }
      let day = 10 + next(18)
      let isBroken = brokenEvery > 0 && index % brokenEvery == brokenEvery / 2
      let upcoming = isBroken ? "0" : "false"
      text += """
        {"flight_number":\(index + 1),"mission_name":"Mission \(index)","upcoming":\(upcoming),\
        "launch_date_unix":\(1_143_239_400 + index * 86_400),\
        "launch_date_utc":"2006-03-\(day)T22:30:00.000Z",\
        "launch_date_local":"2006-03-\(day)T10:30:00+12:00","is_tentative":false,\
        "rocket":{"rocket_id":"falcon9","rocket_name":"Falcon 9","first_stage":{"cores":[\
        {"core_serial":"B\(next(9999))","flight":\(next(9)),"block":null,"gridfins":true}]},\
        "second_stage":{"block":1,"payloads":[{"payload_id":"PL-\(index)","norad_id":[\(next(50_000))],\
        "orbit_params":{"periapsis_km":\(next(36_000)).5,"inclination_deg":51.6,"raan":null}}]}},\
        "launch_site":{"site_id":"ksc_lc_39a","site_name":"KSC LC 39A"},"launch_success":true,\
        "links":{"mission_patch":"https://images2.imgbox.com/94/f2/NN6Ph45r_o.png","flickr_images":[]},\
        "details":null,"timeline":{"webcast_liftoff":54,"meco":\(next(300))}}
        """
    }
    return Array((text + "]").utf8)
  }

  /// A timeline of short messages, pretty-printed, with deep and mostly small objects.
  mutating func timeline(_ count: Int, brokenEvery: Int = 0) -> [UInt8] {
    var text = "{\n  \"statuses\": ["
    for index in 0..<count {
      text += index > 0 ? ",\n" : "\n"
      text += status(index, isBroken: brokenEvery > 0 && index % brokenEvery == brokenEvery / 2)
    }
    return Array((text + "\n  ]\n}\n").utf8)
  }

  private mutating func status(_ index: Int, isBroken: Bool) -> String {
    let words = ["前田あゆみ", "の印象", "なんか怖っ！", "RT", "@aym0566x", "https:\\/\\/t.co\\/x", "😘✨"]
    var message = ""
    for _ in 0..<12 { message += pick(words) + (next(8) == 0 ? "\\n" : " ") }
    let id = 505_874_924_095_815_681 + index
    let mentions = (0..<next(3)).map { mention in
      """
                {
                  "screen_name": "\(pick(["aym0566x", "KATANA77", "yuttari1998"]))",
                  "name": "\(pick(words))",
                  "id": \(866_260_188 + mention),
                  "indices": [
                    \(mention * 10),
                    \(mention * 10 + 9)
                  ]
                }
      """
    }
    return """
          {
            "metadata": {
              "result_type": "recent",
              "iso_language_code": "ja"
            },
            "created_at": "Sun Aug 31 00:\(10 + next(50)):15 +0000 2014",
            "id": \(isBroken ? "\"\(id)\"" : String(id)),
            "id_str": "\(id)",
            "text": "\(message)",
            "source": "<a href=\\"http://twitter.com/download/iphone\\" rel=\\"nofollow\\">iPhone</a>",
            "truncated": false,
            "in_reply_to_status_id": null,
            "in_reply_to_user_id": \(next(2) == 0 ? "null" : "866260188"),
            "user": {
              "id": \(1_186_275_104 + index),
              \(isBroken ? "" : #""name": "AYUMI","#)
              "screen_name": "ayuu\(index)",
              "location": "",
              "description": "元野球部マネージャー❤︎…最高の夏をありがとう…❤︎",
              "url": null,
              "entities": {
                "description": {
                  "urls": []
                }
              },
              "protected": false,
              "followers_count": \(next(100_000)),
              "friends_count": \(next(1_000)),
              "created_at": "Sat Feb 16 13:40:25 +0000 2013",
              "favourites_count": \(next(1_000)),
              "utc_offset": null,
              "time_zone": null,
              "verified": false,
              "statuses_count": \(next(9_999)),
              "lang": "en",
              "profile_background_color": "C0DEED",
              "profile_image_url": "http://pbs.twimg.com/profile_images/\(index)/LDjAwR_y.jpeg",
              "profile_use_background_image": true,
              "default_profile": true
            },
            "geo": null,
            "retweet_count": \(next(50)),
            "favorite_count": \(next(50)),
            "entities": {
              "hashtags": [],
              "symbols": [],
              "urls": [],
              "user_mentions": [
      \(mentions.joined(separator: ",\n"))
              ]
            },
            "favorited": false,
            "retweeted": false,
            "lang": "ja"
          }
      """
  }
}
