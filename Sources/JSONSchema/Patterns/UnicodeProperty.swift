import Foundation

/// A property of characters, as `\p{…}` names it.
enum UnicodeProperty: Sendable, Hashable {
  case categories(Set<Unicode.GeneralCategory>)
  case known(toICU: NSRegularExpression)

  /// Reads what is in the braces; nil for a property that is not known.
  init?(_ name: String) {
    let parts = name.split(separator: "=", maxSplits: 1).map(String.init)
    guard let value = parts.last,
      name.utf8.allSatisfy({
        ASCII.isLetter($0) || ASCII.isDigit($0) || "_=".utf8.contains($0)
      })
    else { return nil }
    let isCategory = parts.count == 1 || ["gc", "General_Category"].contains(parts[0])
    if isCategory, let categories = Self.categories[value] {
      self = .categories(categories)
    } else if let expression = try? NSRegularExpression(pattern: "\\A\\p{\(name)}\\z") {
      self = .known(toICU: expression)
    } else {
      return nil
    }
  }

  func contains(_ character: UInt32) -> Bool {
    guard let scalar = Unicode.Scalar(character) else { return false }
    switch self {
    case .categories(let categories):
      return categories.contains(scalar.properties.generalCategory)
    case .known(let expression):
      let text = String(scalar)
      let range = NSRange(location: 0, length: text.utf16.count)
      return expression.firstMatch(in: text, range: range) != nil
    }
  }

  /// The general categories by their short and long names.
  ///
  /// https://www.unicode.org/reports/tr44/#General_Category_Values
  private static let categories: [String: Set<Unicode.GeneralCategory>] = {
    let single: [(String, String, Unicode.GeneralCategory)] = [
      ("Lu", "Uppercase_Letter", .uppercaseLetter), ("Ll", "Lowercase_Letter", .lowercaseLetter),
      ("Lt", "Titlecase_Letter", .titlecaseLetter), ("Lm", "Modifier_Letter", .modifierLetter),
      ("Lo", "Other_Letter", .otherLetter), ("Mn", "Nonspacing_Mark", .nonspacingMark),
      ("Mc", "Spacing_Mark", .spacingMark), ("Me", "Enclosing_Mark", .enclosingMark),
      ("Nd", "Decimal_Number", .decimalNumber), ("Nl", "Letter_Number", .letterNumber),
      ("No", "Other_Number", .otherNumber), ("Pc", "Connector_Punctuation", .connectorPunctuation),
      ("Pd", "Dash_Punctuation", .dashPunctuation), ("Ps", "Open_Punctuation", .openPunctuation),
      ("Pe", "Close_Punctuation", .closePunctuation),
      ("Pi", "Initial_Punctuation", .initialPunctuation),
      ("Pf", "Final_Punctuation", .finalPunctuation),
      ("Po", "Other_Punctuation", .otherPunctuation), ("Sm", "Math_Symbol", .mathSymbol),
      ("Sc", "Currency_Symbol", .currencySymbol), ("Sk", "Modifier_Symbol", .modifierSymbol),
      ("So", "Other_Symbol", .otherSymbol), ("Zs", "Space_Separator", .spaceSeparator),
      ("Zl", "Line_Separator", .lineSeparator), ("Zp", "Paragraph_Separator", .paragraphSeparator),
      ("Cc", "Control", .control), ("Cf", "Format", .format), ("Cs", "Surrogate", .surrogate),
      ("Co", "Private_Use", .privateUse), ("Cn", "Unassigned", .unassigned),
    ]
    var table: [String: Set<Unicode.GeneralCategory>] = [:]
    for (short, long, category) in single {
      table[short] = [category]
      table[long] = [category]
    }
    let groups = [
      ("L", "Letter"), ("M", "Mark"), ("N", "Number"), ("P", "Punctuation"), ("S", "Symbol"),
      ("Z", "Separator"), ("C", "Other"),
    ]
    for (short, long) in groups {
      let members = single.filter { $0.0.hasPrefix(short) }.map { $0.2 }
      table[short] = Set(members)
      table[long] = Set(members)
    }
    table["LC"] = [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]
    table["Cased_Letter"] = table["LC"]
    table["digit"] = table["Nd"]
    table["punct"] = table["P"]
    table["cntrl"] = table["Cc"]
    table["Combining_Mark"] = table["M"]
    return table
  }()
}
