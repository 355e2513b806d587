"""Groups a k6 NDJSON output by series and second with DuckDB, as our upload does, and prints the seconds that took.

`python duckdb_k6.py FILE [THREADS]`: FILE may be gzipped; THREADS is as many as there are processors unless told.
`seconds` is with the columns declared, which is the best DuckDB can do; `detectedSeconds` with columns that DuckDB
finds out by itself, as most people would write it.
"""

import json
import sys
import time

import duckdb

DECLARED = """, format = 'newline_delimited', columns = {
    type: 'VARCHAR', metric: 'VARCHAR', data: 'STRUCT(time TIMESTAMPTZ, value DOUBLE, tags JSON)'
}"""


def group(connection: duckdb.DuckDBPyConnection, file: str, table: str, options: str) -> float:
    started = time.perf_counter()
    connection.execute(
        f"""
        CREATE TABLE {table} AS
        SELECT metric, data.tags AS tags, date_trunc('second', data.time::TIMESTAMPTZ) AS second,
               count(*) AS count, sum(data.value) AS sum, min(data.value) AS min, max(data.value) AS max,
               quantile_cont(data.value, [0.5, 0.9, 0.95, 0.99]) AS quantiles
        FROM read_json($file{options})
        WHERE type = 'Point'
        GROUP BY ALL
        """,
        {"file": file},
    )
    return time.perf_counter() - started


def main() -> None:
    file = sys.argv[1]
    connection = duckdb.connect()
    if len(sys.argv) > 2:
        connection.execute(f"SET threads = {int(sys.argv[2])}")
    seconds = group(connection, file, "declared", DECLARED)
    detected = group(connection, file, "detected", "")
    points, rows = connection.execute("SELECT sum(count)::BIGINT, count(*) FROM declared").fetchone()
    result = {
        "rival": "duckdb",
        "version": duckdb.__version__,
        "points": points,
        "rows": rows,
        "seconds": round(seconds, 3),
        "detectedSeconds": round(detected, 3),
        "pointsPerSecond": round(points / seconds),
    }
    print(json.dumps(result))


main()
