package import ContractTesting

/// Why a request of an app was not recorded, in words.
package enum RefusalText: Sendable {
  /// Why there is no answer, in one line.
  package static func line(_ refusal: MissingRecorder.Refusal) -> String {
    switch refusal {
    case .noEndpoint: "no endpoint of the suites has such a request, so it was not recorded"
    case .unreplayable(let id): "\(id) is there and cannot be replayed; record it again"
    case .otherRequest(let id): "\(id) is there already, and answers another request"
    case .noAnswer(_, let outage):
      "not recorded: \(outage.map(OutageText.line) ?? "the server did not answer")"
    case .fault(let id, let fault): "not recorded: \(id): \(fault.message)"
    case .failed(let id, let reason): "not recorded: \(id): \(reason)"
    }
  }

  /// Whether somebody at the server has to know, beside the app that asked.
  package static func isProblem(_ refusal: MissingRecorder.Refusal) -> Bool {
    switch refusal {
    case .noEndpoint, .unreplayable, .otherRequest: false
    case .noAnswer, .fault, .failed: true
    }
  }
}
