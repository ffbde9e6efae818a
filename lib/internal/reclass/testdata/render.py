"""Renders the targets of an inventory with reclass-rs."""

import os
import re
import shutil
import tempfile

from describe import describe

os.environ["RUST_BACKTRACE"] = "0"  # which takes most of the time
import reclass_rs  # noqa: E402

FOLDER = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)


def write(files):
    for name, text in files.items():
        path = os.path.join(FOLDER, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(text.encode())


def target(inventory, name):
    try:
        node = inventory.nodeinfo(name)
        return f"{describe(node.parameters)}\napplications {describe(node.applications)}\nclasses {describe(node.classes)}"
    except ValueError as e:
        message = str(e).removeprefix(f"Error while rendering {name}: ")
        if re.search(r"at line \d+ column|Error parsing default value|more than one document|may be merged|(^|: )invalid type|^Deserializing |^did not find |^found |^while |^[a-z]+: ", message):
            message = "YAML"  # the words of its parser
        return f"fails: {message}"
    except BaseException as e:
        if type(e).__name__ != "PanicException":
            raise
        return "fails: panic"


def answer(request):
    os.makedirs(FOLDER + "/classes")
    os.makedirs(FOLDER + "/targets")
    try:
        write(request["files"])
        inventory = reclass_rs.Reclass(
            inventory_path=FOLDER, nodes_path="targets", classes_path="classes", ignore_class_notfound=request["ignore"]
        )
        results = [f"{name} {target(inventory, name)}" for name in sorted(inventory.nodes)]
    finally:
        shutil.rmtree(FOLDER)
    if all(" fails: " in result[:20] for result in results):
        raise RuntimeError("\n".join(results))
    return "\n".join(results)
