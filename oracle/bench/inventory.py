"""Renders an inventory with the reference's reclass, and says what that took.

    python inventory.py INVENTORY OUT

Only what happens between the first call of reclass_rs and the last is counted,
not Python's start-up; peak memory is that of the process. The parameters of
each target go to OUT/<target>.json, uncounted.
"""

import json
import resource
import sys
import time
from pathlib import Path

from reclass_rs import Reclass


def cpu(usage):
    return usage.ru_utime + usage.ru_stime


def main(inventory, out):
    before, start = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
    rendered = Reclass(inventory_path=inventory, nodes_path="targets", classes_path="classes").inventory().as_dict()
    end, after = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    for name, node in rendered["nodes"].items():
        Path(out, f"{name}.json").write_text(json.dumps(node["parameters"]) + "\n")
    # The peak is in kilobytes, but on macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    json.dump({"wall": end - start, "cpu": cpu(after) - cpu(before), "peak": after.ru_maxrss * unit}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
