"""Lays one cluster of a workspace out as a working directory of Commodore, in
the state that `commodore catalog compile CLUSTER --local` expects to find.

    python workdir.py WORKSPACE CLUSTER WORKDIR

Commodore makes the targets itself; here are only the things that it would have
fetched: the cluster's parameters, the hierarchy, a checkout for each component
and instance, and the links in vendor/ that jsonnet-bundler makes. Each folder in
the workspace's components/ is taken for a repository of its own: for components
that are part of a repository, Commodore links vendor/<name> to the repository's
root, so that `<name>/component/main.jsonnet` is not found.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from click import ClickException
from commodore.cluster import Cluster, update_params
from commodore.helpers import yaml_dump, yaml_load
from commodore.inventory import Inventory
from reclass_rs import Reclass


def git(folder, *args):
    return subprocess.run(["git", "-C", folder, *args], check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


def repository(folder):
    """Makes the folder a repository with one commit of all its files, and with a remote."""
    git(folder, "init", "-q")
    git(folder, "remote", "add", "origin", f"https://git.example.com/{folder.name}.git")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "oracle")


def hierarchy(workspace, inventory, tenant):
    """Copies the classes; those of all clusters and of the tenant are repositories, as if fetched."""
    for source in (workspace / "inventory/classes").iterdir():
        if source.is_dir():
            shutil.copytree(source, inventory.classes_dir / source.name)
        else:
            shutil.copy(source, inventory.classes_dir)
    for folder in (inventory.global_config_dir, inventory.tenant_config_dir(tenant)):
        folder.mkdir(exist_ok=True)
        repository(folder)


def parameters(workspace, inventory, cluster):
    """Writes what Commodore makes of the answers of the cluster registry, and
    where the components are. What the inventory says has the last word."""
    f = yaml_load(workspace / f"clusters/{cluster}.yaml")
    answer = {
        "id": f["id"],
        "displayName": f.get("displayName", ""),
        "tenant": f["tenant"],
        "facts": f.get("facts", {}),
        "dynamicFacts": f.get("dynamicFacts", {}),
        "gitRepo": {"url": f.get("catalogUrl", "")},
    }
    update_params(inventory, Cluster(answer, {"id": f["tenant"], "displayName": f.get("tenantDisplayName", "")}))
    file = inventory.params_file
    params = yaml_load(file)
    params["parameters"]["components"] = {
        c.name: {"url": f"https://git.example.com/{c.name}.git", "version": "main"}
        for c in sorted((workspace / "components").iterdir()) if (c / "class").is_dir()
    }
    yaml_dump(params, file)
    return f["tenant"]


def applications(inventory):
    """Renders the first target, which knows no component yet, for the instances that it asks for."""
    yaml_dump(
        {"classes": ["params.cluster", "global.commodore"], "parameters": {"_instance": "cluster"}},
        inventory.target_file(inventory.bootstrap_target),
    )
    rendered = Reclass(nodes_path=str(inventory.targets_dir), classes_path=str(inventory.classes_dir)).inventory()
    return [a for a in rendered.as_dict()["applications"] if not a.startswith("pkg.")]


def checkouts(workspace, workdir, wanted):
    """Makes a repository of each component, and of each instance, which may have a
    version of its own; links vendor/. What is no component is left to Commodore."""
    vendor = workdir / "vendor"
    vendor.mkdir()
    (vendor / "lib").symlink_to("../dependencies/lib")
    for application in wanted:
        component, _, instance = application.partition(" as ")
        source = workspace / "components" / component
        for name in {component, instance or component}:
            folder = workdir / "dependencies" / name
            if source.is_dir() and not folder.exists():
                shutil.copytree(source, folder)
                repository(folder)
        if source.is_dir() and not (vendor / component).is_symlink():
            (vendor / component).symlink_to(Path("../dependencies") / component)


def main(workspace, cluster, workdir):
    workspace, workdir = Path(workspace).resolve(), Path(workdir).resolve()
    inventory = Inventory(workdir)
    inventory.ensure_dirs()
    hierarchy(workspace, inventory, parameters(workspace, inventory, cluster))
    checkouts(workspace, workdir, applications(inventory))
    catalog = workdir / "catalog"
    catalog.mkdir()
    repository(catalog)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except ClickException as e:  # as Commodore shows its own
        e.show()
        sys.exit(e.exit_code)
