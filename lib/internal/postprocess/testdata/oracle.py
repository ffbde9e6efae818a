"""Runs the filters of the real Commodore.

A request is {"parameters": of the inventory, "component": {path: text}, "compiled": {path below the instance's output: text}};
the answer is the JSON of {"said": what was printed, "files": {path below the instance's output: text}}. The working directory is
called /@wd and the component's folder /@component, in what comes in and in what goes out.
"""

import contextlib
import io
import json
import os
import tempfile
from pathlib import Path

from commodore.postprocess import postprocess_components

# The binding gives back references to None that it does not hold. Python aborts
# when none is left, at the latest when it cleans up at its end.
SPARE = [None] * 1_000_000
INSTANCE, COMPONENT = "inst", "comp"


class Config:
    debug = False

    def __init__(self, work_dir):
        self.work_dir = work_dir

    def get_component_aliases(self):
        return {INSTANCE: COMPONENT}


class Component:
    name = COMPONENT

    def __init__(self, folder):
        self.folder = folder

    def alias_directory(self, _):
        return self.folder


def run(job, work_dir, folder):
    output = work_dir / "compiled" / INSTANCE

    def to_real(text):
        return text.replace("/@wd", str(work_dir)).replace("/@component", str(folder))

    def to_shown(text):
        return text.replace(str(work_dir), "/@wd").replace(str(folder), "/@component")

    for base, files in ((output, job["compiled"]), (folder, job["component"])):
        base.mkdir(parents=True)
        for name, text in files.items():
            (base / name).parent.mkdir(parents=True, exist_ok=True)
            (base / name).write_bytes(to_real(text).encode())
    parameters = json.loads(to_real(json.dumps(job["parameters"])))
    node = {"applications": [], "classes": [], "environment": "base", "exports": {}, "parameters": parameters}
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        postprocess_components(Config(work_dir), {INSTANCE: node}, {COMPONENT: Component(folder)})
    found = {}
    for place, _, names in os.walk(output):
        for name in names:
            file = Path(place) / name
            found[str(file.relative_to(output))] = to_shown(file.read_bytes().decode())
    return {"said": to_shown(said.getvalue()), "files": found}


def answer(job):
    with tempfile.TemporaryDirectory() as root:
        real = Path(root).resolve()
        os.chdir(real)
        try:
            return json.dumps(run(job, real / "wd", real / "component"))
        finally:
            os.chdir("/")
