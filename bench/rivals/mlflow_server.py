"""Starts and fills an MLflow tracking server for the scripts beside it."""

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request

import psycopg2


def make_database(url: str) -> str:
    """Makes a database of its own on the server of a URL, and gives its URL."""
    name = f"mlflow_{os.getpid()}"
    with contextlib.closing(psycopg2.connect(url)) as connection:
        connection.autocommit = True
        connection.cursor().execute(f"CREATE DATABASE {name}")
    address = url.rsplit("/", 1)[0].split("://", 1)[1]
    return f"postgresql+psycopg2://{address}/{name}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def mlflow_server(url: str):
    """Runs the server over PostgreSQL with the workers it starts by itself, and gives its address."""
    port = free_port()
    environment = {**os.environ, "MLFLOW_DISABLE_TELEMETRY": "true", "DO_NOT_TRACK": "true"}
    command = [sys.executable, "-m", "mlflow", "server", "--host", "127.0.0.1", "--port", str(port)]
    storage = ["--backend-store-uri", make_database(url), "--no-serve-artifacts"]
    server = subprocess.Popen(
        command + storage, env=environment, stdout=sys.stderr, stderr=sys.stderr
    )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until_ready(server, address)
        yield address
    finally:
        server.terminate()
        server.wait(30)


def wait_until_ready(server: subprocess.Popen, address: str) -> None:
    for _ in range(240):
        if server.poll() is not None:
            raise RuntimeError(f"mlflow server ended with exit code {server.returncode}")
        try:
            urllib.request.urlopen(f"{address}/health", timeout=1).close()
            return
        except OSError:
            time.sleep(0.5)
    raise RuntimeError("mlflow server did not answer within two minutes")
