from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0002_result_objectives"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="scenario",
            field=models.JSONField(help_text="The content of its file, if the matches have one.", null=True),
        ),
    ]
