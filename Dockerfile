# Frontdesk: API and worker in one image; ROLE decides which part a container runs.
# The digest names both architectures (amd64, arm64) of one build; the tag only says which it is. Renew both together (operating.md, Upgrading).
ARG NODE=node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20

FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
# Node itself comes from the image: the copy that npm brings for bare machines is not needed here.
# bin/slim says what else goes.
COPY bin/slim bin/
RUN npm ci --omit=dev --workspace=server --workspace=contract --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/.bin/node \
  && bin/slim --packages

# The web client: built here, so that the image holds its files and none of the tools.
FROM ${NODE} AS client
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY bin/slim bin/
RUN npm ci --workspace=web --workspace=contract --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/.bin/node
COPY contract/src contract/src
COPY demo/knowledge demo/knowledge
COPY web web
RUN node web/build.ts --force

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app ./
COPY contract/src contract/src
COPY server/src server/src
COPY server/migrations server/migrations
COPY --from=client /app/web/dist web/dist
COPY bin/frontdesk bin/frontdesk
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# The first start of the embedded database takes seconds, hence the start period. ROLE=worker listens to nothing and is
# asked by its HEALTH_FILE instead (compose.yaml).
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not `npm start`: npm would stand between the signals and the process that drains on them. Without the flag, Node keeps 128 MB for
# young objects (server/bench/README.md, "Memory of one process").
CMD ["node", "--max-semi-space-size=8", "server/src/main.ts"]
