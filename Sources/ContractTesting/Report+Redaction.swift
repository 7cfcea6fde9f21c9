import Endpoints
import StrictJSON

extension Report {
  /// The report without credentials, as it is written in every format.
  ///
  /// Messages, values and excerpts quote what a server sent, and live findings name the address that was
  /// asked. A value is also hidden where the name of its member says that it is a credential, though
  /// its text does not: `found` at `$.user.password` is never shown.
  package func redacted(by redaction: Redaction) -> Report {
    var report = self
    report.findings = findings.map { $0.redacted(by: redaction) }
    report.notes = notes.map(redaction.text)
    report.material.documents = material.documents.map {
      ReportMaterial.Document(
        name: redaction.text($0.name),
        text: String(decoding: redaction.body(Array($0.text.utf8)), as: UTF8.self))
    }
    for index in checks.indices {
      report.checks[index].detail = checks[index].detail.map(redaction.text)
    }
    return report
  }
}

extension Finding {
  /// The finding without credentials.
  func redacted(by redaction: Redaction) -> Finding {
    var finding = self
    finding.source = source?.redacted(by: redaction)
    finding.message = redaction.text(message)
    finding.value = value.map(redaction.text)
    finding.found = found.map(redaction.text)
    finding.expected = expected.map(redaction.text)
    if case .changeType(let patch) = nextStep {
      finding.nextStep = .changeType(patch.mapTexts(redaction.text))
    }
    finding.excerpt = excerpt?.redacted(by: redaction)
    finding.consequences = consequences.map { $0.redacted(by: redaction) }
    // A value inside of a list or an object of that name, such as `/tokens/0`, is one, too.
    let names = pointer?.split(separator: "/").map(String.init) ?? []
    guard names.contains(where: redaction.isCredential(memberNamed:)) else { return finding }
    if let value, value.contains("\"") {
      finding.value = JSONWriter.quoted(Redaction.replacement)
    }
    guard let value = found, value.contains("\"") else { return finding }
    let shown = "text (\(Redaction.replacement))"
    finding.message = message.replacing(value, with: shown)
    finding.found = shown
    if let excerpt, !excerpt.marked.isEmpty {
      finding.excerpt = excerpt.redacted(by: redaction).marking(Redaction.replacement)
    }
    return finding
  }
}

extension DocumentSource {
  fileprivate func redacted(by redaction: Redaction) -> DocumentSource {
    switch self {
    case .file(let name): .file(redaction.text(name))
    case .address(let address): .address(redaction.text(address))
    }
  }
}

extension Consequence {
  /// The message quotes a value, and only the place tells that it is a credential.
  fileprivate func redacted(by redaction: Redaction) -> Consequence {
    var consequence = self
    consequence.message = redaction.text(message)
    let names = Set(places.flatMap { ($0.pointer ?? "").split(separator: "/").map(String.init) })
    guard names.contains(where: redaction.isCredential(memberNamed:)) else { return consequence }
    consequence.message.replace(/"((?:[^"\\]|\\.)*)"/) { match in
      names.contains(String(match.output.1)) ? match.output.0 : "\"\(Redaction.replacement)\""[...]
    }
    return consequence
  }
}

extension Excerpt {
  fileprivate func redacted(by redaction: Redaction) -> Excerpt {
    let parts = redaction.parts([before, marked, after], isCutBefore: isCutBefore)
    return parts == [before, marked, after]
      ? self
      : Excerpt(
        before: parts[0], marked: parts[1], after: parts[2], isCutBefore: isCutBefore,
        isCutAfter: isCutAfter)
  }

  /// The same line with another text in the marked place.
  fileprivate func marking(_ text: String) -> Excerpt {
    Excerpt(
      before: before, marked: text, after: after, isCutBefore: isCutBefore, isCutAfter: isCutAfter)
  }
}
