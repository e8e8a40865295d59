from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"

    def ready(self) -> None:
        from matches import subscribers  # noqa: PLC0415 -- app ready

        subscribers.register_all()
