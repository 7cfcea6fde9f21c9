import ContractTesting

/// The heat map of slots: a row an object, a column a slot.
enum HTMLSlots {
  static func body(_ tables: [SlotTable]) -> HTML {
    let parts: [HTML] = tables.map(part)
    return parts.isEmpty ? "" : "<p>\(legend)</p>\n\(parts)"
  }

  private static let legend: HTML = {
    let entries: [HTML] = SlotTable.Slot.allCases.map { slot in
      "<span class=\"\(name(slot))\"> \(sign(slot)) </span> \(words(slot)) "
    }
    return "\(entries)"
  }()

  private static func part(_ table: SlotTable) -> HTML {
    let heads: [HTML] = table.numbers.map { "<th scope=\"col\">\($0)</th>" }
    let rows: [HTML] = table.rows.map { row in
      let cells: [HTML] = row.slots.map { slot in
        """
        <td class="\(name(slot))"><span aria-hidden="true">\(sign(slot))</span>\
        <span class="hidden">\(words(slot))</span></td>
        """
      }
      return "<tr><th scope=\"row\">\(row.name)</th>\(cells)</tr>\n"
    }
    let more: HTML = table.more > 0 ? "; \(table.more) more objects are not shown" : ""
    return """
      <div class="wide"><table class="heat"><caption>\(table.endpoint): \(table.family)\(more)</caption>
      <thead><tr><th scope="col">object</th>\(heads)</tr></thead>
      <tbody>
      \(rows)</tbody></table></div>

      """
  }

  private static func name(_ slot: SlotTable.Slot) -> String {
    switch slot {
    case .filled: "filled"
    case .empty: "empty"
    case .blank: "blank"
    case .null: "null"
    case .absent: "absent"
    }
  }

  private static func sign(_ slot: SlotTable.Slot) -> String {
    switch slot {
    case .filled: "T"
    case .empty: "\"\""
    case .blank: "\" \""
    case .null: "∅"
    case .absent: "–"
    }
  }

  private static func words(_ slot: SlotTable.Slot) -> String {
    switch slot {
    case .filled: "filled"
    case .empty: "empty text"
    case .blank: "blank text"
    case .null: "null"
    case .absent: "absent"
    }
  }
}
