"""Matches in the admin: to be read only, as every change is a command."""

from django.contrib import admin
from unfold.admin import ModelAdmin, TabularInline

from matches.models import Match, MatchSeat


class ReadOnly:
    """Nothing can be added, changed or deleted."""

    actions = None

    def has_add_permission(self, *_: object) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission


class MatchSeatInline(ReadOnly, TabularInline):  # type: ignore[misc]  # unfold has no types
    model = MatchSeat
    fields = ("seat", "team", "account", "computer")
    extra = 0


@admin.register(Match)
class MatchAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # unfold has no types
    list_display = ("id", "ruleset", "variant", "status", "dice", "version")
    list_filter = ("status", "ruleset", "variant", "dice")
    search_fields = ("id__exact", "seats__account__exact")
    inlines = (MatchSeatInline,)
    show_full_result_count = False
