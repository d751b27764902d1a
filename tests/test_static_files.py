import os
import subprocess
import sys
import threading
import time

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from costcodle import static_files
from tests.make import ROOT

pytestmark = pytest.mark.engine_free


@pytest.fixture
def root(tmp_path):
    with override_settings(STATIC_ROOT=tmp_path / "static", BUILD_VERSION="one"):
        yield tmp_path / "static"


def test_files_of_another_build_are_collected_once(root):
    static_files.collect_static_files()
    manifest = root / "staticfiles.json"
    assert (root / "build.txt").read_text() == "one"
    written = manifest.stat().st_mtime_ns
    static_files.collect_static_files()
    assert manifest.stat().st_mtime_ns == written
    with override_settings(BUILD_VERSION="two"):
        static_files.collect_static_files()
    assert manifest.stat().st_mtime_ns > written
    assert (root / "build.txt").read_text() == "two"


def test_processes_that_start_together_collect_once(root, monkeypatch):
    runs = []

    def slow_collect(*_arguments, **_options):
        runs.append(1)
        time.sleep(0.2)
        (root / "build.txt").write_text("one")

    monkeypatch.setattr(static_files, "call_command", slow_collect)
    threads = [threading.Thread(target=static_files.collect_static_files) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(runs) == 1


def test_folder_that_cannot_be_written_ends_the_start_with_the_mend(tmp_path):
    (tmp_path / "file").write_text("")
    with (
        override_settings(STATIC_ROOT=tmp_path / "file" / "static"),
        pytest.raises(ImproperlyConfigured, match=r"manage\.py collectstatic"),
    ):
        static_files.collect_static_files()


def test_a_fresh_wsgi_process_serves_its_static_files(tmp_path):
    script = f"""
from django.conf import settings
settings.STATIC_ROOT = {str(tmp_path / "static")!r}
import costcodle.wsgi
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client
response = Client(SERVER_NAME="localhost").get(staticfiles_storage.url("costcodle/site.css"))
print(response.status_code)
response.close()
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "costcodle.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("200\n", "")


@pytest.mark.django_db  # closing a response looks at the connections, where another test left one
@pytest.mark.parametrize("name", ["costcodle/site.css", "admin/css/base.css"])
def test_hashed_names_are_cached_for_good(name, client):
    from django.contrib.staticfiles.storage import staticfiles_storage

    response = client.get(staticfiles_storage.url(name))
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "max-age=315360000, public, immutable"
    response.close()
