/// Undoes the content encoding of a body that a server compressed although it was asked not to.
///
/// Known are gzip and deflate; what is cut or broken anywhere is a failure, and so is any other
/// encoding. libcurl could inflate as well, but takes a gzip stream that is cut for a whole one.
///
/// https://www.rfc-editor.org/rfc/rfc9110#section-8.4
enum ContentEncoding {
  /// The content.
  ///
  /// Throws `contentEncoding`, and `bodyTooLarge` as soon as it is larger than the limit.
  static func decoded(
    _ body: [UInt8], _ field: String?, limit: Int
  ) throws(TransportFailure) -> [UInt8] {
    guard let field, !body.isEmpty else { return body }
    var body = body
    // They were applied in the order of the field.
    for coding in field.split(separator: ",").reversed() {
      let name = coding.filter { $0 != " " && $0 != "\t" }.lowercased()
      do throws(Inflate.Failure) {
        switch name {
        case "identity", "": break
        case "gzip", "x-gzip": body = try Inflate.gzip(body, limit: limit)
        case "deflate": body = try Inflate.zlib(body, limit: limit)
        default: throw .broken
        }
      } catch {
        switch error {
        case .broken: throw .contentEncoding(String(name.prefix(40)))
        case .tooLarge: throw .bodyTooLarge(limit: limit)
        }
      }
    }
    return body
  }
}
