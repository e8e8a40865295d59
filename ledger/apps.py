from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "ledger"

    def ready(self) -> None:
        from ledger import checks, services, subscriptions  # noqa: F401, PLC0415 -- app ready

        subscriptions.register_chore("ledger.tree_heads", services.sign_due_tree_head)
