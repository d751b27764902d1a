"""The form of one puzzle: the same rules as a bank file, and the puzzle as it was opened."""

from typing import Any

from django import forms

from answers.bank.fields import Unfit, read_price
from answers.bank.refusals import Refused, check_product
from answers.bank.seen import puzzle_fingerprint
from answers.models import Puzzle
from answers.money import decimal_dollars

PRODUCT = ["name", "size", "price_cents", "price_note", "price_as_of", "source", "description"]
STALE = (
    "Someone else changed this puzzle after you opened it, so nothing was saved. Keep a copy of"
    " what you typed, open the puzzle again and save it there."
)
FROZEN = "The puzzle's day has begun, so its price can't change any more. Open the puzzle again."


class PriceField(forms.Field):
    """Cents that are typed and shown as dollars, by the rules of a bank file."""

    def prepare_value(self, value: Any) -> Any:
        return decimal_dollars(value) if isinstance(value, int) else value

    def to_python(self, value: Any) -> int | None:
        if value in self.empty_values:
            return None
        try:
            return read_price(value)
        except Unfit as unfit:
            raise forms.ValidationError(f"The price {unfit}.") from None


class PuzzleForm(forms.ModelForm):
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Puzzle
        fields = ["number", "day", *PRODUCT]
        field_classes = {"price_cents": PriceField}
        widgets = {"price_cents": forms.TextInput(attrs={"inputmode": "decimal", "size": 10})}
        labels = {"price_cents": "Price in US dollars"}
        help_texts = {"price_cents": "Like 11.99."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["seen"] = puzzle_fingerprint(self.instance)
        else:
            self.fields["number"].required = False
            self.fields["number"].help_text = "Follows from the day; leave it empty."

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.instance.pk:
            self._check_fresh(cleaned)
        for name in PRODUCT:
            if name in cleaned:
                try:
                    cleaned |= check_product({name: cleaned[name]})
                except Refused as refusal:
                    self.add_error(name, str(refusal))
        return cleaned

    def _check_fresh(self, cleaned: dict[str, Any]) -> None:
        if cleaned.get("seen") != puzzle_fingerprint(self.instance):
            raise forms.ValidationError(STALE, code="stale")
        # A form that was opened before midnight still sends the price, which has no field now.
        shown = decimal_dollars(self.instance.price_cents)
        if "price_cents" not in self.fields and self.data.get("price_cents", shown) != shown:
            raise forms.ValidationError(FROZEN, code="frozen")

    def changes(self) -> dict[str, Any]:
        """The product fields that differ from the row, with their new values."""
        return {name: self.cleaned_data[name] for name in self.changed_data if name in PRODUCT}
