"""What is installed is one package, ``truco``, with the three folders inside: see
``adapters/envelope``. The rest stands in ``pyproject.toml``."""

from setuptools import find_packages, setup

FOLDERS = ("engine", "bot", "adapters")
INSIDE = [
    f"{folder}.{name}" for folder in FOLDERS for name in find_packages(folder, exclude=["envelope"])
]

setup(
    packages=["truco", *(f"truco.{name}" for name in (*FOLDERS, *INSIDE))],
    package_dir={"truco": "adapters/envelope", **{f"truco.{name}": name for name in FOLDERS}},
)
