# One image for all processes of the server tier; docker-compose.yml says which command each runs.
FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1
WORKDIR /app
COPY requirements/base.lock requirements/base.lock
RUN pip install --no-cache-dir --require-hashes -r requirements/base.lock
COPY . .

# The names of static files are fixed when the image is built; the values below are used for nothing else.
RUN DEBUG=0 SECRET_KEY=used-while-building-the-image-only ALLOWED_HOSTS=build DATABASE_URL=sqlite:////tmp/build.sqlite3 \
    LEDGER_SIGNING_SEED=0000000000000000000000000000000000000000000000000000000000000000 \
    python manage.py collectstatic --no-input

RUN useradd --system --no-create-home ledger
USER ledger
EXPOSE 8000
