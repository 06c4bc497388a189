"""Reads our exports with pandas, DuckDB and junitparser, without options, and compares them with result.json."""

import json
import pathlib
import sys

import duckdb
import pandas
from junitparser import JUnitXml

work = pathlib.Path(sys.argv[1])
result = json.loads((work / "result.json").read_text())
cells = [cell for cell in result["cells"] if "backend" in cell]
accepts = sum(cell["backend"]["accepts"] for cell in cells)


def same(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: found {found}, expected {expected}")
    print(f"{what}: {found}")


table = pandas.read_csv(work / "table.csv")
same("pandas: rows of table.csv", len(table), len(result["cells"]))
same("pandas: accepts", int(table["accepts"].sum()), accepts)
same("pandas: p50 is a number", table["service_p50_us"].dtype.kind, "f")

same(
    "DuckDB: accepts",
    duckdb.sql(f"select sum(accepts) from '{work}/table.csv'").fetchall()[0][0],
    accepts,
)
runs = pandas.read_csv(work / "runs.csv")
same(
    "DuckDB and pandas: rows of runs.csv",
    duckdb.sql(f"select count(*) from '{work}/runs.csv'").fetchall()[0][0],
    len(runs),
)
types = dict(duckdb.sql(f"select column_name, column_type from (describe select * from '{work}/runs.csv')").fetchall())
same("DuckDB: type of accepts", types["accepts"], "BIGINT")
same("DuckDB: type of service_p50_us", types["service_p50_us"], "DOUBLE")
same("DuckDB: type of started_at", types["started_at"].startswith("TIMESTAMP"), True)

history = pandas.read_csv(work / "history.csv", parse_dates=["time"])
ratios = [name for name in history.columns if name.endswith("_to_reference")]
same("pandas: ratios of the history are numbers", all(history[name].dtype.kind in "if" for name in ratios), True)
same("pandas: the history has ratios", len(ratios) > 0, True)

junit = JUnitXml.fromfile(str(work / "junit.xml"))
same("junitparser: failures and errors", (junit.failures, junit.errors), (0, 0))
suites = {suite.name: suite for suite in junit}
same("junitparser: suites", len(suites), 1 + len(result["cells"]))
of_run = {prop.name: prop.value for prop in suites["keepalive-requests"].properties()}
same("junitparser: verdict", of_run["verdict"], result["verdict"])
same("junitparser: exit status", of_run["exitStatus"], str(result["exitStatus"]))

bmf = json.loads((work / "bmf.json").read_text())
same("BMF: accepts", sum(int(benchmark["accepts"]["value"]) for benchmark in bmf.values()), accepts)
smaller = json.loads((work / "smaller.json").read_text())
same("github-action-benchmark: shape", all({"name", "unit", "value"} <= set(entry) for entry in smaller), True)
