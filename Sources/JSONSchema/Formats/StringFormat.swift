/// A value of the keyword `format` that can be asserted.
///
/// https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3
enum StringFormat: String, Sendable, Hashable, CaseIterable {
  case dateTime = "date-time"
  case date, time, duration
  case email
  case idnEmail = "idn-email"
  case hostname
  case idnHostname = "idn-hostname"
  case ipv4, ipv6
  case uri
  case uriReference = "uri-reference"
  case iri
  case iriReference = "iri-reference"
  case uriTemplate = "uri-template"
  case uuid
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  case regex

  /// What the format asks for, in words.
  var explanation: String {
    switch self {
    case .dateTime: "an RFC 3339 date-time such as 2006-03-24T22:30:00Z"
    case .date: "an RFC 3339 date such as 2006-03-24"
    case .time: "an RFC 3339 time such as 22:30:00Z"
    case .duration: "a duration such as P3DT12H"
    case .email, .idnEmail: "an e-mail address"
    case .hostname, .idnHostname: "a host name"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .uri: "an absolute URI"
    case .uriReference: "a URI reference"
    case .iri: "an absolute IRI"
    case .iriReference: "an IRI reference"
    case .uriTemplate: "a URI template"
    case .uuid: "a UUID"
    case .jsonPointer: "a JSON Pointer such as /meals/0"
    case .relativeJSONPointer: "a relative JSON Pointer such as 1/name"
    case .regex: "a regular expression of ECMA-262"
    }
  }

  /// Whether a string has the format.
  func accepts(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return switch self {
    case .dateTime: DateTimeFormats.isDateTime(bytes)
    case .date: DateTimeFormats.isDate(bytes[...])
    case .time: DateTimeFormats.isTime(bytes[...])
    case .duration: DateTimeFormats.isDuration(bytes)
    case .email: MailFormats.isAddress(bytes, .ascii)
    case .idnEmail: MailFormats.isAddress(bytes, .unicode)
    case .hostname: HostNames.isHostName(bytes)
    case .idnHostname: HostNames.isInternationalHostName(text)
    case .ipv4: NetworkAddresses.isIPv4(bytes[...])
    case .ipv6: NetworkAddresses.isIPv6(bytes[...])
    case .uri: URIFormats.isReference(bytes, .ascii, needsScheme: true)
    case .uriReference: URIFormats.isReference(bytes, .ascii, needsScheme: false)
    case .iri: URIFormats.isReference(bytes, .unicode, needsScheme: true)
    case .iriReference: URIFormats.isReference(bytes, .unicode, needsScheme: false)
    case .uriTemplate: URITemplates.isTemplate(text)
    case .uuid: Self.isUUID(bytes)
    case .jsonPointer: Self.isJSONPointer(bytes[...])
    case .relativeJSONPointer: Self.isRelativeJSONPointer(bytes)
    case .regex: (try? Pattern(text)) != nil
    }
  }

  /// Reads 8, 4, 4, 4 and 12 hexadecimal digits (RFC 4122 section 3).
  private static func isUUID(_ bytes: [UInt8]) -> Bool {
    let groups = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.allSatisfy { $0.allSatisfy(ASCII.isHexDigit) }
  }

  /// Reads nothing, or tokens that begin with `/`, with `~0` and `~1` as the only escapes.
  ///
  /// https://www.rfc-editor.org/rfc/rfc6901#section-3
  private static func isJSONPointer(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.isEmpty || bytes.first == UInt8(ascii: "/") else { return false }
    return bytes.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
      .dropFirst().allSatisfy { $0.first == UInt8(ascii: "0") || $0.first == UInt8(ascii: "1") }
  }

  /// Reads a number without a leading zero, and `#` or a JSON Pointer.
  ///
  /// https://datatracker.ietf.org/doc/html/draft-bhutton-relative-json-pointer-00
  private static func isRelativeJSONPointer(_ bytes: [UInt8]) -> Bool {
    let digits = bytes.prefix(while: ASCII.isDigit)
    guard !digits.isEmpty, digits.count == 1 || digits.first != UInt8(ascii: "0") else {
      return false
    }
    let rest = bytes[digits.endIndex...]
    return rest.elementsEqual("#".utf8) || isJSONPointer(rest)
  }
}

/// The characters that a format is written in.
enum FormatAlphabet: Sendable {
  /// ASCII only: URIs, e-mail addresses.
  case ascii
  /// All of Unicode, where ASCII has its fixed rules: IRIs, international e-mail addresses.
  case unicode

  /// Whether a byte beyond ASCII may stand in the text.
  func allowsBeyondASCII(_ byte: UInt8) -> Bool { self == .unicode && byte >= 0x80 }
}
