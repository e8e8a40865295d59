#!/usr/bin/env python
"""Django's command-line utility for administrative tasks."""

import os
import sqlite3
import sys


def main() -> None:
    """Run a command; a wrong setting, or a database that cannot be used, is told in one sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 -- app ready
    from django.core.management import execute_from_command_line  # noqa: PLC0415 -- app ready
    from django.db import DatabaseError  # noqa: PLC0415 -- app ready

    try:
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, DatabaseError, sqlite3.Error) as error:
        if "--traceback" in sys.argv:
            raise
        wrong = "" if isinstance(error, ImproperlyConfigured) else "The database cannot be used: "
        sys.exit(f"{wrong}{error} (--traceback shows more)")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
