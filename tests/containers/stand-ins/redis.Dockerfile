# Stands in for the official image of Redis: Debian's own, which is older.
FROM docker.io/library/node:24-bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/*
# The official one is built without the protected mode, in which it serves its own host alone.
ENTRYPOINT ["sh", "-c", "exec \"$@\" --protected-mode no", "--"]
CMD ["redis-server"]
