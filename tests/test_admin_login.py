from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice
from freezegun import freeze_time

from tests import make
from tests.make import NOW

pytestmark = pytest.mark.django_db


PASSWORD = "a-password-1"


def make_staff(role: str, **fields: bool) -> User:
    return make.make_staff(role, password=PASSWORD, **fields)


def log_in(client: Client, password: str = PASSWORD, address: str = "192.0.2.1", **more: str):
    data = {"username": "viewer", "password": password, **more}
    return client.post(reverse("admin:login"), data, REMOTE_ADDR=address)


def code_of(device: TOTPDevice) -> str:
    return f"{TOTP(device.bin_key, device.step, device.t0, device.digits).token():06d}"


def is_inside(client: Client) -> bool:
    return client.get(reverse("admin:password_change")).status_code == 200


def test_the_right_password_opens_the_admin(client: Client):
    make_staff("Viewer")
    assert log_in(client).status_code == 302
    assert is_inside(client)


def test_who_is_not_staff_stays_outside(client: Client):
    make_staff("Viewer", is_staff=False)
    assert log_in(client).status_code == 200
    assert not is_inside(client)


def test_five_wrong_passwords_close_the_login_to_that_address(client: Client):
    make_staff("Viewer")
    answers = [log_in(client, "wrong").status_code for _ in range(5)]
    assert answers == [200, 200, 200, 200, 429]
    locked = log_in(client)  # the right password, too late
    assert locked.status_code == 429
    assert "Too many failed logins" in locked.text
    assert not is_inside(client)


def test_another_address_is_not_locked_out(client: Client):
    make_staff("Viewer")
    for _ in range(5):
        log_in(client, "wrong")
    assert log_in(client, address="192.0.2.2").status_code == 302


def test_names_are_not_guessed_one_after_the_other(client: Client):
    for name in "abcde":
        log_in(client, "wrong", username=name)
    make_staff("Viewer")
    assert log_in(client).status_code == 429


def test_a_forwarded_address_is_not_believed(client: Client):
    make_staff("Viewer")
    for number in range(5):
        client.post(
            reverse("admin:login"),
            {"username": "viewer", "password": "wrong"},
            REMOTE_ADDR="192.0.2.1",
            headers={"X-Forwarded-For": f"198.51.100.{number}"},
        )
    assert log_in(client).status_code == 429


def test_the_login_opens_again_after_a_quarter_of_an_hour(client: Client):
    make_staff("Viewer")
    with freeze_time(NOW) as clock:
        for _ in range(5):
            log_in(client, "wrong")
        clock.tick(settings.AXES_COOLOFF_TIME - timedelta(seconds=1))
        locked = log_in(client).status_code
    with freeze_time(NOW + 3 * settings.AXES_COOLOFF_TIME):
        assert (locked, log_in(client).status_code) == (429, 302)


def test_failed_attempts_hold_no_secret(client: Client):
    make_staff("Viewer")
    log_in(client, "a-wrong-password", otp_token="123456")
    kept = str(AccessAttempt.objects.values().get())
    assert "a-wrong-password" not in kept and "123456" not in kept


@pytest.mark.parametrize("field", ["username", "password", "otp_token"])
def test_a_nul_byte_is_an_error_of_the_form(client: Client, field: str):
    make_staff("Viewer")
    assert log_in(client, **{field: "a\0b"}).status_code == 200  # type: ignore[arg-type]
    assert not is_inside(client)


class TestOneTimeCode:
    """A user with a confirmed device gives its code; others need none."""

    def make_device(self, **fields: bool) -> TOTPDevice:
        return TOTPDevice.objects.create(user=make_staff("Viewer"), name="phone", **fields)

    def test_without_the_code_the_password_is_not_enough(self, client: Client):
        self.make_device()
        assert "authenticator app" in log_in(client).text
        assert not is_inside(client)

    @freeze_time(NOW)
    def test_the_code_opens_the_admin_once(self, client: Client):
        device = self.make_device()
        code = code_of(device)
        assert log_in(client, otp_token=code).status_code == 302
        assert is_inside(client)
        assert log_in(Client(), otp_token=code).status_code == 200  # a code is used up

    @freeze_time(NOW)
    def test_a_wrong_code_is_refused_and_slows_the_next_one_down(self, client: Client):
        device = self.make_device()
        code = code_of(device)
        wrong = f"{(int(code) + 1) % 1_000_000:06d}"
        assert log_in(client, otp_token=wrong).status_code == 200
        assert log_in(client, otp_token=code).status_code == 200
        assert not is_inside(client)

    def test_an_unconfirmed_device_asks_for_nothing(self, client: Client):
        self.make_device(confirmed=False)
        assert log_in(client).status_code == 302

    def test_a_session_from_before_the_device_must_log_in_again(self, client: Client):
        user = make_staff("Viewer")
        log_in(client)
        assert is_inside(client)
        TOTPDevice.objects.create(user=user, name="phone")
        assert not is_inside(client)
