"""Dumps the rows of dump.jsonl as Kapitan and Commodore do."""

import datetime

import yaml
from commodore.helpers import IndentedListDumper, _represent_str
from kapitan.utils import PrettyDumper

IndentedListDumper.add_representer(str, _represent_str)


class Reader:
    """Makes the values of one row; shared ones are in the order in which they begin."""

    def __init__(self):
        self.shared = []

    def value(self, row):
        kind, content = row[0], row[1:]
        match kind:
            case "null":
                return None
            case "bool":
                return content[0]
            case "float":
                return float(content[0])
            case "integer":
                return int(content[0])
            case "string":
                return "".join(content)
            case "bytes":
                return content[0].encode("latin-1")
            case "again":
                return self.shared[content[0]]
            case "date":
                return self.keep(datetime.date.fromisoformat(content[0]))
            case "time":
                return self.keep(datetime.datetime.fromisoformat(content[0]))
            case "list":
                out = self.keep([])
                out.extend(self.value(item) for item in content)
                return out
            case "set":
                out = self.keep(set())
                out.update(self.value(item) for item in content)
                return out
        out = self.keep({})
        for key, item in content:
            key = self.value(key)
            out[key] = self.value(item)
        return out

    def keep(self, value):
        self.shared.append(value)
        return value


def answer(row):
    reader = Reader()
    docs = [reader.value(doc) for doc in row["docs"]]
    match row["flavour"]:
        case "commodore":
            return yaml.dump_all(docs, Dumper=IndentedListDumper)
        case "safe":
            return yaml.safe_dump_all(docs, default_flow_style=False)
    return yaml.dump_all(docs, Dumper=PrettyDumper.get_dumper_for_style(row["flavour"]), default_flow_style=False)
