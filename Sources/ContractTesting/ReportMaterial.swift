package import StrictJSON

/// What a report for reading at leisure shows beside the findings; empty unless a format asks for it.
package struct ReportMaterial: Sendable, Hashable {
  /// The documents that findings point into, each once, in the order of the findings.
  package var documents: [Document] = []

  /// Which slots are used in which object.
  package var slotTables: [SlotTable] = []

  /// The runs before; nil without a history.
  package var timeline: Timeline?

  /// How often each member was there in this run, by `SUITE/ENDPOINT`; filled for a history only.
  package var shares: [String: [ShapePath: MemberShare]] = [:]

  /// A document that findings point into.
  package struct Document: Sendable, Hashable {
    /// The name of the file, as findings have it.
    package let name: String

    /// The text, without credentials.
    package let text: String

    /// Makes a document.
    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// Makes a material without anything.
  package init() {}
}
