"""Checks NDJSON of any size with mealdb-contract on Spark.

    spark-submit contract_job.py lines PATH NAME PARTITIONS -- mealdb-contract validate --contract order.schema.json
    spark-submit contract_job.py files PATH… -- mealdb-contract infer

The command behind `--` runs once for each partition, with `--summary`, and its summaries are joined with
`--merge`. The joined summary, one line, is what one process over all the data would write; print it with
`mealdb-contract validate --merge FILE --format text`, or with `infer --merge FILE` as a contract.
"""

import os
import subprocess
import sys

# How many summaries one task joins; a driver gets no more than this.
FAN_IN = 64


# What a finding may have; a column that nothing has is null.
COLUMNS = (
    "rule STRING, level STRING, file STRING, pointer STRING, line LONG, column LONG, offset LONG, path STRING, "
    "message STRING, expected STRING, found STRING, value STRING, fingerprint STRING, more LONG"
)


def run(command, lines=()):
    """The output of a command, which reads `lines` (bytes without line feed) as its standard input.

    Findings are no failure; anything else is one, so that Spark runs the task again.
    """
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        for line in lines:
            process.stdin.write(line + b"\n")
        process.stdin.close()
    except BrokenPipeError:
        pass  # The exit code says why it stopped to read.
    output = process.stdout.read()
    if process.wait() != 0:
        raise RuntimeError(f"{' '.join(command)}: exit code {process.returncode}")
    return output


def of_lines(context, path, name, partitions, command):
    """A summary for each partition of a text file, folder or pattern, as Spark splits it.

    A first pass counts lines and bytes of each partition, so that findings have the places of the whole.
    """
    lines = context.textFile(path, partitions, use_unicode=False)

    def count(index, partition):
        sizes = [len(line) + 1 for line in partition]
        yield index, len(sizes), sum(sizes)

    starts, line, offset = {}, 1, 0
    for index, count_of_lines, size in sorted(lines.mapPartitionsWithIndex(count).collect()):
        starts[index] = (line, offset)
        line, offset = line + count_of_lines, offset + size

    def summarise(index, partition):
        line, offset = starts[index]
        place = ["--name", name, "--first-line", str(line), "--offset", str(offset)]
        yield run([*command, "--summary", "--exit-zero", "--jobs", "1", "--lines", *place, "-"], partition)

    return lines.mapPartitionsWithIndex(summarise)


def of_files(context, paths, partitions, command):
    """A summary for each group of files, which the command opens by itself: plain or gzip, bytes as they are.

    Every worker must see the files under the same names.
    """

    def summarise(group):
        group = list(group)
        if group:
            yield run([*command, "--summary", "--exit-zero", "--jobs", "1", *group])

    return context.parallelize(sorted(paths), partitions).mapPartitions(summarise)


def joined(summaries, command):
    """All summaries as one, joined in a tree."""

    def join(group):
        group = [summary.rstrip(b"\n") for summary in group]
        if group:
            yield run([*command[:2], "--merge", "--summary", "--exit-zero", "-"], group)

    # What was summarised once is not read again for the next round.
    while summaries.getNumPartitions() > FAN_IN:
        summaries = summaries.coalesce(-(-summaries.getNumPartitions() // FAN_IN)).mapPartitions(join)
    return b"".join(join(summaries.collect()))


def findings(session, paths, partitions, command):
    """The findings as a table for SQL; each partition ends with a line of totals, which is left out."""

    def report(group):
        # Without --summary a file without any document is a failure.
        group = [path for path in group if os.path.getsize(path) > 0]
        if group:
            output = run([*command, "--format", "ndjson", "--exit-zero", "--jobs", "1", *group])
            yield from (line.decode() for line in output.splitlines() if line.startswith(b'{"rule"'))

    lines = session.sparkContext.parallelize(sorted(paths), partitions).mapPartitions(report)
    return session.read.schema(COLUMNS).json(lines)


def main():
    from pyspark.sql import SparkSession

    mark = sys.argv.index("--")
    how, *inputs = sys.argv[1:mark]
    command = sys.argv[mark + 1 :]
    session = SparkSession.builder.appName("mealdb-contract").getOrCreate()
    if how == "lines":
        path, name, partitions = inputs
        summaries = of_lines(session.sparkContext, path, name, int(partitions), command)
    else:
        summaries = of_files(session.sparkContext, inputs, len(inputs), command)
    sys.stdout.buffer.write(joined(summaries, command))


if __name__ == "__main__":
    main()
