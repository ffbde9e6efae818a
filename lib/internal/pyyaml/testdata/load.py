"""Loads texts with PyYAML's SafeLoader, as Kapitan has changed it."""

import sys

import kapitan.utils  # gives the SafeLoader the value "="
import yaml
from describe import HoldsItself, describe

sys.setrecursionlimit(3000)


def answer(request):
    try:
        return describe(list(yaml.safe_load_all(request["text"])))
    except HoldsItself:
        return "it holds itself"
