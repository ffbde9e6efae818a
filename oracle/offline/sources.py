"""Answers what a component downloads from a folder, which $DEPS names:

    <owner>/<repo>           clones, bare or not, with the branches and tags that are asked for
    files/<host>/<path>      what any other URL gives
    charts/<name>-<version>  unpacked charts

Each answer, that there is none included, is a line of the file $SOURCES, so that
a result can be kept for as long as the folder would answer the same:

    python sources.py FILE      exits with 1 if it would answer otherwise now
"""

import contextlib
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

DEPS = Path(os.environ.get("DEPS", "/nonexistent"))


class Missing(Exception):
    pass


def git(repository, *args):
    """What a git command prints about a clone, or None where it fails."""
    p = subprocess.run(["git", "-C", DEPS / repository, *args], capture_output=True)
    return p.stdout if p.returncode == 0 else None


def commit(repository, version):
    """The commit of a version in a clone, which may know its branches as remote ones only."""
    for name in (version, f"origin/{version}"):
        found = git(repository, "rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}")
        if found:
            return found.decode().strip()
    return None


def blob(url):
    """The repository and object that a URL of raw.githubusercontent.com stands for. A version may have slashes."""
    m = re.match(r"https?://raw\.githubusercontent\.com/([^/]+/[^/]+)/(?:refs/(?:heads|tags)/)?(.+)", url)
    if not m:
        return None
    parts = m[2].split("/")
    for i in range(1, len(parts)):
        at = commit(m[1], "/".join(parts[:i]))
        if at and git(m[1], "cat-file", "-e", f"{at}:{'/'.join(parts[i:])}") is not None:
            return m[1], f"{at}:{'/'.join(parts[i:])}"
    return None


def digest(folder):
    h = hashlib.sha256()
    for file in sorted(p for p in folder.rglob("*") if p.is_file()):
        h.update(f"{file.relative_to(folder)}\0{file.stat().st_size}\0".encode() + file.read_bytes())
    return h.hexdigest()


def answer_file(url):
    local = DEPS / "files" / url.split("://", 1)[1]
    if local.is_file():
        return hashlib.sha256(local.read_bytes()).hexdigest()
    found = blob(url)
    return found and found[1]


def answer_chart(name):
    folder = DEPS / "charts" / name
    return digest(folder) if folder.is_dir() else None


def answer_git(source):
    repository, version = source.split("@", 1)
    return commit(repository, version)


ANSWERS = {"file": answer_file, "chart": answer_chart, "git": answer_git}


def ask(kind, source):
    """The answer for a source, noted; Missing where there is none."""
    answer = ANSWERS[kind](source)
    if "SOURCES" in os.environ:
        line = json.dumps([kind, source, answer]) + "\n"
        with open(os.environ["SOURCES"], "a") as f:  # one write a line: several processes may ask at once
            f.write(line)
    if answer is None:
        raise Missing(f"{DEPS} has no answer for {kind} {source}")
    return answer


def file(url):
    """The bytes of a URL."""
    ask("file", url)
    local = DEPS / "files" / url.split("://", 1)[1]
    if local.is_file():
        return local.read_bytes()
    repository, name = blob(url)
    return git(repository, "cat-file", "blob", name)


def chart(name):
    """The folder of an unpacked chart."""
    ask("chart", name)
    return DEPS / "charts" / name


def repository(remote):
    """owner/repo of a remote, whatever its form."""
    return re.sub(r"\.git$", "", re.search(r"([^/:]+/[^/]+?)/?$", remote)[1])


def kustomization(folder):
    """Answers the URLs of a kustomization. A file comes to lie beside it, and is named in the URL's place.

    A repository is noted only: git finds it, where its configuration leads to $DEPS."""

    def local(m):
        path, query = m[0].partition("?")[::2]
        if path.endswith((".yaml", ".yml", ".json")):
            beside = at.parent / f"offline-{hashlib.sha256(m[0].encode()).hexdigest()[:16]}{Path(path).suffix}"
            beside.write_bytes(file(m[0]))
            return beside.name
        version = re.search(r"(?:^|&)(?:ref|version)=([^&]+)", query)
        repo = re.match(r"https?://[^/]+/([^/]+/[^/]+?)(?:\.git)?(?:/|$)", path)
        if repo:
            with contextlib.suppress(Missing):  # git will say so
                ask("git", f"{repo[1]}@{version[1] if version else 'HEAD'}")
        return m[0]

    for name in ("kustomization.yaml", "kustomization.yml", "Kustomization"):
        at = Path(folder or "/nonexistent") / name
        if at.is_file():
            at.write_text(re.sub(r"https?://[^\s'\"]+", local, at.read_text()))


def unchanged(name):
    with open(name) as lines:
        return all(ANSWERS[kind](source) == answer for kind, source, answer in map(json.loads, lines))


if __name__ == "__main__":
    sys.exit(0 if unchanged(sys.argv[1]) else 1)
