"""The shape of the package: who may import whom, how long a module may be, what is explained."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "interpreter"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Data flows one way. Each part imports only parts that stand before it here.
ORDER = (
    "diagnostics", "syntax", "reading", "program", "checking", "loading", "compiling", "running", "front", "rulings",
)
# What needs neither of its neighbours' doings says so: the running game never sees text, the texts never see a game.
NEVER = {
    "compiling": {"syntax", "reading", "checking", "loading"},
    "running": {"syntax", "reading", "checking", "loading"},
    "program": {"syntax", "reading"},
}
RUNTIME = {"lark", "yaml", "jsonschema", "click", "rich"}
EXTRAS = {
    "joblib", "scipy", "numpy", "matplotlib", "dask", "pygls", "lsprotocol", "jinja2", "resvg_py", "fpdf", "pettingzoo",
    "pandas", "hypothesis", "pytest",
}
MOST_LINES = 600


def relative(path: Path) -> str:
    """The name a failure is reported under."""
    return str(path.relative_to(ROOT))


def part_of(path: Path) -> str:
    """The folder of the package a module lies in; for a module beside the folders its own name."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """The modules a module imports anywhere, also within functions and for type checking only."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{relative(path)}:{node.lineno}: imports are written out in full"
            yield node.lineno, node.module or ""
            if node.module == "interpreter":
                yield from ((node.lineno, f"interpreter.{alias.name}") for alias in node.names)


def parts_imported(path: Path) -> Iterator[tuple[int, str]]:
    """The parts of the package that a module imports."""
    for line, name in imports_of(path):
        if name.startswith("interpreter."):
            yield line, name.split(".")[1]


def test_every_part_has_its_place_in_the_order() -> None:
    parts = {part_of(path) for path in MODULES} - {"__init__", "__main__"}
    assert parts == set(ORDER)


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_imports_go_one_way(path: Path) -> None:
    part = part_of(path)
    if part in ("__init__", "__main__"):
        return  # the doors: they stand outside and may open onto anything
    allowed = {part, *ORDER[: ORDER.index(part)]} - NEVER.get(part, set())
    wrong = [f"{relative(path)}:{line} imports {name}" for line, name in parts_imported(path) if name not in allowed]
    assert not wrong


def test_advice_is_asked_for_in_one_place_only() -> None:
    """Texts that can be read never meet the modules that advise about wrong ones: the parser asks `explain`."""
    asking = [(relative(path), name) for path in MODULES if path.parent.name != "advice"
              for _, name in imports_of(path) if name.startswith("interpreter.reading.advice")]
    assert asking == [("interpreter/reading/parser.py", "interpreter.reading.advice.explain")]


def test_every_folder_of_the_package_is_installed() -> None:
    """The wheel carries what pyproject.toml lists, and nothing by itself."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    folders = {".".join(path.parent.relative_to(ROOT).parts) for path in MODULES if path.name == "__init__.py"}
    assert folders == {name for name in listed if not name.startswith("interpreter.data")}


def test_no_module_is_too_long() -> None:
    lengths = {relative(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


def undocumented(path: Path) -> Iterator[str]:
    """The module and its public functions, if they have no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if not ast.get_docstring(tree):
        yield f"{relative(path)}:1: the module"
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and not node.name.startswith("_"):
            if not ast.get_docstring(node):
                yield f"{relative(path)}:{node.lineno}: {node.name}"


def test_modules_and_public_functions_have_a_docstring() -> None:
    assert [missing for path in MODULES for missing in undocumented(path)] == []


def test_the_public_surface_is_documented() -> None:
    """What `interpreter` offers, with every public method and property of it, explains itself."""
    import inspect

    import interpreter

    missing = []
    for name in interpreter.__all__:
        thing = getattr(interpreter, name)
        if not inspect.getdoc(thing):
            missing.append(name)
        members = vars(thing).items() if inspect.isclass(thing) and thing.__module__.startswith("interpreter.") else ()
        for member, value in members:
            callable_member = inspect.isfunction(value) or isinstance(value, (property, staticmethod, classmethod))
            if callable_member and not member.startswith("_") and not inspect.getdoc(value):
                missing.append(f"{name}.{member}")
    assert missing == []


def test_nothing_is_left_for_later() -> None:
    later = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    texts = [*sorted((ROOT / "grammar").iterdir()), *sorted((ROOT / "rules").rglob("*.yaml")), ROOT / "cards.yaml"]
    found = [f"{relative(path)}:{number}" for path in (*MODULES, *texts) if path.is_file()
             for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if later.search(line)]
    assert found == []


def test_imports_are_of_the_standard_library_or_declared() -> None:
    allowed = RUNTIME | {"interpreter", "__future__"} | set(sys.stdlib_module_names)
    plugins = {("interpreter/rulings/plugin.py", "pytest")}  # read by pytest only, so it is there
    wrong = [f"{relative(path)}:{line} imports {name}" for path in MODULES for line, name in imports_of(path)
             if name.split(".")[0] not in allowed and (relative(path), name) not in plugins]
    assert wrong == []


def test_playing_a_game_loads_no_optional_package() -> None:
    """In a fresh process, from loading to an answer."""
    code = ("import sys; from interpreter import load; game = load().new_game(seats=2, seed=1); game.answer(); "
            "print(*sorted({name.split('.')[0] for name in sys.modules}))")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "interpreter" in loaded
    assert loaded & (EXTRAS | {"click", "rich"}) == set()


def test_the_package_is_marked_as_typed() -> None:
    assert (PACKAGE / "py.typed").is_file()
