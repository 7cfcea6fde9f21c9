/// A form of token that its issuer made recognisable.
///
/// A word has the form where it begins with the prefix, has the length and characters of the rest, and a
/// look of chance: a name such as `sk-some-style-of-text` is none.
struct TokenForm: Sendable {
  /// Who issues such tokens.
  let issuer: String

  /// How a token begins, which is no secret.
  let prefix: String

  /// The fewest bytes behind the prefix.
  private let shortest: Int

  /// The characters behind the prefix.
  private let alphabet: Alphabet

  private enum Alphabet {
    /// Letters, digits, `-`, `_` and `.`.
    case word
    /// Digits and letters `a` to `f`.
    case hexadecimal
    /// Digits and capital letters.
    case capitals
    /// A run of at least 16 letters and digits in a word: the words of a name are shorter.
    case longRun
    /// Parts of Base64 with dots between them, the first of which is an object (RFC 7519, RFC 7516).
    case webToken
  }

  private init(
    _ issuer: String, _ prefix: String, _ shortest: Int = 12, _ alphabet: Alphabet = .word
  ) {
    self.issuer = issuer
    self.prefix = prefix
    self.shortest = shortest
    self.alphabet = alphabet
  }

  /// The form of a word; nil for a word that is no token.
  static func of(_ word: ArraySlice<UInt8>) -> TokenForm? {
    guard word.count >= 16, let first = word.first else { return nil }
    return byFirst[first]?.first { $0.fits(word) }
  }

  /// Whether the form is that of a JSON Web Token, which has parts.
  var isWebToken: Bool { alphabet == .webToken }

  private func fits(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count >= prefix.utf8.count + shortest, word.starts(with: prefix.utf8) else {
      return false
    }
    let rest = word.dropFirst(prefix.utf8.count)
    // All of them are random, and a random text of that length has digits.
    guard rest.contains(where: Self.isDigit) else { return false }
    switch alphabet {
    case .word: return true
    case .hexadecimal: return rest.allSatisfy { Self.isDigit($0) || (0x61...0x66).contains($0) }
    case .capitals:
      return rest.count == shortest
        && rest.allSatisfy { Self.isDigit($0) || (0x41...0x5A).contains($0) }
    case .longRun:
      return rest.split { !Self.isDigit($0) && !Self.isLetter($0) }.contains { run in
        run.count >= 16 && run.contains(where: Self.isDigit) && run.contains(where: Self.isLetter)
      }
    case .webToken: return true
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static let byFirst: [UInt8: [TokenForm]] = Dictionary(
    grouping: all.filter { !$0.prefix.isEmpty }, by: { $0.prefix.utf8.first ?? 0 })

  private static let all: [TokenForm] = [
    TokenForm("Stripe", "sk_live_"), TokenForm("Stripe", "sk_test_"),
    TokenForm("Stripe", "rk_live_"), TokenForm("Stripe", "rk_test_"),
    TokenForm("Stripe", "pk_live_"), TokenForm("Stripe", "whsec_"),
    TokenForm("GitHub", "ghp_"), TokenForm("GitHub", "gho_"), TokenForm("GitHub", "ghu_"),
    TokenForm("GitHub", "ghs_"), TokenForm("GitHub", "ghr_"), TokenForm("GitHub", "github_pat_"),
    TokenForm("GitLab", "glpat-"), TokenForm("GitLab", "gldt-"), TokenForm("GitLab", "glrt-"),
    TokenForm("Slack", "xoxb-"), TokenForm("Slack", "xoxa-"), TokenForm("Slack", "xoxp-"),
    TokenForm("Slack", "xoxr-"), TokenForm("Slack", "xoxs-"), TokenForm("Slack", "xoxe."),
    TokenForm("Slack", "xapp-"),
    TokenForm("Amazon", "AKIA", 16, .capitals), TokenForm("Amazon", "ASIA", 16, .capitals),
    TokenForm("Google", "AIza", 35), TokenForm("Google", "ya29."), TokenForm("Google", "GOCSPX-"),
    TokenForm("OpenAI", "sk-proj-"), TokenForm("Anthropic", "sk-ant-"),
    TokenForm("OpenAI", "sk-", 16, .longRun),
    TokenForm("npm", "npm_", 30), TokenForm("PyPI", "pypi-", 30),
    TokenForm("RubyGems", "rubygems_"),
    TokenForm("Docker", "dckr_pat_"), TokenForm("Hugging Face", "hf_", 20),
    TokenForm("SendGrid", "SG.", 20), TokenForm("Mailgun", "key-", 32, .hexadecimal),
    TokenForm("Square", "sq0atp-"), TokenForm("Square", "sq0csp-"),
    TokenForm("Shopify", "shpat_"), TokenForm("Shopify", "shpca_"), TokenForm("Shopify", "shppa_"),
    TokenForm("Shopify", "shpss_"), TokenForm("DigitalOcean", "dop_v1_"),
    TokenForm("DigitalOcean", "doo_v1_"), TokenForm("Databricks", "dapi", 32, .hexadecimal),
    TokenForm("Twilio", "SK", 32, .hexadecimal), TokenForm("Vault", "hvs."),
    TokenForm("Sentry", "sntrys_"), TokenForm("Grafana", "glsa_"), TokenForm("New Relic", "NRAK-"),
    TokenForm("Postman", "PMAK-"), TokenForm("Linear", "lin_api_"), TokenForm("Notion", "ntn_"),
    TokenForm("Atlassian", "ATATT3"), TokenForm("Supabase", "sbp_"), TokenForm("Mapbox", "sk.eyJ"),
    TokenForm("age", "AGE-SECRET-KEY-1"),
    TokenForm("JSON Web Token", "eyJ", 13, .webToken),
  ]
}
