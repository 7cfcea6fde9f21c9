import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// Compressed inputs are read as the text in them; what is cut or broken is said with its place.
@Suite(.computing, .enabled(if: GzipProgram.isAvailable, "there is no gzip on this machine"))
struct GzipStreamTests {
  /// Lines that are longer together than any buffer, with an error in the last one.
  private static let text =
    (0..<3000).map { "{\"id\": \($0), \"name\": \"n\($0 &* 2_654_435_761 % 1_000_003)\"}\n" }
    .joined()
    + "{\"id\": 1,}\n"

  private func gzip(_ text: String, in project: Project) async throws -> [UInt8] {
    try project.write(text, to: "text")
    let code = try await Program.shell(
      "gzip -c text > text.gz", in: project.root, executable: URL(fileURLWithPath: "/bin/sh"))
    #expect(code == 0)
    return Array(try Data(contentsOf: project.url("text.gz")))
  }

  private func read(_ bytes: [UInt8], atOnce: Int = .max) throws -> [UInt8] {
    let plain = ByteStream(bytes)
    let stream = try ByteStream { buffer, offset in
      var piece = [UInt8](repeating: 0, count: min(atOnce, buffer.count - offset))
      let count = try plain.read(&piece, 0)
      buffer.replaceSubrange(offset..<offset + count, with: piece[..<count])
      return count
    }.decompressed()
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 5000)
    while true {
      let count = try stream.read(&buffer, 7)
      if count == 0 { return text }
      text += buffer[7..<7 + count]
    }
  }

  @Test(arguments: [1, 100, Int.max])
  func membersAreReadOneAfterTheOther(atOnce: Int) async throws {
    try await Project.with { project in
      let one = try await gzip("[1]\n", in: project)
      let other = try await gzip(String(Self.text.prefix(400)), in: project)
      let nothing = try await gzip("", in: project)
      let text = Array("[1]\n".utf8) + Array(Self.text.utf8.prefix(400))
      #expect(try read(one + nothing + other, atOnce: atOnce) == text)
      // A tape writes whole blocks.
      #expect(try read(one + other + [0, 0, 0], atOnce: atOnce) == text)
      #expect(try read(nothing, atOnce: atOnce).isEmpty)
      #expect(try read(Array("plain".utf8), atOnce: atOnce) == Array("plain".utf8))
      #expect(try read([0x1F], atOnce: atOnce) == [0x1F])
    }
  }

  @Test func faultsHaveTheirPlaces() async throws {
    try await Project.with { project in
      let whole = try await gzip(Self.text, in: project)
      for count in [2, 10, whole.count / 2, whole.count - 1] {
        let fault = #expect(throws: GzipError.self) { try read(Array(whole[..<count])) }
        #expect(fault?.kind == .cut && fault?.offset == count)
      }
      var broken = whole
      broken[whole.count - 6] ^= 1
      let sum = #expect(throws: GzipError.self) { try read(broken) }
      #expect(sum?.kind == .broken && sum?.size == Self.text.utf8.count)
      let tail = #expect(throws: GzipError.self) { try read(whole + [0, 7]) }
      #expect(tail == GzipError(kind: .otherBytes, offset: whole.count + 1))
    }
  }

  /// Whatever names it has, a compressed file gives what the text in it gives.
  @Test func compressedInputsAreAsPlainOnes() async throws {
    let text = String(Self.text.suffix(3000).drop { $0 != "\n" }.dropFirst())
    try await Project.with(["plain/a.ndjson": text, "plain/b.json": "{\"id\": 1, \"id\": 1}"]) {
      project in
      for name in ["a.ndjson", "b.json"] {
        let bytes = try await gzip(try project.text("plain/\(name)"), in: project)
        try project.write(bytes, to: "gz/\(name).gz")
        try project.write(bytes, to: "magic/\(name)")
      }
      for command in [["validate"], ["infer"], ["decode", "--as", "LaunchDTO"]] {
        let plain = await CommandRun(command + ["--format", "json", "plain"], in: project.root)
        #expect(plain.code == .findings || plain.code == .conforms)
        for folder in ["gz", "magic"] {
          let run = await CommandRun(command + ["--format", "json", folder], in: project.root)
          let output = run.output.replacing("json.gz\"", with: "json\"")
            .replacing(folder + "/", with: "plain/")
          #expect(output == plain.output && run.code == plain.code, "\(folder) \(command)")
        }
      }
      try project.write(
        Array(try Data(contentsOf: project.url("gz/a.ndjson.gz"))).dropLast(9).map { $0 },
        to: "cut.ndjson.gz")
      let cut = await CommandRun(["validate", "cut.ndjson.gz"], in: project.root)
      #expect(cut.code == .failure)
      #expect(
        cut.errors.contains("cannot read cut.ndjson.gz: the gzip stream is cut: it ends at byte"))
    }
  }
}

/// What compresses the inputs of the tests.
private enum GzipProgram {
  static let isAvailable = ["/bin/gzip", "/usr/bin/gzip"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }
}
