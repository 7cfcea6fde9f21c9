import Endpoints
package import JSONSchema
import StrictJSON

extension ShapeSummary {
  /// Forgets what a redaction would replace in the samples, so that no contract has a credential as a word
  /// of an enumeration or as the bound of a number.
  package mutating func forgetCredentials(_ redaction: Redaction) {
    forgetValues { names, value in
      // The value by itself, with the names above it: what they say is what they say in a body.
      let body = names.reversed().reduce(value) { .object([JSONNode.Member($1, $0)]) }
      return !redaction.secrets(in: Array(JSONWriter.compact(body).utf8)).isEmpty
    }
  }
}
