"""Events in the admin: to be read only."""

from datetime import UTC, datetime

from django.contrib import admin
from unfold.admin import ModelAdmin

from ledger.models import LedgerEvent


@admin.register(LedgerEvent)
class LedgerEventAdmin(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    list_display = ("stream", "version", "kind", "actor", "recorded")
    list_filter = ("kind",)
    search_fields = ("stream__startswith", "command_id__exact")
    ordering = ("stream", "version")
    fields = ("stream", "version", "kind", "schema", "text", "actor", "recorded", "command_id", "digest")
    readonly_fields = fields
    show_full_result_count = False
    actions = None

    @admin.display(description="recorded at")
    def recorded(self, event: LedgerEvent) -> datetime:
        return datetime.fromtimestamp(event.recorded_at / 1_000_000, UTC)

    @admin.display(description="body")
    def text(self, event: LedgerEvent) -> str:
        return bytes(event.body).decode()

    @admin.display(description="hash")
    def digest(self, event: LedgerEvent) -> str:
        return bytes(event.hash).hex()

    def has_add_permission(self, *_: object) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission
