public import Endpoints
import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

// Here and not in `Endpoints`, because FoundationNetworking takes ten milliseconds to load on Linux,
// and who only checks fixtures must not pay for it.
extension Endpoint {
  /// Builds the request for a URLSession of the app's own.
  ///
  /// - Throws: What `request()` throws.
  public func urlRequest() throws(EndpointError) -> URLRequest {
    let request = try request()
    var result = URLRequest(url: request.url)
    result.httpMethod = request.method.rawValue
    result.httpBody = request.body.map { Data($0) }
    for (name, value) in request.headers {
      result.setValue(value, forHTTPHeaderField: name)
    }
    return result
  }
}
