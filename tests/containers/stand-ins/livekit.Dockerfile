# Stands in for the official image of LiveKit: the livekit-server that the set-up has built or downloaded.
FROM docker.io/library/node:24-bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends wget && rm -rf /var/lib/apt/lists/*
COPY livekit-server /
ENTRYPOINT ["/livekit-server"]
