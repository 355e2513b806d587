"""Measures how fast MLflow on PostgreSQL searches runs, filtered and sorted by metrics, 50 a page.

`python mlflow_search.py DATABASE_URL [RUNS]`: 1 000 runs unless told otherwise, with 15 metrics, 4 parameters and 3 tags.
"""

import json
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import mlflow
import requests
from mlflow.entities import Metric, Param, RunTag
from mlflow_server import mlflow_server

FILTER = "metrics.p95 < 300 and params.mode = 'legacy' and tags.branch = 'main'"


def main() -> None:
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    with mlflow_server(sys.argv[1]) as address:
        client = mlflow.MlflowClient(address)
        experiment = client.create_experiment("bench")
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda at: add_run(client, experiment, at), range(runs)))
        plain = measure(address, experiment, "", "attributes.start_time DESC")
        filtered = measure(address, experiment, FILTER, "metrics.throughput DESC")
    result = {
        "rival": "mlflow",
        "version": mlflow.__version__,
        "runs": runs,
        "newestFirst": plain,
        "filteredAndSorted": filtered,
    }
    print(json.dumps(result))


def add_run(client: mlflow.MlflowClient, experiment: str, at: int) -> None:
    chance = random.Random(at)
    run = client.create_run(experiment).info.run_id
    names = ["p95", "throughput", "rare"] + [f"m{number}" for number in range(1, 13)]
    client.log_batch(
        run,
        metrics=[Metric(name, chance.random() * 1000, 1795240602000, 0) for name in names],
        params=[
            Param("qps", str(50 * chance.randint(1, 6))),
            Param("burst", str(100 * chance.randint(1, 6))),
            Param("shards", str(chance.randint(1, 16))),
            Param("mode", chance.choice(["legacy", "round-robin", "consistent"])),
        ],
        tags=[
            RunTag("branch", chance.choice(["main", "main", "dev", "release"])),
            RunTag("team", "platform"),
            RunTag("commit", str(at)),
        ],
    )


def measure(address: str, experiment: str, condition: str, order: str) -> dict[str, float]:
    session = requests.Session()
    body = {"experiment_ids": [experiment], "filter": condition, "order_by": [order], "max_results": 50}
    times = []
    for repetition in range(22):
        started = time.perf_counter()
        answer = session.post(f"{address}/api/2.0/mlflow/runs/search", json=body)
        answer.raise_for_status()
        if not answer.json().get("runs"):
            raise RuntimeError(f"expected runs that pass {condition}")
        if repetition >= 2:
            times.append((time.perf_counter() - started) * 1000)
    times.sort()
    return {"p50": round(times[9], 2), "p95": round(times[18], 2)}


main()
