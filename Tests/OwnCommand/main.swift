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

await CommandLineTool(suites: [], dtos: [DTOBinding(TicketDTO.self)]).runAndExit()
