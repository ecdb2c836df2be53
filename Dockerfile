# The service on Node 24; the database is a container of its own (compose.yaml).
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/cli/package.json packages/cli/
COPY packages/contracts/package.json packages/contracts/
COPY packages/formats/package.json packages/formats/
COPY packages/messages/package.json packages/messages/
COPY packages/query/package.json packages/query/
COPY packages/sdk/package.json packages/sdk/
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY scripts/openapi/package.json scripts/openapi/
# The image brings its own Node and no embedded database: neither optional package is needed.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
  && npm install --no-save --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
    "@node-rs/argon2-linux-$(node -p process.arch)-gnu@$(node -p "require('./node_modules/@node-rs/argon2/package.json').version")"

# The web app: its packages are needed to build it and nowhere else.
FROM node:24-bookworm-slim AS web
WORKDIR /app
COPY . .
RUN npm ci --omit=optional --ignore-scripts --no-audit --no-fund && node apps/web/scripts/build.ts

FROM node:24-bookworm-slim
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
COPY --from=web /app/apps/web/dist apps/web/dist
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 4400
USER node
CMD ["node", "--min-semi-space-size=16", "--max-semi-space-size=16", "apps/api/bin/start.ts"]
