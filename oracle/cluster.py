"""Builds a cluster of many components as Commodore's users have one, lets the
reference compile it in its own working directory, and has azogue verify that.

    python cluster.py --corpus DIR [--azogue FILE] [--keep DIR] [--runs N] [--only A,B]

DIR holds clones <owner>/<repo> of the components in COMPONENTS, at whatever
commit, and of what they download (offline/sources.py). They are only read. What
a component is told comes from one of its own test instances, read at run time.

Everything goes the way of a real compile: repositories of the global and the
tenant's configuration, one of the shipped components, a catalog, and an answer
for each request to the cluster registry. First `catalog compile` clones and
downloads, then it compiles once more with --local --no-fetch-dependencies, which
is the run that is timed; azogue verifies what each has left. Run it with the
reference's Python. The exit code is azogue's: 0 when nothing differs.
"""

import argparse
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLUSTER, TENANT = "c-synthetic", "t-synthetic"

# What the cluster consists of: the application, the repository (OWN is this
# one), and the test instances whose values it gets.
OWN = ""
COMPONENTS = [
    ("argocd", OWN, ["defaults"]),
    ("cert-manager", OWN, ["defaults"]),
    ("cilium", OWN, ["defaults"]),
    ("espejote", OWN, ["defaults"]),
    ("ingress-demo", OWN, ["defaults"]),
    ("ingress-demo as shop", OWN, []),
    ("ingress-http01", OWN, ["defaults"]),
    ("acme-dns", "projectsyn/component-acme-dns", ["defaults"]),
    ("adhoc-configurations", "projectsyn/component-adhoc-configurations", ["defaults"]),
    ("cluster-backup", "projectsyn/component-cluster-backup", ["defaults"]),
    ("exporter-filterproxy", "vshn/component-exporter-filterproxy", ["defaults"]),
    ("icap-virusscan as virusscan", "projectsyn/component-icap-virusscan", ["monitoring"]),
    ("networkpolicy", "projectsyn/component-networkpolicy", ["cilium"]),
    ("openshift4-api", "appuio/component-openshift4-api", []),
    ("openshift4-authentication", "appuio/component-openshift4-authentication", ["defaults"]),
    ("openshift4-config", "projectsyn/component-openshift4-config", ["motd", "pull-secret"]),
    ("openshift4-ingress", "appuio/component-openshift4-ingress", []),
    ("openshift4-local-storage", "appuio/component-openshift4-local-storage", ["defaults"]),
    ("openshift4-logging", "appuio/component-openshift4-logging", ["master"]),
    ("openshift4-networking", "appuio/component-openshift4-networking", ["defaults"]),
    ("openshift4-nodes", "appuio/component-openshift4-nodes", ["cloudscale", "machineconfig", "maxpods"]),
    ("openshift4-operators as openshift-operators-redhat", "appuio/component-openshift4-operators", ["openshift-operators-redhat"]),
    ("openshift4-registry", "appuio/component-openshift4-registry", ["minimal"]),
    ("openshift4-terraform", "appuio/component-openshift4-terraform", ["cloudscale"]),
    ("openshift4-version", "appuio/component-openshift4-version", ["upgrade-controller"]),
    ("prom-label-proxy", "projectsyn/component-prom-label-proxy", ["defaults"]),
    ("rbac", "projectsyn/component-rbac", ["defaults"]),
    ("secrets", "projectsyn/component-secrets", ["defaults"]),
    ("storageclass", "projectsyn/component-storageclass", ["defaults"]),
    ("system-upgrade-controller", "projectsyn/component-system-upgrade-controller", ["cattle-system"]),
    ("thanos", "projectsyn/component-thanos", ["all-in-one"]),
]

FACTS = {"distribution": "openshift4", "cloud": "cloudscale", "region": "rma1"}

# References to Vault need it, whatever is in it.
COMMON = {"kapitan": {"secrets": {"vaultkv": {"VAULT_ADDR": "https://vault.example.com", "auth": "token", "engine": "kv-v2", "mount": "clusters/kv"}}}}

# What a test instance says that is not for a whole cluster: which applications
# there are, and what all targets compile.
LEFT_OUT = re.compile(r"^applications:[^\n]*\n(?:(?:[ \t-][^\n]*)?\n)*|^    compile:\n(?:      [^\n]*\n)*", re.M)


def git(folder, *args):
    return subprocess.run(["git", "-C", folder, *args], check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


def dump(file, value):
    """JSON is YAML."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value, indent=2) + "\n")


def repository(folder):
    git(folder, "init", "-q", "-b", "master")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "synthetic")


class Bench:
    def __init__(self, corpus, folder, components):
        self.corpus, self.folder, self.components = corpus, folder, components
        self.repositories, self.workdir = folder / "repositories", folder / "workdir"
        self.workdir.mkdir()
        (folder / "home").mkdir()
        self.env = {
            "PATH": f"{HERE / 'offline'}:{Path(sys.executable).parent}:{os.environ['PATH']}", "HOME": str(folder / "home"), "TMPDIR": str(folder),
            "LANG": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1", "DEPS": str(corpus),
        }
        # A file, because Kapitan hands only PATH and HOME on.
        (folder / "home/.gitconfig").write_text(
            f'[url "{corpus}/"]\n\tinsteadOf = https://github.com/\n[safe]\n\tdirectory = *\n[user]\n\tname = oracle\n\temail = oracle@example.com\n')
        os.environ.update(HOME=self.env["HOME"], GIT_CONFIG_NOSYSTEM="1")

    def origin(self, component, repo):
        if repo == OWN:
            return {"url": f"file://{self.repositories}/shipped", "version": "master", "path": f"components/{component}"}
        return {"url": f"https://github.com/{repo}", "version": git(self.corpus / repo, "rev-parse", "HEAD")}

    def tests(self, component, repo):
        return (HERE.parent / "components" / component if repo == OWN else self.corpus / repo) / "tests"

    def configure(self):
        """Makes the repositories that a cluster's configuration is in."""
        shutil.copytree(HERE.parent / "components", self.repositories / "shipped/components")
        tenant, classes, origins = self.repositories / "tenant", [], {}
        for application, repo, instances in self.components:
            component = application.split(" as ")[0]
            origins[component] = self.origin(component, repo)
            for instance in instances:
                name = f"{application.split(' as ')[-1]}-{instance}"
                tenant.mkdir(parents=True, exist_ok=True)
                values = LEFT_OUT.sub("", (self.tests(component, repo) / f"{instance}.yml").read_text())
                (tenant / f"{name}.yml").write_text(values)
                classes.append(f".{name}")
        dump(tenant / f"{CLUSTER}.yml", {"classes": classes, "applications": [c[0] for c in self.components], "parameters": {"facts": FACTS}})
        dump(tenant / CLUSTER / "settings.yaml", {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "settings"}})  # for adhoc-configurations
        dump(self.repositories / "global/commodore.yml", {"classes": ["global.params", "${cluster:tenant}.${cluster:name}"]})
        dump(self.repositories / "global/params.yml", {"parameters": COMMON | {"components": origins}})
        for name in ("global", "tenant", "shipped"):
            repository(self.repositories / name)
        git(self.repositories, "init", "-q", "--bare", "-b", "master", "catalog.git")

    def answer(self, path):
        """What the cluster registry says."""
        url = f"file://{self.repositories}"
        if path.startswith("/clusters/"):
            return {"id": CLUSTER, "displayName": "Synthetic", "tenant": TENANT, "facts": FACTS, "gitRepo": {"url": f"{url}/catalog.git"},
                    "dynamicFacts": {"kubernetesVersion": {"major": "1", "minor": "31"}}}
        return {"id": TENANT, "displayName": "Synthetic", "gitRepo": {"url": f"{url}/tenant"}, "globalGitRepoURL": f"{url}/global"}

    def registry(self):
        """Serves the registry, and gives its URL."""
        answer = self.answer

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = json.dumps(answer(self.path)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}/"

    def compile(self, *flags):
        """Has the reference compile, and gives the seconds that it takes."""
        start = time.monotonic()
        command = [sys.executable, HERE / "offline/reference.py", "catalog", "compile", CLUSTER, *flags]
        done = subprocess.run(command, cwd=self.workdir, env=self.env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            sys.exit(f"{done.stdout}\nthe reference fails")
        return time.monotonic() - start

    def verify(self, azogue, runs):
        """Has azogue compare, and gives its exit code and the median of its seconds."""
        seconds = []
        for i in range(runs):
            start = time.monotonic()
            quiet = None if i == 0 else subprocess.DEVNULL
            done = subprocess.run([azogue, "verify", self.workdir], env=self.env, stdout=quiet, stderr=quiet)
            seconds.append(time.monotonic() - start)
        return done.returncode, sorted(seconds)[runs // 2]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--corpus", required=True, type=lambda p: Path(p).resolve())
    options.add_argument("--azogue", default="bin/azogue", type=lambda p: Path(p).resolve())
    options.add_argument("--keep", type=lambda p: Path(p).resolve(), help="build the cluster in this new folder, and leave it there")
    options.add_argument("--runs", type=int, default=5, help="runs of azogue, of which the median time counts")
    options.add_argument("--only", type=lambda s: s.split(","), help="only these applications")
    o = options.parse_args()
    components = [c for c in COMPONENTS if not o.only or c[0] in o.only]
    with tempfile.TemporaryDirectory(prefix="azogue-cluster-") as folder:
        if o.keep:
            folder = o.keep
            folder.mkdir(parents=True)
        bench = Bench(o.corpus, Path(folder), components)
        bench.configure()
        url = bench.registry()
        first = bench.compile("--api-url", url, "--api-token", "none")
        fetched, _ = bench.verify(o.azogue, 1)
        theirs = bench.compile("--local", "--no-fetch-dependencies")
        code, ours = bench.verify(o.azogue, o.runs)
    print(f"{len(components)} instances: the reference {theirs:.1f} s ({first:.1f} s with clones and downloads), azogue {ours:.2f} s, {theirs / ours:.0f} times as fast", flush=True)
    sys.exit(max(code, fetched))


if __name__ == "__main__":
    main()
