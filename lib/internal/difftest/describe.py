"""Shows a value with everything in which it can differ, as Describe does in Go."""

import datetime


class HoldsItself(Exception):
    """A value is part of itself."""


def describe(value):
    """Gives a text that is the same for no two values: kinds, digits, order, what is shared."""
    return Describer().show(value)


def text(s):
    return '"' + "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\{ord(c):x};" for c in s) + '"'


class Describer:
    def __init__(self):
        self.seen = {}
        self.inside = set()

    def show(self, v):
        match v:
            case None:
                return "null"
            case bool():
                return str(v).lower()
            case int():
                return f"{v:x}"
            case float():
                return f"float({v!r})"
            case str():
                return text(v)
            case bytes():
                return f"bytes({v.hex()})"
        # Dates, lists, maps and sets can be shared, and are printed with anchors then.
        if id(v) in self.inside:
            raise HoldsItself()
        if id(v) in self.seen:
            return f"again({self.seen[id(v)][0]})"
        self.seen[id(v)] = (len(self.seen), v)
        self.inside.add(id(v))
        shown = self.collection(v)
        self.inside.remove(id(v))
        return shown

    def collection(self, v):
        match v:
            case datetime.datetime():
                return f"time({v.isoformat(' ')})"
            case datetime.date():
                return f"date({v.isoformat()})"
            case list() | tuple():
                return "[" + ", ".join(self.show(item) for item in v) + "]"
            case set():
                return "set(" + ", ".join(sorted(describe(item) for item in v)) + ")"
        return "{" + ", ".join(f"{self.show(k)}: {self.show(item)}" for k, item in v.items()) + "}"
