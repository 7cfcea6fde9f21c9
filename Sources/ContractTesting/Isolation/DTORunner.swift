package import StrictJSON

/// Runs the code of types: in this process, or in a worker of the command (``DTOWorker``).
///
/// All that a check lets a type do goes through one of these.
package protocol DTORunner: Sendable {
  /// Decodes documents; one result for each, in their order.
  func decode(
    _ documents: [JSONDocument], as dto: DTOBinding, at target: DTOTarget
  ) -> [DTOResult<DecodingReport>]

  /// Finds what a type reads; see `StrictDecoder.reads(_:samples:)`.
  func reads(
    _ dto: DTOBinding, at target: DTOTarget, samples: [JSONDocument]
  ) -> DTOResult<DTOShape>
}

/// Where a type is bound, by names that mean the same in another process of the program.
package enum DTOTarget: Sendable, Hashable {
  /// The type of an endpoint.
  case endpoint(suite: String, endpoint: String)
  /// The type that `decode --as` takes by a name.
  case named(String)
}

/// What came of running a type's code.
package enum DTOResult<Value: Sendable>: Sendable {
  /// The code came back.
  case value(Value)
  /// The code did not come back.
  case ended(DTOEnd, lastWords: String?)
  /// The code was not run.
  case notRun(NotRunReason)

  /// What the code came back with.
  package var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}

/// How a type's code ended without coming back.
package enum DTOEnd: Sendable, Hashable {
  /// By a signal, such as the one of a trap.
  case signal(Int32)
  /// By `exit`, with its status.
  case exit(status: Int32)
  /// It was ended, because it did not return in a time.
  case late(Duration)
  /// It was ended, because it took more memory than so many bytes, or none was left for it.
  case memory(bytes: Int)
  /// It closed file descriptors that it had not opened, or wrote to them.
  case foreignDescriptors
  /// It made a copy of the process (`fork`), which would go on with the app's work.
  case fork
  /// In an unknown way.
  case unknown
}

/// Why a type's code was not run on a document.
package enum NotRunReason: Sendable, Hashable {
  /// It did not return from so many documents before.
  case lateBefore(count: Int)
  /// No worker could be started; the reason.
  case noWorker(String)
}

/// Runs the code of types in this process, which shares their fate.
package struct ThisProcess: DTORunner {
  package init() {}

  package func decode(
    _ documents: [JSONDocument], as dto: DTOBinding, at target: DTOTarget
  ) -> [DTOResult<DecodingReport>] {
    documents.map { .value(dto.decode($0)) }
  }

  package func reads(
    _ dto: DTOBinding, at target: DTOTarget, samples: [JSONDocument]
  ) -> DTOResult<DTOShape> {
    .value(dto.reads(samples))
  }
}
