from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"

    def ready(self) -> None:
        from campaigns import subscribers  # noqa: PLC0415 -- app ready

        subscribers.register()
