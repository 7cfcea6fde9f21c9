/// What the hosts and the ends of addresses say of two columns.
extension ColumnProfile {
  /// Whether both hold addresses, each of one host, and these are two.
  func isOfOtherHost(than other: ColumnProfile) -> Bool {
    form == .address && other.form == .address && hosts.count == 1 && other.hosts.count == 1
      && min(values, other.values) >= Self.fewestOpenings && hosts != other.hosts
  }

  /// Whether both hold addresses, and none of the one is on a host of the other.
  func hasOtherHosts(than other: ColumnProfile) -> Bool {
    form == .address && other.form == .address && !hosts.isEmpty && !other.hosts.isEmpty
      && hosts.isDisjoint(with: other.hosts)
  }

  /// Whether both hold addresses, one of them with hosts and the other one only the way on one server.
  func isOfOneServer(unlike other: ColumnProfile) -> Bool {
    form == .address && other.form == .address && hosts.isEmpty != other.hosts.isEmpty
      && wereTextsRead && other.wereTextsRead
      && min(values, other.values) >= Self.fewestOpenings
  }

  /// Whether this holds addresses of several hosts, and the other one those of a host that is none of them.
  func isOfManyHosts(besides other: ColumnProfile) -> Bool {
    hasOtherHosts(than: other) && hosts.count >= Self.fewestOpenings && other.hosts.count == 1
      && other.values >= Self.fewestOpenings
  }

  /// Whether the addresses of both end in other ways: pictures in `.jpg` are no `.webp`, and no pages without an ending.
  func hasOtherEndings(than other: ColumnProfile) -> Bool {
    guard endings.isDisjoint(with: other.endings) else { return false }
    if !endings.isEmpty, !other.endings.isEmpty { return true }
    // Of the side without an ending several must be seen: one address may lack it.
    let plain = endings.isEmpty ? self : other
    return form == .address && other.form == .address && endings.isEmpty != other.endings.isEmpty
      && plain.values >= Self.fewestOpenings
  }
}
