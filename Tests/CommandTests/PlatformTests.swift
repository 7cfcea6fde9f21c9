import Foundation
import TestSupport
import Testing

/// No Mac and no musl is at hand where this is written, so the sources are read instead: what only one
/// platform has stands in a branch for it, and each such file has a branch for all of them.
@Suite(.computing) struct PlatformTests {
  /// Names that one platform has, with what its branch must test for.
  private static let names: [(name: String, platforms: [String])] = [
    ("@_spi(", []), ("__sigaction_handler", ["Glibc"]), ("__rlimit_resource_t", ["Glibc"]),
    ("MADV_HUGEPAGE", ["Glibc", "Musl", "Linux"]), ("malloc_trim", ["Glibc"]),
    ("PR_SET_PDEATHSIG", ["Linux", "Glibc", "Musl"]), ("prctl(", ["Linux", "Glibc", "Musl"]),
    ("SOCK_CLOEXEC", ["Linux", "Glibc", "Musl"]), ("pipe2(", ["Linux", "Glibc", "Musl"]),
    ("RTLD_DEFAULT", ["Linux", "Glibc", "Musl"]), ("proc_pid_rusage", ["Darwin", "macOS"]),
    ("import FoundationNetworking", ["FoundationNetworking"]), ("import Glibc", ["Glibc"]),
    ("import Musl", ["Musl"]), ("import Darwin", ["Darwin"]),
    (" fork()", ["Linux", "Glibc", "Musl"]),
  ]

  private struct Source: Sendable, CustomTestStringConvertible {
    let path: String
    let lines: [Substring]
    var testDescription: String { path }

    /// The conditions of the `#if` around each line; a branch of `#else` has the negated ones.
    func conditions() -> [[String]] {
      var open: [[String]] = []
      return lines.map { line in
        let text = line.drop { $0 == " " }
        if text.hasPrefix("#if ") {
          open.append([String(text.dropFirst(4))])
        } else if text.hasPrefix("#elseif "), var branch = open.popLast() {
          branch.append(String(text.dropFirst(8)))
          open.append(branch)
        } else if text.hasPrefix("#else"), var branch = open.popLast() {
          branch.append("else")
          open.append(branch)
        } else if text.hasPrefix("#endif") {
          _ = open.popLast()
        }
        return open.map { $0.joined(separator: " ") }
      }
    }
  }

  private static let sources: [Source] = {
    let folder = TestFolders.packageRoot.appendingPathComponent("Sources")
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      let text = try? String(
        contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      return text.map {
        Source(path: path, lines: $0.split(separator: "\n", omittingEmptySubsequences: false))
      }
    }
  }()

  @Test func sourcesAreFound() {
    #expect(Self.sources.count > 200)
  }

  @Test func platformCallsStandInABranch() {
    for source in Self.sources {
      for (line, conditions) in zip(source.lines, source.conditions()) {
        guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
        for (name, platforms) in Self.names where line.contains(name) {
          let isInBranch = conditions.contains { condition in
            platforms.contains { condition.contains("(\($0))") } || condition.contains("os(")
          }
          #expect(isInBranch, "\(source.path): \(name) stands outside of a branch: \(line)")
        }
      }
    }
  }

  /// A file that imports one C library has a branch for the others.
  @Test func librariesOfAllPlatformsAreImported() {
    for source in Self.sources {
      let imports = ["Glibc", "Musl", "Darwin"].filter { library in
        source.lines.contains { $0.hasSuffix("import \(library)") }
      }
      guard imports.contains("Glibc") || imports.contains("Musl") else { continue }
      let isForLinuxAlone = source.lines.contains { $0.contains("#if os(Linux)") }
      let missing = Set(["Glibc", "Musl", "Darwin"]).subtracting(imports)
      #expect(
        missing.isEmpty || (isForLinuxAlone && missing == ["Darwin"]),
        "\(source.path) has no branch for \(missing.sorted())")
    }
  }

  /// What an iOS test target embeds starts no process and reads no folder of the system.
  @Test(arguments: ["WireDates", "Endpoints", "TheMealDB", "SpaceX", "StrictJSON"])
  func modulesForAppsStartNoProcess(_ module: String) {
    for source in Self.sources where source.path.hasPrefix(module + "/") {
      for (line, conditions) in zip(source.lines, source.conditions()) {
        guard !line.drop(while: { $0 == " " }).hasPrefix("//"), conditions.isEmpty else { continue }
        #expect(
          !["Process()", "posix_spawn", "execve", "/proc/"].contains { line.contains($0) },
          "\(source.path): \(line)")
      }
    }
  }
}
