"""Import and export of the bank as CSV or XLSX, with a preview of what an import would change."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from import_export.admin import ImportExportMixin
from import_export.formats.base_formats import CSV, XLSX
from import_export.forms import ConfirmImportForm, ExportForm

from answers.admin.resource import PuzzleResource
from answers.bank.seen import bank_fingerprint

FORMATS = [CSV, XLSX]


class BankConfirmForm(ConfirmImportForm):
    format = forms.ChoiceField(
        choices=[(str(place), name.__name__) for place, name in enumerate(FORMATS)],
        widget=forms.HiddenInput,
    )
    seen = forms.CharField(widget=forms.HiddenInput)


class BankFiles(ImportExportMixin):
    resource_classes = [PuzzleResource]
    confirm_form_class = BankConfirmForm
    export_form_class = ExportForm
    import_template_name = "admin/answers/puzzle/import.html"
    export_template_name = "admin/answers/puzzle/export.html"
    import_export_change_list_template = "admin/answers/puzzle/change_list.html"
    formats = FORMATS

    def has_import_permission(self, request: HttpRequest) -> bool:
        return self.has_add_permission(request) and self.has_change_permission(request)

    def has_export_permission(self, request: HttpRequest) -> bool:
        return bool(self.has_view_or_change_permission(request))

    def get_resource_kwargs(self, request: HttpRequest, *_: Any, **__: Any) -> dict[str, Any]:
        return {"now": request.now}  # type: ignore[attr-defined]

    def get_import_data_kwargs(self, form: Any, **kwargs: Any) -> dict[str, Any]:
        """Called before the preview, which is of this bank or a newer one, and to confirm it."""
        if isinstance(form, BankConfirmForm):
            return {"seen": form.cleaned_data["seen"]}
        form.seen = bank_fingerprint()
        return {}

    def get_confirm_form_initial(self, request: HttpRequest, import_form: Any) -> dict[str, Any]:
        initial = super().get_confirm_form_initial(request, import_form)
        return initial | {"seen": import_form.seen} if import_form else initial

    def get_import_form_initial(self, request: HttpRequest) -> dict[str, Any]:
        return super().get_import_form_initial(request) | {"format": "0"}  # CSV

    def add_data_read_fail_error_to_form(self, form: Any, e: Exception) -> None:
        form.add_error("import_file", "This file can't be read. Is it of the format chosen below?")

    def process_import(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        try:
            return super().process_import(request, **kwargs)
        except FileNotFoundError:  # sent twice, or the preview was on another machine
            self.message_user(request, "That file is gone: import it again.", messages.ERROR)
            return HttpResponseRedirect(reverse("admin:answers_puzzle_import"))

    def process_result(self, result: Any, request: HttpRequest) -> HttpResponse:
        """Called after a confirmed import, also when it met a fault that the preview had not."""
        if not result.has_errors():
            return super().process_result(result, request)
        for error in result.base_errors:
            self.message_user(request, str(error.error), messages.ERROR)
        return HttpResponseRedirect(reverse("admin:answers_puzzle_import"))
