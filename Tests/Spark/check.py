"""Holds what Spark and the command find together against what one process finds, byte for byte.

    CONTRACT_TOOL=.build/release/mealdb-contract python3 Tests/Spark/check.py [--small] [--cluster]

One of the partitions is empty, one has a broken line, the findings are more than any limit, and a worker
is killed in the middle. `--cluster` uses two worker processes of a standalone cluster.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The processes of the workers import the recipe, too.
os.environ["PYTHONPATH"] = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))

import contract_job as job  # noqa: E402

TOOL = str(Path(os.environ["CONTRACT_TOOL"]).resolve())


def lines(count):
    for number in range(count):
        if number == count // 2:
            yield '{"flight_number": 1,'
        elif number % 3 == 0:
            yield f'{{"flight_number": "{number}", "mission_name": null, "upcoming": {number}}}'
        elif number % 10 == 1:
            yield f'{{"flight_number": 1, "key{number}": 1, "key{number}": 2}}'
        else:
            yield f'{{"flight_number": {number}, "mission_name": "é{number}", "upcoming": true}}'


def one(command, file=subprocess.DEVNULL):
    return subprocess.run(command, stdin=file, stdout=subprocess.PIPE).stdout


def main():
    from pyspark.sql import SparkSession

    small = "--small" in sys.argv
    master = "local-cluster[2,1,1024]" if "--cluster" in sys.argv else "local[2,4]"
    folder = Path(tempfile.mkdtemp())
    session = (
        SparkSession.builder.master(master)
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    context = session.sparkContext
    context.setLogLevel("OFF")
    # More findings than a report lists, and more causes than a summary tells apart.
    text = [line + "\n" for line in lines(4_000 if small else 20_000)]
    whole = folder / "all.ndjson"
    whole.write_text("".join(text))
    good = folder / "good.ndjson"
    good.write_text("".join(line for line in text if '"upcoming": true' in line))
    contract = folder / "launch.schema.json"
    contract.write_bytes(one([TOOL, "infer", str(good)]))
    parts = folder / "parts"
    parts.mkdir()
    cuts = [0, 0, 7, len(text) // 3, len(text)]
    for number, (start, end) in enumerate(zip(cuts, cuts[1:])):
        (parts / f"{number}.ndjson").write_text("".join(text[start:end]))
    paths = [str(path) for path in sorted(parts.iterdir())]

    commands = [[TOOL, "validate", "--contract", str(contract), "--strict"]]
    if not small:
        commands += [
            [TOOL, "validate", "--contract", str(contract)],
            [TOOL, "decode", "--as", "LaunchDTO"],
            [TOOL, "infer"],
        ]
    for command in commands:
        with open(whole, "rb") as file:
            expected = one([*command, "--summary", "--lines", "--name", "all", "-"], file)
        assert expected.count(b"\n") == 1, expected[:200]
        for partitions in [3] if small else [1, 3, 64]:
            summaries = job.of_lines(context, str(whole), "all", partitions, command)
            assert summaries.getNumPartitions() >= partitions
            assert job.joined(summaries, command) == expected, (command, partitions)
        ofFiles = one([*command, "--summary", *paths])
        assert job.joined(job.of_files(context, paths, 3, command), command) == ofFiles, command
        print("equal:", *command[1:], flush=True)

    # The first task that gets to its tool loses its Python process to a signal.
    flaky = folder / "flaky"
    flaky.write_text(f'#!/bin/sh\nif mkdir "{folder}/killed" 2>/dev/null; then kill -9 $PPID; fi\nexec "{TOOL}" "$@"\n')
    flaky.chmod(0o755)
    command = commands[0]
    expected = one([*command, "--summary", *paths])
    summaries = job.of_files(context, paths, 3, [str(flaky), *command[1:]])
    assert job.joined(summaries, command) == expected
    assert (folder / "killed").exists()
    print("equal after the end of a worker", flush=True)

    table = job.findings(session, paths, 3, command)
    table.createOrReplaceTempView("findings")
    rows = session.sql(
        "SELECT rule, path, SUM(1 + COALESCE(more, 0)) AS n FROM findings GROUP BY rule, path ORDER BY n DESC"
    ).collect()
    total = sum(row.n for row in rows)
    print(f"{len(rows)} causes, {total} findings in SQL")
    summary = json.loads(expected)
    counts = [entry["count"] for entry in summary["causes"] + summary["others"]]
    assert total == sum(counts) > len(text), (total, sum(counts))
    session.stop()


if __name__ == "__main__":
    main()
