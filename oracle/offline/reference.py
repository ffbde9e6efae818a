"""Commodore, with its downloads answered from a folder (see sources.py) instead
of the network. Only the three functions with which Kapitan downloads are other
ones, and before a program of the input external runs, what its kustomization
downloads is there; git clones go the usual way, so that git's own configuration
can lead them to the folder. Everything else is Commodore as it was installed.
"""

import mimetypes
import os
import shutil
import sys

import kapitan.dependency_manager.base as downloads
import sources
from kapitan.inputs.external import External

clone = downloads.fetch_git_source
run = External.compile_file


def make_request(url):
    content = sources.file(url)
    kind = "application/gzip" if url.endswith(("gz", "tgz")) else mimetypes.guess_type(url)[0] or "text/plain"
    return content, kind


def fetch_helm_archive(helm, repo, name, version, save_path):
    folder = sources.chart(f"{name}-{version}")
    os.makedirs(os.path.dirname(save_path), exist_ok=True)
    shutil.copytree(folder, save_path)


def fetch_git_source(source, save_dir, item_type):
    sources.ask("git", sources.repository(source) + "@HEAD")
    clone(source, save_dir, item_type)


def compile_file(self, config, input_path, compile_path):
    sources.kustomization(config.env_vars.get("INPUT_DIR", "").replace("${compiled_target_dir}", compile_path))
    run(self, config, input_path, compile_path)


downloads.make_request = make_request
downloads.fetch_helm_archive = fetch_helm_archive
downloads.fetch_git_source = fetch_git_source
External.compile_file = compile_file

# Late: Kapitan's workers import this file anew and must find the functions replaced.
from commodore.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
