# server-example, on the package as a merchant gets it. Settings come from the environment: docs/settings.md.

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base
WORKDIR /app

FROM base AS build
COPY package.json package-lock.json .npmrc ./
COPY scripts/node scripts/node
# Install scripts prepare only browsers and databases for tests.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
# server-example needs four of the development dependencies. All versions and hashes are those of the lock file.
RUN for name in pg pino prom-client standardwebhooks; do \
    npm pkg set "dependencies.$name=$(npm pkg get "devDependencies.$name" | tr -d '"')" || exit 1; \
  done \
  && npm pkg delete devDependencies \
  && npm ci --ignore-scripts

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATABASE_URL=file:/data/paypane.db
RUN mkdir /data && chown node:node /data
VOLUME /data
COPY --from=dependencies /app .
COPY --from=build /app/dist dist
COPY server-example server-example
USER node
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "server-example/start.js"]
