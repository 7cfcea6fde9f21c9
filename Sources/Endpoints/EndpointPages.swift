/// The pages of a long answer, one after the other, fetched when they are asked for.
///
/// ```swift
/// for try await page in client.pages(of: LibraryEndpoint.search(title: "tea"), by: .page(), limit: 10) {
///   …
/// }
/// ```
///
/// The sequence ends with the last page, with the limit, or in front of a second page with a status
/// that is no success: many APIs answer 404 behind the last page.
public struct EndpointPages: AsyncSequence, Sendable {
  private let client: EndpointClient
  private let first: any Endpoint
  private let paging: Paging
  private let limit: Int

  init(client: EndpointClient, first: any Endpoint, paging: Paging, limit: Int) {
    self.client = client
    self.first = first
    self.paging = paging
    self.limit = limit
  }

  /// Makes the iterator, which asks from the first page on.
  public func makeAsyncIterator() -> Iterator {
    Iterator(client: client, request: first, paging: paging, limit: limit)
  }

  /// Fetches one page after another.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    private let client: EndpointClient
    private var request: (any Endpoint)?
    private let paging: Paging
    private let limit: Int
    private let firstNumber: Int
    private var number = 0
    private var lastBody: [UInt8]?

    init(client: EndpointClient, request: any Endpoint, paging: Paging, limit: Int) {
      self.client = client
      firstNumber = paging.number(request)
      self.request = request
      self.paging = paging
      self.limit = limit
    }

    /// The next page; nil behind the last one.
    ///
    /// - Throws: Why there is no answer.
    public mutating func next() async throws(EndpointError) -> EndpointResponse? {
      guard number < limit, let current = request else { return nil }
      request = nil
      let page = try await client.response(for: current)
      guard number == 0 || page.isSuccess && page.body != lastBody else { return nil }
      number += 1
      lastBody = page.body
      if page.isSuccess { request = paging.next(current, page, firstNumber + number - 1) }
      return page
    }
  }
}

extension EndpointClient {
  /// The pages of an answer, at most as many as the limit.
  public func pages(of first: some Endpoint, by paging: Paging, limit: Int) -> EndpointPages {
    EndpointPages(client: self, first: first, paging: paging, limit: limit)
  }
}
