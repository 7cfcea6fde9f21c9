import ContractTesting
import SchemaDrift
import StrictJSON

/// Which findings of a report have the same cause, in one endpoint or in several ones of an API.
///
/// Findings have one cause that have the same rule and level, and
///
/// - the same place in the format, with the same change of it, or
/// - the same property of a type, wherever the records that it reads lie: `$.mission_name` of the latest
///   launch is `$[*].mission_name` of all of them.
struct FindingCauses {
  /// The number of the cause of each finding, counted from 0 in the order of the findings.
  let numbers: [Int]

  init(_ findings: [Finding]) {
    var count = 0
    var byPlace: [PlaceKey: Int] = [:]
    var byProperty: [PropertyKey: Int] = [:]
    numbers = findings.map { finding in
      let place = PlaceKey(finding)
      let property = PropertyKey(finding)
      let known = byPlace[place] ?? property.flatMap { byProperty[$0] }
      let number = known ?? count
      if known == nil { count += 1 }
      byPlace[place] = number
      if let property, byProperty[property] == nil { byProperty[property] = number }
      return number
    }
  }

  private struct PlaceKey: Hashable {
    let suite: String?
    let key: FindingCauseKey
    /// What else is the same where no place is known, such as the fault of a document.
    let fault: [String?]
    let from: ShapePath?
    let to: ShapePath?

    init(_ finding: Finding) {
      suite = finding.suite
      key = FindingCauseKey(finding)
      fault = finding.path == nil ? [finding.endpoint, finding.message] : []
      from = finding.change?.from
      to = finding.change?.to
    }
  }

  private struct PropertyKey: Hashable {
    let suite: String?
    let rule: Rule
    let level: Level
    let waiver: String?
    let dto: DTOReference
    /// The last steps of the places: what they are called in their object.
    let ends: [ShapePath.Step?]

    /// Nil for a finding that names no property: a type alone is not a place.
    init?(_ finding: Finding) {
      guard let dto = finding.dto, dto.property != nil else { return nil }
      suite = finding.suite
      rule = finding.rule
      level = finding.level
      waiver = finding.waiver
      self.dto = dto
      ends = [finding.place, finding.change?.from, finding.change?.to].map { $0?.last }
    }
  }
}
