import ContractCommand
import ContractTesting
import Foundation

// A command of a team of its own, whose type has code that traps.

struct TicketDTO: Decodable {
  let number: Int
  let seat: String

  enum CodingKeys: String, CodingKey { case number, seat }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let text = try container.decode(String.self, forKey: .number)
    guard let number = Int(text) else { fatalError("a ticket has a number") }
    self.number = number
    seat = try container.decode(String.self, forKey: .seat)
    if seat == "nowhere" { _ = depth(0) }
  }

  private func depth(_ level: Int) -> Int { level < 0 ? 0 : depth(level + 1) &+ 1 }
}

let bindings = misbehaviours.flatMap { name, type in type.bindings(named: name) }

if CommandLine.arguments.dropFirst().first == "library" {
  try LibraryUser.run(Array(CommandLine.arguments.dropFirst(2)))
} else {
  await CommandLineTool(
    suites: [
      APISuite(
        name: "misbehaving",
        endpoints: bindings.map { WatchedEndpoint(name: $0.name, dto: $0, samples: []) })
    ], dtos: [DTOBinding(TicketDTO.self)]
  ).runAndExit()
}
