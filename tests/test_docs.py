"""What the pages for people name is there: commands, options, paths, files, settings, outcomes."""

import re
from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.urls import Resolver404, resolve

from answers.publishing import Outcome
from costcodle.environment import publisher_options, web_options
from tests.make import ROOT

pytestmark = pytest.mark.engine_free

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FOLDERS = {path.name for path in ROOT.iterdir() if path.is_dir()}
APPS = {"answers", "costcodle", "leases", "stats"}
# Names in capitals that are not the project's own settings but their reader's or Django's.
OTHERS = {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "COSTCODLE_SHARED", "TEST_ENGINE"}


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def code_of(path: Path) -> list[str]:
    """The code of a page: what stands between backticks, and lines that are indented."""
    text = text_of(path)
    blocks = re.findall(r"^```.*?^```", text, re.MULTILINE | re.DOTALL)
    for block in blocks:
        text = text.replace(block, "")
    indented = re.findall(r"^    (?=\S)(.+)$", text, re.MULTILINE)
    return [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", text)] + indented + blocks


def command_lines() -> list[tuple[str, str, str]]:
    """Page, command and arguments of every `manage.py …` in pages and deploy files."""
    found = []
    for path in [*PAGES, *(path for path in ROOT.glob("deploy/**/*") if path.is_file())]:
        code = code_of(path) if path.suffix == ".md" else text_of(path).splitlines()
        for line in code:
            for command, rest in re.findall(r"manage\.py ([a-z_]+)([^`|;&\n]*)", line):
                found.append((path.name, command, rest))
    return found


def own_commands() -> set[str]:
    return {name for name, app in get_commands().items() if app in APPS}


def options_of(command: str) -> set[str]:
    parser: ArgumentParser = load_command_class(get_commands()[command], command).create_parser(
        "manage.py", command
    )
    return {option for action in parser._actions for option in action.option_strings}


def test_commands_and_their_options_exist():
    lines = command_lines()
    assert len(lines) > 20
    for page, command, rest in lines:
        assert command in get_commands(), f"{page}: manage.py {command}"
        for option in re.findall(r"(?<!\S)--[a-z-]+", rest):
            assert option in options_of(command), f"{page}: manage.py {command} {option}"


def test_readme_lists_every_command_of_the_project_with_its_options():
    table = text_of(ROOT / "README.md").partition("## Commands")[2].partition("\n## ")[0]
    cells = [line.split("|")[1:3] for line in table.splitlines() if line.startswith("| `")][1:]
    listed = set()
    for names, does in cells:
        for span in re.findall(r"`([^`]+)`", names):
            command = span.split()[0]
            listed.add(command)
            for option in re.findall(r"--[a-z-]+", span + does):
                assert option in options_of(command)
    assert listed == own_commands()


def test_paths_of_the_readme_are_pages():
    paths = [span for span in code_of(ROOT / "README.md") if span.startswith("/")]
    assert len(paths) > 10
    for path in paths:
        try:
            resolve(path)
        except Resolver404:
            pytest.fail(f"README: {path} is no page")


def test_make_targets_exist():
    targets = set(re.findall(r"^([a-z-]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    for path in PAGES:
        for line in code_of(path):
            for target in re.findall(r"^make ([a-z-]+)", line):
                assert target in targets, f"{path.name}: make {target}"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_files_and_links_exist(path):
    for link in re.findall(r"\]\(([^)#]+)\)", text_of(path)):
        if "://" not in link:
            assert (path.parent / link).exists(), link
    for span in code_of(path):
        name = span.split()[0].rstrip(":,")
        if re.fullmatch(r"[\w.-]+(/[\w.-]+)+/?", name) and name.partition("/")[0] in FOLDERS:
            # Part of the running site, not of the repository.
            if name.startswith("var/"):
                continue
            assert (ROOT / name).exists(), name


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_settings_exist(path):
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', text_of(ROOT / "costcodle/settings.py")))
    for span in code_of(path):
        if re.fullmatch(r"[A-Z]+(_[A-Z]+)+", span):
            assert span in read | OTHERS or hasattr(settings, span), span


def test_outcomes_of_the_publishing_page_are_the_programs_own():
    table = text_of(ROOT / "docs/publishing.md").partition("## Outcomes")[2].partition("\n## ")[0]
    first_cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert set(re.findall(r"`([a-z_]+)`", " ".join(first_cells))) == set(Outcome)


def test_each_decision_has_its_own_number():
    files = sorted((ROOT / "docs/adr").glob("*.md"))
    for number, path in enumerate(files, 1):
        assert path.name.startswith(f"{number:04}-")
        assert text_of(path).startswith(f"# {number}. ")


def test_decisions_that_are_named_exist():
    numbers = {int(path.name[:4]) for path in (ROOT / "docs/adr").glob("*.md")}
    sources = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    for path in [*PAGES, *sources]:
        for number in re.findall(r"(?:docs/adr/|ADR )0*(\d+)", text_of(path)):
            assert int(number) in numbers, f"{path.name}: ADR {number}"


def test_readme_is_short():
    assert len(text_of(ROOT / "README.md").splitlines()) < 150


def test_roles_behind_pgbouncer_get_what_the_sessions_ask_for():
    table = text_of(ROOT / "docs/operations.md").partition("| | `costcodle_web` |")[2]
    rows = re.findall(r"^\| `(\w+)` \| (?:`(.*?)`)? ?\| `(.*?)` \|$", table, re.MULTILINE)
    documented = [
        {name: value.strip("'") for name, *values in rows if (value := values[column])}
        for column in (0, 1)
    ]
    asked = [web_options(), publisher_options(timedelta(seconds=60))]
    assert documented == [
        {
            name: value.replace("\\ ", " ")
            for name, value in re.findall(r"-c (\w+)=((?:\\ |\S)+)", each)
        }
        for each in asked
    ]
