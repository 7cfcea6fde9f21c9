import Endpoints
import SchemaDrift
import StrictJSON

extension Report {
  /// The report without credentials, as it is written in every format.
  ///
  /// Messages, values and excerpts quote what a server sent, and live findings name the address that was
  /// asked. A value is also hidden where the name of its member says that it is a credential, though
  /// its text does not: `found` at `$.user.password` is never shown.
  package func redacted(by redaction: Redaction) -> Report {
    var report = redactingNamesBesideFindings(by: redaction)
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

  /// The report without names of members that are credentials.
  ///
  /// They become what `record` stores for them. Waivers and histories know findings by their paths, so they
  /// have to be given the same paths as the reader.
  package func redactingNames(by redaction: Redaction) -> Report {
    var report = redactingNamesBesideFindings(by: redaction)
    report.findings = findings.map { $0.redactingNames(by: redaction) }
    return report
  }

  private func redactingNamesBesideFindings(by redaction: Redaction) -> Report {
    var report = self
    report.mapping = mapping.map { $0.redactingNames(by: redaction) }
    report.material.shares = material.shares.mapValues { shares in
      Dictionary(
        shares.map { ($0.redactingNames(by: redaction), $1) },
        uniquingKeysWith: { first, _ in first })
    }
    return report
  }
}

extension ShapePath {
  fileprivate func redactingNames(by redaction: Redaction) -> ShapePath {
    let steps = steps
    let redacted = steps.map { step in
      guard case .member(let name) = step else { return step }
      return .member(redaction.memberName(name))
    }
    return redacted == steps ? self : ShapePath(steps: redacted)
  }
}

extension PathMapping {
  fileprivate func redactingNames(by redaction: Redaction) -> PathMapping {
    var mapping = self
    mapping.from = from?.redactingNames(by: redaction)
    mapping.to = to?.redactingNames(by: redaction)
    return mapping
  }
}

extension Finding {
  fileprivate func redactingNames(by redaction: Redaction) -> Finding {
    var finding = self
    finding.pointer = pointer.map { redaction.pointer($0) }
    if let place {
      let redacted = place.redactingNames(by: redaction)
      if redacted != place { finding.place = redacted }
    } else {
      finding.path = path.map(redaction.text)
    }
    finding.site = site?.redactingNames(by: redaction)
    finding.change = change?.redactingNames(by: redaction)
    for index in consequences.indices {
      finding.consequences[index].path = consequences[index].path?.redactingNames(by: redaction)
      for place in consequences[index].places.indices {
        finding.consequences[index].places[place].pointer =
          consequences[index].places[place].pointer.map { redaction.pointer($0) }
      }
    }
    return finding
  }
}

extension Redaction {
  /// A JSON Pointer without the names that are credentials.
  fileprivate func pointer(_ text: String) -> String {
    guard let pointer = JSONPointer(text) else { return self.text(text) }
    let tokens = pointer.tokens.map(memberName)
    return tokens == pointer.tokens ? text : JSONPointer(tokens: tokens).description
  }
}

extension Finding {
  /// The finding without credentials.
  func redacted(by redaction: Redaction) -> Finding {
    var finding = redactingNames(by: redaction)
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
