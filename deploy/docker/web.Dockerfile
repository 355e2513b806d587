# The pages and the API. Build from the root of the repository: docker build -f deploy/docker/web.Dockerfile .
FROM node:24-bookworm-slim AS sources
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY . .

FROM sources AS build
RUN npm ci --ignore-scripts --no-fund --no-audit \
 && node scripts/generate-client.mjs \
 && npm run build --workspace @proofload/web \
 && rm -rf apps/web/.next/cache

FROM sources AS dependencies
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-fund --no-audit

FROM node:24-bookworm-slim
# Unbounded, V8 grows with the machine. What runs here keeps to less than a third of it.
ENV NODE_OPTIONS="--max-semi-space-size=16 --max-old-space-size=1536"
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 PROOFLOAD_DATA=/data PORT=3000
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=dependencies /app ./
COPY --from=build /app/packages/db/src/generated packages/db/src/generated
COPY --from=build /app/apps/web/.next apps/web/.next
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
WORKDIR /app/apps/web
CMD ["node", "../../node_modules/next/dist/bin/next", "start", "-H", "0.0.0.0", "-p", "3000"]
