"""Measures how fast MLflow on PostgreSQL takes samples of one run and gives them back.

`python mlflow_metrics.py DATABASE_URL [SERIES] [POINTS]`: 100 series of 500 points unless told otherwise, logged by
log-batch with 1 000 metrics each, the most it takes, and read series by series over get-history, as its pages do.
"""

import json
import sys
import time

import mlflow
import requests
from mlflow.entities import Metric
from mlflow_server import mlflow_server

BATCH = 1000


def main() -> None:
    series = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    points = int(sys.argv[3]) if len(sys.argv) > 3 else 500
    with mlflow_server(sys.argv[1]) as address:
        client = mlflow.MlflowClient(address)
        run = client.create_run(client.create_experiment("bench")).info.run_id
        metrics = [
            Metric(f"series_{name}", float((name * 7919 + step * 31) % 1000), 1795240602000 + step * 1000, step)
            for step in range(points)
            for name in range(series)
        ]
        started = time.perf_counter()
        for at in range(0, len(metrics), BATCH):
            client.log_batch(run, metrics=metrics[at : at + BATCH])
        written = time.perf_counter() - started
        reads = sorted(read_all(address, run, series, points) for _ in range(3))
    result = {
        "rival": "mlflow",
        "version": mlflow.__version__,
        "samples": len(metrics),
        "writeSeconds": round(written, 3),
        "samplesPerSecond": round(len(metrics) / written),
        "readSeconds": round(reads[1], 4),
    }
    print(json.dumps(result))


def read_all(address: str, run: str, series: int, points: int) -> float:
    session = requests.Session()
    started = time.perf_counter()
    for name in range(series):
        answer = session.get(
            f"{address}/api/2.0/mlflow/metrics/get-history",
            params={"run_id": run, "metric_key": f"series_{name}", "max_results": 25000},
        )
        answer.raise_for_status()
        if len(answer.json()["metrics"]) != points:
            raise RuntimeError(f"expected {points} points of series_{name}")
    return time.perf_counter() - started


main()
