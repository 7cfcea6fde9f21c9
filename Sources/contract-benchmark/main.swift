import Foundation

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "peers" {
  do {
    exit(try PeersCommand.run(Array(arguments.dropFirst())))
  } catch {
    FileHandle.standardError.write(Data("contract-benchmark: python3: \(error)\n".utf8))
    exit(3)
  }
}
if arguments.first == "fuzz" {
  if arguments.contains("--help") || arguments.contains("-h") {
    print(FuzzCommand.usage)
    exit(0)
  }
  guard let fuzz = FuzzCommand(arguments.dropFirst()) else {
    FileHandle.standardError.write(Data("\(FuzzCommand.usage)\n".utf8))
    exit(2)
  }
  do {
    exit(try await fuzz.run { print($0) })
  } catch {
    FileHandle.standardError.write(Data("contract-benchmark: \(error)\n".utf8))
    exit(3)
  }
}
if arguments.first == "soak" {
  exit(await Soak.run(Array(arguments.dropFirst())))
}
if arguments.first == "own" {
  exit(await OwnCommandLine.run(Array(arguments.dropFirst())))
}
if arguments.contains("--help") || arguments.contains("-h") {
  print(BenchmarkOptions.usage)
  exit(0)
}
let isCount = arguments.first == "count"
guard let options = BenchmarkOptions(isCount ? arguments.dropFirst() : arguments) else {
  FileHandle.standardError.write(Data("\(BenchmarkOptions.usage)\n".utf8))
  exit(2)
}

do {
  if isCount {
    try CountCommand(options: options).run { print($0) }
  } else {
    try Operations(options: options).forEach { comparison in
      if let contender = options.contender {
        try comparison.run(contender, times: options.rounds)
      } else {
        print(comparison.report(try comparison.results(rounds: options.rounds)))
      }
    }
  }
} catch {
  FileHandle.standardError.write(Data("contract-benchmark: \(error)\n".utf8))
  exit(3)
}
