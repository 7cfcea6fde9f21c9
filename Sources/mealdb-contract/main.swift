import ContractCommand
import ContractTesting
import SpaceXSuite
import TheMealDBSuite

await CommandLineTool(suites: [.theMealDB, .spaceX, .spaceXV4]).runAndExit()
