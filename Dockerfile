# The service, and the gateway in front of any GraphQL API (`docker run … portico serve --upstream URL --endpoints DIR`):
#   docker build -t portico . && docker run --rm -p 4000:4000 -v portico:/data portico
ARG NODE_IMAGE=node:24-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

# What runs needs no compiler, linter or test runner.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM ${NODE_IMAGE}
WORKDIR /app
RUN install -d -m 0700 -o 1000 -g 1000 /data
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY bin ./bin
COPY schema ./schema
COPY prisma/demo ./prisma/demo
COPY prisma/migrations ./prisma/migrations
COPY package.json ./
# The root file system is only read: `docker run --read-only --tmpfs /tmp`.
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=64 HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
USER 1000:1000
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}${process.env.BASE_PATH ?? ''}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "bin/portico.js"]
CMD ["serve"]
