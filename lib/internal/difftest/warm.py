"""Answers requests, one JSON value a line, with the function of a script.

The script's answer(request) gives a text or raises; it may import describe. What
libraries print goes to standard error.
"""

import importlib.util
import json
import os
import sys

replies = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def load(path):
    spec = importlib.util.spec_from_file_location("script", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.answer


def reply(value):
    replies.write(json.dumps(value) + "\n")
    replies.flush()


answer = load(sys.argv[1])
reply("ready")
for line in sys.stdin:
    try:
        result = {"text": answer(json.loads(line))}
    except BaseException as e:  # a panic of Rust is no Exception
        result = {"error": f"{type(e).__name__}: {e}"[:10_000]}
    reply(result)
os._exit(0)
