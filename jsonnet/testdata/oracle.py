"""Evaluates Jsonnet snippets with the libraries of the real Kapitan and Commodore.

Reads {"extra": folder, "jobs": [{"text", "setup"}]} and writes one answer for
each job: {"json": text} or {"error": first line of the message}.
"""

import json
import os
import sys

import _gojsonnet
import commodore
import kapitan

PACKAGES = [os.path.dirname(kapitan.__file__), os.path.dirname(commodore.__file__)]
KAPITAN = {
    "jinja2_render_file": ("name", "ctx"),
    "topics": ("name",),
    "file_read": ("name",),
    "file_exists": ("name",),
    "dir_files_list": ("name",),
    "dir_files_read": ("name",),
    "sha256_string": ("obj",),
    "gzip_b64": ("obj",),
    "yaml_dump": ("obj",),
    "yaml_dump_stream": ("obj",),
    "yaml_load": ("name",),
    "yaml_load_stream": ("name",),
    "jsonschema_validate": ("obj", "schema_obj"),
}


# The binding gives back references to None that it does not hold. Python aborts
# when none is left, at the latest when it cleans up at its end.
SPARE = [None] * 1_000_000


def echo(name):
    return lambda *args: {"native": name, "args": list(args)}


def natives(setup):
    if setup["mode"] == "filter":
        documents = setup["documents"]
        return {
            "list_dir": (("dir", "basename"), lambda dir, base: setup["dirs"][dir] if base else [dir]),
            "yaml_load": (("file",), lambda file: documents[file][0]),
            "yaml_load_all": (("file",), lambda file: documents[file]),
            "commodore_inventory": ((), lambda: setup["inventories"][setup["target"]]),
        }

    def inventory(target, inv_path):
        if inv_path is not None:
            return {"native": "inventory", "args": [target, inv_path]}
        return setup["inventories"] if target is None else setup["inventories"][target]

    table = {name: (params, echo(name)) for name, params in KAPITAN.items()}
    table["inventory"] = (("target", "inv_path"), inventory)
    return table


def evaluate(job, extra):
    def find(folder, name):
        for at in [folder, *PACKAGES, extra]:
            path = os.path.normpath(os.path.join(at, name))
            if os.path.isfile(path):
                with open(path, "rb") as f:
                    return path, f.read()
        raise RuntimeError("no such file")

    setup = job["setup"]
    try:
        text = _gojsonnet.evaluate_snippet(
            "snippet",
            job["text"],
            import_callback=find,
            native_callbacks=natives(setup),
            ext_vars={"target": setup["target"], **setup.get("variables", {})},
        )
    except RuntimeError as e:
        return {"error": str(e).split("\n", 1)[0]}
    return {"json": text}


request = json.load(sys.stdin)
json.dump([evaluate(job, request["extra"]) for job in request["jobs"]], sys.stdout)
sys.stdout.flush()
os._exit(0)
