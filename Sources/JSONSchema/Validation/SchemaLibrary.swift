public import Foundation
import StrictJSON

/// Where the schemas lie that a schema refers to.
///
/// Nothing is ever fetched. A URI is looked up among the documents of draft 2020-12 itself, then in
/// the folders that stand for the beginnings of URIs, and last among the files beside the schema.
public struct SchemaLibrary: Sendable {
  /// A folder that represents all URIs that begin with a prefix.
  public struct Folder: Sendable, Hashable {
    /// The beginning of the URIs, such as `https://example.com/schemas/`.
    public let prefix: String

    /// The folder with their documents.
    public let folder: URL

    /// Makes a folder.
    public init(prefix: String, folder: URL) {
      self.prefix = prefix
      self.folder = folder
    }
  }

  /// A library with no more than the documents of draft 2020-12.
  public static let standard = SchemaLibrary()

  private let folders: [Folder]

  /// The file of the schema itself, for references to its neighbours; nil where it has none.
  private let file: URL?

  /// Makes a library.
  ///
  /// With `file`, relative references of the schema in that file are looked up beside it.
  public init(folders: [Folder] = [], file: URL? = nil) {
    self.folders = folders
    self.file = file?.standardizedFileURL
  }

  /// The same folders for the schema in another file.
  public func beside(_ file: URL) -> SchemaLibrary { SchemaLibrary(folders: folders, file: file) }

  /// The URI of the schema's document, as long as it has no `$id`.
  var base: URIReference { URIReference(file?.absoluteString ?? "") }

  /// What a look-up came to.
  enum Answer {
    case found(JSONDocument)
    case unreadable(String)
    case unknown
  }

  /// Looks up a document by its URI without a fragment.
  ///
  /// `root` is the URI that the schema gives itself; its neighbours lie beside the schema's file.
  func document(_ uri: String, root: URIReference) -> Answer {
    if let text = StandardSchemas.document(uri) { return Self.read(Array(text.utf8)) }
    var candidates = folders.filter { uri.hasPrefix($0.prefix) }
      .sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
    if let file {
      let neighbours = file.deletingLastPathComponent()
      for prefix in Set([base.folder, root.folder])
      where !prefix.isEmpty && uri.hasPrefix(prefix) {
        candidates.append(Folder(prefix: prefix, folder: neighbours))
      }
    }
    for candidate in candidates {
      guard let place = Self.place(of: uri, in: candidate),
        let data = try? Data(contentsOf: place)
      else { continue }
      return Self.read(Array(data))
    }
    return .unknown
  }

  /// The file of a URI; nil for what would lie outside the folder.
  private static func place(of uri: String, in folder: Folder) -> URL? {
    let rest = uri.dropFirst(folder.prefix.count).prefix { $0 != "?" }
    guard let path = String(rest).removingPercentEncoding, !path.isEmpty,
      !path.split(separator: "/").contains(".."), !path.contains("\0")
    else { return nil }
    return folder.folder.appendingPathComponent(path)
  }

  private static func read(_ bytes: [UInt8]) -> Answer {
    do throws(JSONSyntaxError) {
      return .found(try JSONDocument(bytes, maximumDepth: Schema.maximumDocumentDepth))
    } catch {
      return .unreadable(
        "line \(error.location.line), column \(error.location.column): \(error.message)")
    }
  }
}
