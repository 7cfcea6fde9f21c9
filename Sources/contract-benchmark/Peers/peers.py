"""Measures well-known tools beside mealdb-contract, on the same file and in alternation.

    python3 peers.py --own .build/release/contract-benchmark FILE.ndjson [--contract FILE]

Everybody runs in a process of its own and measures the operation alone: start-up and imports do not
count. Peers that take lines have read the file before; ours reads it as it goes. Processor time is
user and system time of all threads; wall time is less where an operation uses two processors. In
each round everybody runs once; a ratio is the median of the ratios of the rounds. The last line of
each comparison is our whole command as a user starts it, with its start-up.

A peer that cannot be installed from PyPI is named and left out.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import venv

PACKAGES = ["orjson", "jsonschema-rs", "polars", "polars-genson", "duckdb", "genson"]

# For each peer: the modules that it needs and, below, the operation.
INFER = {
    "polars-genson": ["polars", "polars_genson"],
    "polars": ["polars"],
    "duckdb, one thread": ["duckdb"],
    "genson with orjson": ["genson", "orjson"],
}
VALIDATE = {"jsonschema-rs with orjson": ["jsonschema_rs", "orjson"]}


def operation(name, path, contract):
    """Prepares an operation; what it returns is called and measured."""
    if name == "polars-genson":
        import polars
        import polars_genson  # noqa: F401 (registers itself)

        lines = [line.decode() for line in read_lines(path)]
        frame = polars.DataFrame({"json": lines})
        return lambda: frame.genson.infer_json_schema("json")
    if name == "polars":
        import polars

        return lambda: polars.scan_ndjson(path, infer_schema_length=None).collect_schema()
    if name == "duckdb, one thread":
        import duckdb

        connection = duckdb.connect()
        connection.execute("set threads = 1")
        quoted = path.replace("'", "''")
        query = f"describe select * from read_json('{quoted}', sample_size = -1)"
        return lambda: connection.execute(query).fetchall()
    if name == "genson with orjson":
        import genson
        import orjson

        lines = read_lines(path)

        def infer():
            builder = genson.SchemaBuilder()
            for line in lines:
                builder.add_object(orjson.loads(line))
            builder.to_schema()

        return infer
    if name == "jsonschema-rs with orjson":
        import jsonschema_rs
        import orjson

        lines = read_lines(path)
        validator = jsonschema_rs.validator_for(json.loads(pathlib.Path(contract).read_text()))

        def validate():
            for line in lines:
                for _ in validator.iter_errors(orjson.loads(line)):
                    pass

        return validate
    raise ValueError(name)


def read_lines(path):
    return [line for line in pathlib.Path(path).read_bytes().split(b"\n") if line.strip()]


def run_peer(name, path, contract):
    run = operation(name, path, contract)
    start, wall = time.process_time(), time.perf_counter()
    run()
    print(time.process_time() - start, time.perf_counter() - wall)


def measure(command):
    """Runs a command that prints its processor time and wall time, in seconds.

    Returns both, the processor time of the whole process, and its peak memory in MiB.
    """
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit("this failed: " + " ".join(command))
    processor, wall = (float(number) for number in output.split())
    return processor, wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def environment(folder):
    """Makes a virtual environment with the packages, or uses the one that is there."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    for package in PACKAGES:
        check = "import importlib.metadata as m; m.version('%s')" % package
        if subprocess.run([python, "-c", check], capture_output=True).returncode == 0:
            continue
        install = [python, "-m", "pip", "install", "--quiet", package]
        if subprocess.run(install, capture_output=True).returncode != 0:
            print(f"not installed: {package}")
    return str(python)


def has_modules(python, modules):
    check = "import " + ", ".join(modules)
    return subprocess.run([python, "-c", check], capture_output=True).returncode == 0


def compare(title, peers, ours, python, arguments):
    present = [name for name, modules in peers.items() if has_modules(python, modules)]
    for name in peers:
        if name not in present:
            print(f"{title}: {name} is missing")
    times = {name: [] for name in present}
    own = []
    for _ in range(arguments.rounds):
        own.append(measure(ours))
        for name in present:
            command = [python, __file__, "--peer", name, arguments.file]
            if arguments.contract:
                command += ["--contract", arguments.contract]
            times[name].append(measure(command))
    size = os.path.getsize(arguments.file) / 1e6
    processor, wall, whole, peak = (statistics.median(column) for column in zip(*own))
    print(
        f"{title}: mealdb-contract {processor:.3f} s, wall {wall:.3f} s, "
        f"{size / processor:.0f} MB/s, {peak:.0f} MiB"
    )
    for name in present:
        seconds = statistics.median(peer[0] for peer in times[name])
        ratios = [peer[0] / mine[0] for peer, mine in zip(times[name], own)]
        walls = [peer[1] / mine[1] for peer, mine in zip(times[name], own)]
        print(
            f"{title}: {name} {seconds:.3f} s, "
            f"ratio {statistics.median(ratios):.2f} [{min(ratios):.2f} to {max(ratios):.2f}], "
            f"wall {statistics.median(walls):.2f} [{min(walls):.2f} to {max(walls):.2f}]"
        )
    print(f"{title}: mealdb-contract, whole process {whole:.3f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", help="an NDJSON file")
    parser.add_argument("--own", help="the release build of contract-benchmark")
    parser.add_argument("--contract", help="a JSON Schema for each line; adds validation")
    parser.add_argument("--environment", help="the folder of the virtual environment")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peer", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.peer:
        run_peer(arguments.peer, arguments.file, arguments.contract)
        return
    if not arguments.own:
        parser.error("--own is missing")
    with tempfile.TemporaryDirectory() as temporary:
        python = environment(pathlib.Path(arguments.environment or temporary))
        own = [os.path.abspath(arguments.own), "own"]
        infer = own + ["infer", arguments.file, "-q", "-o", os.path.join(temporary, "c.json")]
        compare("infer", INFER, infer, python, arguments)
        if arguments.contract:
            validate = own + ["validate", "--contract", arguments.contract, arguments.file, "-q"]
            compare("validate", VALIDATE, validate, python, arguments)


if __name__ == "__main__":
    main()
