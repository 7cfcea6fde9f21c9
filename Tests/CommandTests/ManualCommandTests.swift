import Foundation
import TestSupport
import Testing

@testable import ContractCommand

@Suite(.waiting) struct ManualCommandTests {
  private static func page() async -> String {
    let run = await CommandRun(["manual"], in: TestFolders.packageRoot)
    return run.code == .conforms ? run.output : ""
  }

  @Test func pageHasEachCommandAndOption() async {
    let page = await Self.page()
    for command in Subcommand.allCases {
      #expect(page.contains("\n.SS \"\(command.name)\"\n"))
      for option in command.options {
        let name = option.name.replacing("-", with: "\\-")
        #expect(page.contains("\\-\\-\(name)"), "\(command.name) \(option.name)")
      }
    }
    #expect(page.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    #expect(!page.contains("{suite}"))
  }

  /// A formatter of pages that is not ours says nothing against it.
  @Test func formatterHasNoWarning() async throws {
    try await Project.with(["page.1": await Self.page()]) { project in
      if try await Program.shell("command -v groff > /dev/null", in: project.root) != 0 {
        try Test.cancel("there is no groff on this machine")
      }
      let code = try await Program.shell(
        "groff -man -Tutf8 -ww page.1 > out 2> err", in: project.root)
      let errors = try project.text("err")
      #expect(code == 0 && errors.isEmpty, "\(errors)")
      // Of a hyphen in the source the formatter makes a minus sign.
      let shown = try project.text("out").replacing("\u{2212}", with: "-")
      #expect(
        shown.contains("COMMAND [options]") && shown.contains("--fail-on") && shown.contains("…"))
    }
  }
}
