import Foundation
import TestSupport
import Testing

/// The recipe for Spark, with three partitions and a worker that is killed.
///
/// `.ci/spark` does the same with more partitions and commands, on two workers of a standalone cluster.
@Suite(.waiting) struct SparkTests {
  /// Why Spark cannot be used here; nil where it can.
  private static func reason() async throws -> String? {
    let root = TestFolders.packageRoot
    guard Program.isAvailable else { return Program.unavailableReason }
    for (command, reason) in [
      ("command -v java", "there is no java"),
      ("python3 -c 'import pyspark'", "there is no pyspark"),
    ] where try await Program.shell("\(command) >/dev/null 2>&1", in: root) != 0 {
      return reason
    }
    return nil
  }

  @Test func jobFindsWhatOneProcessFinds() async throws {
    if let reason = try await Self.reason() { try Test.cancel("\(reason)") }
    try await Project.with { project in
      let check = TestFolders.packageRoot.appendingPathComponent("Tests/Spark/check.py").path
      let code = try await Program.shell(
        "CONTRACT_TOOL=$PROGRAM exec python3 '\(check)' --small > out 2> err", in: project.root,
        within: 240)
      let errors = String(try project.text("err").suffix(2000))
      #expect(code == 0, "\(errors)")
      let output = try project.text("out")
      #expect(
        output.contains("equal: validate") && output.contains("equal after the end of a worker"))
    }
  }
}
