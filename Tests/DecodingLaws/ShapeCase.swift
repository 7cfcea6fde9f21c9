import Foundation
import StrictJSON

/// A type with a document that it decodes, and what decoders make of any document.
package struct ShapeCase: CustomStringConvertible, Sendable {
  package let name: String
  let sample: String
  /// Whether the compiler wrote all initialisers, so that nothing may stay unexplored.
  let isSynthesised: Bool
  /// Whether the type goes over keys in the order in which a container lists them, which in `JSONDecoder` is
  /// another one in each run; then the two may stop at different problems.
  let readsAllKeys: Bool
  /// Makes decoders of the type; they serve one task.
  let single: @Sendable () -> DocumentDecoders
  /// Makes decoders of a list of such values.
  let list: @Sendable () -> DocumentDecoders
  /// What a list of such documents gives with a reader that read others before, and with a new one.
  let reread:
    @Sendable ([UInt8]) throws(JSONSyntaxError) -> (
      used: DecodingReport, new: DecodingReport
    )
  /// What the type reads, found without the sample.
  let reads: @Sendable () -> DTOShape
  package var description: String { name }

  init<Root: Decodable & Equatable & SendableMetatype>(
    _ type: Root.Type, _ sample: String, isSynthesised: Bool = false, readsAllKeys: Bool = false,
    dates: Dates = .seconds, keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys,
    named name: String? = nil
  ) {
    self.name = name ?? "\(type)"
    self.sample = sample
    self.isSynthesised = isSynthesised
    self.readsAllKeys = readsAllKeys
    let decoder = { @Sendable in
      var strict = StrictDecoder()
      strict.dateDecodingStrategy = dates.strategy
      strict.keyDecodingStrategy = keys
      return strict
    }
    reads = { decoder().reads(type) }
    single = { DocumentDecoders(Root.self, decoder()) }
    list = { DocumentDecoders([Root].self, decoder()) }
    let strict = decoder()
    let reader = StrictReader([Root].self, decoder: strict)
    reread = { bytes throws(JSONSyntaxError) in
      let document = try JSONDocument(bytes)
      let used = reader.check(document)
      return (used, StrictReader([Root].self, decoder: strict).check(document))
    }
  }

  /// What decoders make of a document.
  func decode(_ bytes: [UInt8]) throws(JSONSyntaxError) -> DocumentDecoders.Outcome {
    try single().decode(bytes)
  }

  /// All types.
  static let all = plain + forms

  /// The strategies for dates, made anew for each decoder.
  enum Dates: Sendable {
    case seconds, milliseconds, iso8601, formatted, custom, deferred

    var strategy: JSONDecoder.DateDecodingStrategy {
      switch self {
      case .seconds: return .secondsSince1970
      case .milliseconds: return .millisecondsSince1970
      case .iso8601: return .iso8601
      case .deferred: return .deferredToDate
      case .formatted:
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd"
        return .formatted(formatter)
      case .custom:
        return .custom { decoder in
          let container = try decoder.singleValueContainer()
          guard let number = Double(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number")
          }
          // Knows which property it decodes.
          let isFirst = decoder.codingPath.last?.stringValue == "first"
          return Date(timeIntervalSince1970: isFirst ? -number : number)
        }
      }
    }
  }
}
