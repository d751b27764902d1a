"""The admin's login form: a user who has a one-time-password device must give its code."""

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django_otp import match_token, user_has_device


class LoginForm(AdminAuthenticationForm):
    otp_token = forms.CharField(
        label="One-time code",
        required=False,
        max_length=16,
        help_text="Only if your account has an authenticator app.",
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )

    def confirm_login_allowed(self, user: AbstractBaseUser) -> None:
        """Called once the password was right. The device itself slows wrong codes down."""
        super().confirm_login_allowed(user)  # type: ignore[arg-type]
        if not user_has_device(user):
            return
        device = match_token(user, self.cleaned_data.get("otp_token") or "")
        if device is None:
            raise ValidationError(
                "Enter the code that your authenticator app shows now.", code="invalid_token"
            )
        user.otp_device = device  # type: ignore[attr-defined]  # django_otp keeps it in the session
