import StrictJSON
import WireDates

/// Keywords for numbers and strings.
extension Validator {
  mutating func checkNumber(_ context: Context) {
    switch context.keyword.keyword {
    case .bound(let bound, let limit, let text):
      if !bound.allows(DecimalNumber(context.value.source), limit) {
        report(context, expected: "\(bound.words) \(text)")
      }
    case .multiple(let divisor, let text):
      if !DecimalNumber(context.value.source).isMultiple(of: divisor) {
        report(context, expected: "a multiple of \(text)")
      }
    case .dateFormat(let format, isAsserted: true) where format.isNumeric:
      guard let number = Double(context.value.source) else { return }
      let look = DateLook(number: number)
      if look.format != format || look.problem != nil {
        report(context, expected: format.explanation, found: look.problem ?? look.description)
      }
    default: break
    }
  }

  mutating func checkString(_ context: Context) {
    switch context.keyword.keyword {
    case .length(let bound, let limit):
      let length = text(context).unicodeScalars.count
      if !bound.allows(length, limit) {
        report(
          context, expected: "\(bound.words) \(limit) characters",
          found: length == 1 ? "1 character" : "\(length) characters")
      }
    case .pattern(let pattern):
      if !pattern.matches(text(context), work: &work) {
        report(context, expected: "text that matches \(pattern.source)")
      }
    case .format(let format, let isAsserted):
      guard isAsserted || formats == .asserted else { return }
      if !format.accepts(text(context)) { report(context, expected: format.explanation) }
    case .dateFormat(let format, isAsserted: true) where !format.isNumeric:
      let text = text(context)
      if format.date(from: text) == nil {
        let look = DateLook(text: text)
        report(context, expected: format.explanation, found: look.problem ?? look.description)
      }
    default: break
    }
  }

  private func text(_ context: Context) -> String { context.value.string ?? "" }
}
