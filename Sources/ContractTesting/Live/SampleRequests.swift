package import Endpoints
import Foundation
package import HTTPFixtures
import StrictJSON

/// Asks a server for samples and judges the answers: the one way from bytes on the wire to a response that
/// `check --live` checks and `record` stores.
///
///     sample ─► request ─► answer ─► ResponseReading ─► AnswerJudge ─► SampleAnswer, or an outage in the log
package struct SampleRequests: Sendable {
  private let client: EndpointClient
  private let redaction: Redaction

  /// Makes requests that a client sends, for a suite with secrets of its own.
  package init(client: EndpointClient, redaction: Redaction) {
    self.client = client
    self.redaction = redaction
  }

  /// Asks once, and notes in the log how the server did.
  ///
  /// - Parameters:
  ///   - sample: The request.
  ///   - judge: What is known of the endpoint's answers.
  ///   - outages: The log, which also says when asking is of no use.
  /// - Returns: The answer, or nil for an outage.
  /// - Throws: An `EndpointError` where the sample has no address.
  package func answer(
    to sample: Sample, judge: AnswerJudge, outages: inout OutageLog
  ) async throws(EndpointError) -> SampleAnswer? {
    // The address that is asked, which is not the API's own with another base.
    let url = try client.url(for: sample.endpoint)
    if outages.isSilent(url) {
      outages.skipped(url)
      return nil
    }
    let start = ContinuousClock.now
    let received: EndpointResponse
    do throws(EndpointError) {
      // From here on nothing holds a secret: what is checked is what would be stored.
      received = try await outages.client(client, for: url).response(for: sample.endpoint)
        .redacted(by: redaction)
    } catch {
      outages.failed(url, .noAnswer(error), after: ContinuousClock.now - start)
      return nil
    }
    let reading = ResponseReading(
      Response(
        from: .address(redaction.url(url).absoluteString), body: received.body,
        status: received.status, contentType: received.headers["content-type"]))
    if let reason = judge.outage(reading) {
      outages.failed(url, reason, after: ContinuousClock.now - start)
      return nil
    }
    outages.succeeded(url)
    return SampleAnswer(
      sample: sample, received: received, reading: reading, redaction: redaction)
  }
}

/// An answer that says something about the format.
package struct SampleAnswer: Sendable {
  /// The request.
  package let sample: Sample

  /// What came over the wire.
  package let received: EndpointResponse

  /// The same as a document, with what is wrong with it.
  package let reading: ResponseReading

  fileprivate let redaction: Redaction

  /// Takes an answer that came in another way than over the wire, such as out of an archive; what it holds
  /// of secrets is redacted.
  package init(of sample: Sample, archived: EndpointResponse, redaction: Redaction) {
    let received = archived.redacted(by: redaction)
    self.init(
      sample: sample, received: received,
      reading: ResponseReading(
        Response(
          from: .address(redaction.url(received.url).absoluteString), body: received.body,
          status: received.status, contentType: received.headers["content-type"])),
      redaction: redaction)
  }

  fileprivate init(
    sample: Sample, received: EndpointResponse, reading: ResponseReading, redaction: Redaction
  ) {
    self.sample = sample
    self.received = received
    self.reading = reading
    self.redaction = redaction
  }

  /// Makes what is stored of the answer, without secrets, and laid out for reviewers unless all bytes are
  /// to be kept.
  ///
  /// The address is the API's own, so that a recording from a mirror equals one from the API. Throws an
  /// `EndpointError` where the sample has no address.
  package func exchange(keepsLayout: Bool = false) throws -> Exchange {
    Exchange(
      method: sample.endpoint.method, url: try sample.endpoint.url(), received: received,
      stored: keepsLayout ? nil : reading.document.map(JSONLayout.bytes), redaction: redaction)
  }
}
