import Foundation
import StrictJSON
import TestSupport
import Testing

/// The parsing cases of JSONTestSuite.
///
/// Their home: https://github.com/nst/JSONTestSuite
@Suite(.enabled(if: TestFolders.hasCorpus, Comment(rawValue: TestFolders.corpusReason)))
struct JSONTestSuiteTests {
  private static let folder = "suites/JSONTestSuite/test_parsing"

  private static func names(_ prefix: String) -> [String] {
    guard let corpus = TestFolders.corpus else { return [] }
    let folder = corpus.appendingPathComponent(Self.folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.sorted()
  }

  private func document(_ name: String) throws -> JSONDocument {
    try JSONDocument(try TestFolders.corpusBytes("\(Self.folder)/\(name)"))
  }

  @Test func suiteIsComplete() {
    #expect(Self.names("y_").count == 95)
    #expect(Self.names("n_").count == 188)
    #expect(Self.names("i_").count == 35)
    #expect(Set(Self.freeCases.map(\.name)) == Set(Self.names("i_")))
  }

  @Test(arguments: names("y_"))
  func validTextIsAccepted(name: String) throws {
    let document = try document(name)
    #expect(document.root.offset < document.bytes.count)
  }

  @Test(arguments: names("n_"))
  func invalidTextIsRefused(name: String) throws {
    let bytes = try TestFolders.corpusBytes("\(Self.folder)/\(name)")
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(bytes) }
    let fault = try #require(error)
    #expect(fault.offset <= bytes.count)
    #expect(fault.message.first?.isUppercase != true)
  }

  struct FreeCase: CustomTestStringConvertible, Sendable {
    let name: String
    /// The kind of error; nil for what is accepted.
    let kind: JSONSyntaxError.Kind?
    var testDescription: String { name }

    init(_ name: String, _ kind: JSONSyntaxError.Kind? = nil) {
      self.name = "i_\(name).json"
      self.kind = kind
    }
  }

  /// What RFC 8259 leaves open.
  ///
  /// Numbers of any size and lone surrogate escapes are grammar; the
  /// reader of a value judges them. Bytes that are no UTF-8 are refused.
  static let freeCases: [FreeCase] = [
    FreeCase("number_double_huge_neg_exp"),
    FreeCase("number_huge_exp"),
    FreeCase("number_neg_int_huge_exp"),
    FreeCase("number_pos_double_huge_exp"),
    FreeCase("number_real_neg_overflow"),
    FreeCase("number_real_pos_overflow"),
    FreeCase("number_real_underflow"),
    FreeCase("number_too_big_neg_int"),
    FreeCase("number_too_big_pos_int"),
    FreeCase("number_very_big_negative_int"),
    FreeCase("object_key_lone_2nd_surrogate"),
    FreeCase("string_1st_surrogate_but_2nd_missing"),
    FreeCase("string_1st_valid_surrogate_2nd_invalid"),
    FreeCase("string_UTF-16LE_with_BOM", .otherEncoding),
    FreeCase("string_UTF-8_invalid_sequence", .invalidUTF8),
    FreeCase("string_UTF8_surrogate_U+D800", .invalidUTF8),
    FreeCase("string_incomplete_surrogate_and_escape_valid"),
    FreeCase("string_incomplete_surrogate_pair"),
    FreeCase("string_incomplete_surrogates_escape_valid"),
    FreeCase("string_invalid_lonely_surrogate"),
    FreeCase("string_invalid_surrogate"),
    FreeCase("string_invalid_utf-8", .invalidUTF8),
    FreeCase("string_inverted_surrogates_U+1D11E"),
    FreeCase("string_iso_latin_1", .invalidUTF8),
    FreeCase("string_lone_second_surrogate"),
    FreeCase("string_lone_utf8_continuation_byte", .invalidUTF8),
    FreeCase("string_not_in_unicode_range", .invalidUTF8),
    FreeCase("string_overlong_sequence_2_bytes", .invalidUTF8),
    FreeCase("string_overlong_sequence_6_bytes", .invalidUTF8),
    FreeCase("string_overlong_sequence_6_bytes_null", .invalidUTF8),
    FreeCase("string_truncated-utf-8", .invalidUTF8),
    FreeCase("string_utf16BE_no_BOM", .otherEncoding),
    FreeCase("string_utf16LE_no_BOM", .otherEncoding),
    FreeCase("structure_500_nested_arrays"),
    FreeCase("structure_UTF-8_BOM_empty_object", .byteOrderMark),
  ]

  @Test(arguments: freeCases)
  func openQuestionHasOneAnswer(free: FreeCase) throws {
    let bytes = try TestFolders.corpusBytes("\(Self.folder)/\(free.name)")
    do throws(JSONSyntaxError) {
      _ = try JSONDocument(bytes)
      #expect(free.kind == nil)
    } catch {
      #expect(error.kind == free.kind)
    }
  }

  /// The documents that Foundation's own tests read.
  ///
  /// `fail1` is a string, which RFC 8259 allows
  /// as a document and its predecessor did not.
  @Test(arguments: ["pass", "fail"])
  func foundationDocumentsAreJudgedAlike(folder: String) throws {
    let path = "suites/swift-foundation/JSON/\(folder)"
    let corpus = try #require(TestFolders.corpus).appendingPathComponent(path)
    let names = try FileManager.default.contentsOfDirectory(atPath: corpus.path)
      .filter { $0.hasSuffix(".json") }.sorted()
    #expect(names.count > 15)
    for name in names {
      let bytes = try TestFolders.corpusBytes("\(path)/\(name)")
      let error: JSONSyntaxError?
      do throws(JSONSyntaxError) {
        _ = try JSONDocument(bytes)
        error = nil
      } catch let fault {
        error = fault
      }
      if name.contains("utf16") || name.contains("utf32") {
        #expect(error?.kind == .otherEncoding, "\(name)")
      } else {
        let isValid = folder == "pass" || name == "fail1.json"
        #expect((error == nil) == isValid, "\(name): \(error?.message ?? "accepted")")
      }
    }
  }
}
