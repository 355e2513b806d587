# Executes runs. Build from the root of the repository: docker build -f deploy/docker/worker.Dockerfile .
FROM grafana/k6:1.8.1 AS k6

FROM node:24-bookworm-slim AS sources
WORKDIR /app
COPY . .

FROM sources AS client
RUN npm ci --ignore-scripts --no-fund --no-audit \
 && node scripts/generate-client.mjs

FROM sources AS dependencies
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-fund --no-audit

FROM node:24-bookworm-slim
# Unbounded, V8 grows with the machine. What runs here keeps to less than a third of it.
ENV NODE_OPTIONS="--max-semi-space-size=16 --max-old-space-size=1536"
ENV NODE_ENV=production PROOFLOAD_DATA=/data PROOFLOAD_K6=/usr/local/bin/k6
RUN mkdir /data && chown node:node /data
COPY --from=k6 /usr/bin/k6 /usr/local/bin/k6
WORKDIR /app
COPY --from=dependencies /app ./
COPY --from=client /app/packages/db/src/generated packages/db/src/generated
USER node
VOLUME /data
# The worker stops taking runs, ends the one at work and writes what it has.
STOPSIGNAL SIGTERM
CMD ["node", "apps/worker/src/main.ts"]
