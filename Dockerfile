# The service on Node 24; the database is a container of its own (compose.yaml).
# `npm run check:image` runs these stages without Docker.

# The packages of the service. Nothing is compiled, so every platform is installed on that of the builder.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS dependencies
ARG TARGETARCH
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/cli/package.json packages/cli/
COPY packages/config/package.json packages/config/
COPY packages/contracts/package.json packages/contracts/
COPY packages/formats/package.json packages/formats/
COPY packages/locales/package.json packages/locales/
COPY packages/messages/package.json packages/messages/
COPY packages/query/package.json packages/query/
COPY packages/reader/package.json packages/reader/
COPY packages/sdk/package.json packages/sdk/
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY scripts/libraries/package.json scripts/libraries/
COPY scripts/openapi/package.json scripts/openapi/
# The image has its own Node and no embedded database, so it needs one optional package: the password hash of its
# processor. Without --force, npm refuses to install a package for another processor.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
  && npm install --no-save --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund --force \
    "@node-rs/argon2-linux-$(echo "$TARGETARCH" | sed s/amd64/x64/)-gnu@$(node -p "require('./node_modules/@node-rs/argon2/package.json').version")"

# The server, the web app and the package of the command line. The bundler is native code in an optional package.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --workspace apps/api --workspace apps/web --workspace packages/cli --workspace packages/reader --workspace packages/sdk --ignore-scripts --no-audit --no-fund \
  && node apps/api/scripts/build.ts \
  && node apps/web/scripts/build.ts \
  && node scripts/pack.ts

FROM node:24.21.0-bookworm-slim
# Apertium runs as separate programs (GPL); add the language pairs that you need.
ARG APERTIUM_PAIRS=""
RUN if [ -n "$APERTIUM_PAIRS" ]; then \
    apt-get update && apt-get install -y --no-install-recommends apertium libtcmalloc-minimal4 $APERTIUM_PAIRS \
    && rm -rf /var/lib/apt/lists/*; fi
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY LICENSE package.json ./
COPY packages packages
COPY apps apps
COPY --from=build /app/apps/api/dist apps/api/dist
COPY --from=build /app/apps/web/dist apps/web/dist
COPY --from=build /app/packages/cli/dist packages/cli/dist
COPY --from=build /app/packages/reader/dist packages/reader/dist
COPY --from=build /app/packages/sdk/dist packages/sdk/dist
# 1000 is the user `node` of the base image. By its number, Kubernetes knows that it is not root.
RUN mkdir /data && chown 1000:1000 /data
# Two of glibc's arenas: more take memory that a service at rest never uses again.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=4400 DATA_DIR=/data
VOLUME /data
EXPOSE 4400
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "apps/api/dist/server/check-health.js"]
USER 1000:1000
CMD ["node", "--expose-gc", "--max-semi-space-size=16", "apps/api/dist/server/start.js"]
