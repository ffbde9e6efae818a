"""Evaluates Jsonnet with Kapitan's native functions, in a folder called /wd in what comes in and in what goes out."""

import os
import shutil
import sys
import tempfile
import types
import warnings

import _gojsonnet
from kapitan import cached
from kapitan.resources import resource_callbacks

warnings.simplefilter("ignore")
cached.args = types.SimpleNamespace(reveal=False)

# The binding gives back references to None that it does not hold. Python aborts
# when none is left.
SPARE = [None] * 5_000_000
ROOT = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
requests = 0


def answer(request):
    global requests
    requests += 1
    folder = os.path.join(ROOT, str(requests))  # Kapitan remembers templates by their paths
    try:
        for name, text in request["files"].items():
            path = folder + name.removeprefix("/wd")
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as f:
                f.write(text.encode())
        text = _gojsonnet.evaluate_snippet(
            "main.jsonnet",
            request["code"].replace("/wd", folder),
            import_callback=lambda folder, name: None,
            native_callbacks=resource_callbacks([folder + "/vendor", folder]),
        )
        return text.replace(folder, "/wd")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        sys.stderr.flush()
