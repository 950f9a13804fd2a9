# server-example, on the package as a merchant gets it. Settings come from the environment: docs/server.md.

FROM node:24-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
# Nothing of what these scripts fetch (browsers, databases for tests) is needed here.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm pack --ignore-scripts --pack-destination /tmp \
  && mkdir /app && mv /tmp/paypane-*.tgz /app/paypane.tgz && cp -r server-example /app/server-example
WORKDIR /app
# What server-example uses besides, in the versions that it is tested with.
RUN echo '{"private": true, "type": "module"}' > package.json \
  && npm install --omit=dev --no-audit --no-fund ./paypane.tgz \
    $(node -p "const dev = require('/src/package.json').devDependencies; ['pg', 'pino', 'prom-client', 'standardwebhooks'].map((name) => name + '@' + dev[name]).join(' ')") \
  && rm paypane.tgz

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATABASE_URL=file:/data/paypane.db
RUN mkdir /data && chown node:node /data
VOLUME /data
WORKDIR /app
COPY --from=build /app .
USER node
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "server-example/start.js"]
