# Stands in for the official image of Postgres: Debian's own, which is older.
FROM docker.io/library/node:24-bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql postgresql-client \
  && rm -rf /var/lib/apt/lists/* /var/lib/postgresql
COPY postgres-entrypoint /
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENTRYPOINT ["/postgres-entrypoint"]
