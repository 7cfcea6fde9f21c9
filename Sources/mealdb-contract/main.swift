import ContractCommand
import ContractTesting
import SpaceX
import TheMealDB

await CommandLineTool(suites: [.theMealDB, .spaceX]).runAndExit()
