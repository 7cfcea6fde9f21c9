import ContractCommand
import ShopSuite

await CommandLineTool(suites: [shop]).runAndExit()
