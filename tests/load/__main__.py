"""``make load``: seats play on a service of their own, on this machine, for a while."""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.load.running import Found, run

TARGET = 100  # ms: the 95th percentile of a move


def main() -> int:
    """Play, print what was measured, and return 1 for failures or lost moves."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seats", type=int, default=200)
    parser.add_argument("--sessions", type=int, default=60)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(Path(folder), asked.seats, asked.sessions, asked.seconds, (3.0, 6.0))
    print(said(found))
    return 1 if found.report["failures"] or found.lost else 0


def said(found: Found) -> str:
    """Write what was measured as text."""
    report = found.report
    seconds = report["seconds"]
    lines = [f"{report['seats']} seats for {seconds:.0f} s"]
    for name, times in report["times"].items():
        if times["count"]:
            parts = ", ".join(f"{p} {times[p]:.0f}" for p in ("p50", "p95", "p99", "max"))
            lines.append(f"{name}: {times['count'] / seconds:.1f} a second, {parts} ms")
    memory = [f"{one / 1e6:.0f}" for one in found.memory]
    lines += [
        f"failures {report['failures']}, lost {found.lost}, "
        f"told that others came first {report['conflicts']}",
        *sorted(set(report["errors"]))[:5],
        *found.logged[:5],
        f"memory of the server in MB, at even distances: {', '.join(memory)}",
        f"processor: server {found.server_cpu / seconds:.2f} cores, "
        f"seats {report['generator_cpu'] / seconds:.2f} cores",
    ]
    met = report["times"]["move"].get("p95", TARGET) < TARGET
    lines.append(f"p95 of a move under {TARGET} ms: {'yes' if met else 'no'}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
