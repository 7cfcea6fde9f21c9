import Endpoints
import JSONSchema
package import SchemaDrift
import StrictJSON

extension FormatSummary {
  /// Forgets what a redaction would replace in the samples, so that no contract has a credential as a word
  /// of an enumeration, as the bound of a number, or as a sketch.
  package mutating func forgetCredentials(_ redaction: Redaction) {
    forgetValues { names, value in
      // The value by itself, with the names above it: what they say is what they say in a body.
      let body = names.reversed().reduce(value) { .object([JSONNode.Member($1, $0)]) }
      return !redaction.secrets(in: Array(JSONWriter.compact(body).utf8)).isEmpty
    } sketches: { name in
      redaction.isCredential(memberNamed: name)
    }
  }
}
