/// What the arguments of the command ask for.
struct BenchmarkOptions: Equatable {
  /// How often each comparison is repeated, from 1.
  var rounds = 5

  /// Part of the names of the comparisons to run; nil runs all.
  var only: String?

  /// The file of a recorded timeline, to be measured beside the made-up one.
  var timeline: String?

  /// The made-up documents have this part of their records, from 1.
  var part = 1

  /// The position of the only way to run; nil compares all.
  var contender: Int?

  static let usage = """
    usage: contract-benchmark [--only TEXT] [--timeline FILE] [ROUNDS]
           contract-benchmark count [--only TEXT] [--timeline FILE]
           contract-benchmark peers FILE.ndjson [--contract FILE]
           contract-benchmark fuzz [--documents N] [--seed S]
           contract-benchmark soak URL [--requests N] [--at-once N] [--authority FILE]

    Compares parsing, checking and decoding with Foundation's JSONSerialization and JSONDecoder on
    the same bytes, in turns, in one process. The documents are made up and the same in each run.
    First one document at a time, of the sizes that fixtures have, clean, with null slots, and with
    one defect: there the time is that of one document. Then lists:
    10,000 meals, 5,000 launches with dates, and a timeline of 2,000 short messages; each also
    with 1 % broken records. Foundation stops at the first problem, so there it gets the sound
    document of the same size.

    For each way: the rate, the memory it added at its peak, and how many times as long it takes
    as ours; the median of the rounds, and the range. Build it with '-c release'. On a busy
    machine the ratios say more than the rates.

    'count' counts instructions and allocations instead, which are the same on a busy machine. It
    runs each way under valgrind, which must be installed, on documents of a twentieth of the size.

    'peers' measures inference and validation of a file beside tools from PyPI, which it installs
    into an environment of its own; 'peers --help' tells more.

    'fuzz' holds the decoder to its laws on made-up documents; 'fuzz --help' tells more.
    'soak' sends ten thousand requests to an address, and counts answers that are lost or others.

      ROUNDS           how often each comparison is repeated (default 5)
      --only TEXT      only the comparisons whose name contains TEXT
      --timeline FILE  measure a recorded timeline too (the file twitter.json of other benchmarks)
      --part N         made-up documents of the N-th part of the size
      --contender N    run only the N-th way, ROUNDS times, and measure nothing (for 'count')
      --help           show this
    """

  /// Reads arguments; nil where they make no sense.
  init?(_ arguments: some Sequence<String>) {
    var remaining = arguments.makeIterator()
    var sawRounds = false
    while let argument = remaining.next() {
      switch argument {
      case "--only":
        guard let text = remaining.next() else { return nil }
        only = text
      case "--timeline":
        guard let file = remaining.next() else { return nil }
        timeline = file
      case "--part":
        guard let number = remaining.next().flatMap({ Int($0) }), number > 0 else { return nil }
        part = number
      case "--contender":
        guard let number = remaining.next().flatMap({ Int($0) }), number >= 0 else { return nil }
        contender = number
      default:
        guard !sawRounds, let count = Int(argument), count > 0 else { return nil }
        rounds = count
        sawRounds = true
      }
    }
  }
}
