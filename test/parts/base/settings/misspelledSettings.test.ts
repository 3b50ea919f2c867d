import { expect, test } from 'vitest';
import { SETTINGS, variablesOf } from '../../../../src/gateway/base/settings/describeSettings.ts';
import { findMisspelledSettings } from '../../../../src/gateway/base/settings/misspelledSettings.ts';
import { SERVICE_SETTINGS } from '../../../../src/service/config/serviceSettings.ts';

const find = (env: Record<string, string>) => findMisspelledSettings(variablesOf(SERVICE_SETTINGS), env);

test.each([
  ['AUTH_SECRT', 'AUTH_SECRET'],
  ['AUTH_SERCET', 'AUTH_SECRET'],
  ['AUTH-SECRET', 'AUTH_SECRET'],
  ['auth_secret', 'AUTH_SECRET'],
  ['AUTH_SECRT_FILE', 'AUTH_SECRET_FILE'],
  ['AUTH_SECRET_FIEL', 'AUTH_SECRET_FILE'],
  ['AUTH_ISSUERS', 'AUTH_ISSUER'],
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['RATE_LIMITS', 'RATE_LIMIT'],
  ['METRIC_PORT', 'METRICS_PORT'],
  ['REDIS_URI', 'REDIS_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATABASE_URL_FIL', 'DATABASE_URL_FILE'],
  ['DATABASE_UR', 'DATABASE_URL'],
  ['AUTH_SECERT', 'AUTH_SECRET'],
  ['AUTH_SCRT', 'AUTH_SECRET'],
  ['AUTH_SECRT_FIL', 'AUTH_SECRET_FILE'],
  ['AUTH_SECRETFILE', 'AUTH_SECRET_FILE'],
  ['REDIS_ULR', 'REDIS_URL'],
  ['LOG_LEVLE', 'LOG_LEVEL'],
  ['METRICS_PROT', 'METRICS_PORT'],
  ['MAX_CONECTIONS_PER_ADDRES', 'MAX_CONNECTIONS_PER_ADDRESS'],
])('%s is nearly %s', (name, setting) => {
  expect(find({ [name]: 'x' })).toEqual([`${name} is not a setting; did you mean ${setting}?`]);
});

test('settings, files of settings and empty variables are none', () => {
  const names = variablesOf(SERVICE_SETTINGS);
  expect(find(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
  expect(find({ AUTH_SECRT: '' })).toEqual([]);
});

test('those of a setting that is given are of another program', () => {
  expect(find({ REDIS_URL: 'redis://a', REDIS_URI: 'redis://a' })).toEqual([]);
  expect(find({ AUTH_SECRET_FILE: '/x', AUTH_SECRETS: '1' })).toEqual([]);
  expect(find({ AUTH_SECRET: 'x', AUTH_SECRET_FILES: '1' })).toEqual([]);
});

test.each([
  'PORTS HOSTNAME HOSTS LOG LOGS LOGNAME SHELL HOME PATH PWD USER TERM TZ CI DEBUG WORKER SEEDS MIGRATED',
  'NODE_ENV NODE_OPTIONS NODE_PATH NODE_PORT NODE_HOST NODE_DEBUG NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED',
  'PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA PG_PORT PG_HOST PG_DATA PGSSLMODE POSTGRES_URL POSTGRES_USER',
  'PORTICO_PORT PORTICO_SERVICE_HOST PORTICO_SERVICE_PORT PORTICO_SERVICE_PORT_HTTP PORTICO_PORT_4000_TCP',
  'PORTICO_PORT_4000_TCP_ADDR PORTICO_PORT_4000_TCP_PORT PORTICO_PORT_4000_TCP_PROTO PORTICO_METRICS_SERVICE_PORT',
  'KUBERNETES_SERVICE_HOST KUBERNETES_PORT KUBERNETES_PORT_443_TCP_ADDR REDIS_HOST REDIS_PORT REDIS_SERVICE_HOST',
  'OAUTH_SECRET OAUTH_ISSUER JWT_SECRET SESSION_SECRET CLIENT_SECRET API_URL BASE_URL APP_URL SITE_URL DB_URL LOG_DIR',
  'HTTP_PORT HTTPS_PORT HTTP_PROXY http_proxy no_proxy npm_config_cache npm_package_name XDG_DATA_DIRS TEMP_DIR',
  'OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_ENDPOINT UPSTREAM_X_API_KEY UPSTREAM_AUTHORIZATION MCP_TOKEN LOG_FILE LOG_FORMAT',
  'BASH_ENV LC_ALL LANG SSH_AUTH_SOCK SSL_CERT_FILE DOCKER_HOST GIT_DIR AWS_REGION VIRTUAL_ENV COLORTERM LS_COLORS',
])('common variables are not: %s', (names) => {
  expect(find(Object.fromEntries(names.split(' ').map((name) => [name, 'x'])))).toEqual([]);
});

test.each([
  'REDIS_SSL REDIS_TTL REDIS_TLS REDIS_DB METRICS_HOST HEALTH_HOST HEALTH_REPORT METRICS_EXPORT LOG_LABEL LOG_LEAVE',
  'BASE_PAGE DATA_ID DATA_DIFF TRUST_PAIR LOGS_LEVELS BASES_PATHS PUBLIC_URIS',
])('short words that differ in two letters are other words: %s', (names) => {
  expect(find(Object.fromEntries(names.split(' ').map((name) => [name, 'x'])))).toEqual([]);
});

test('only secrets have files', () => {
  const names = ['LOG_LEVEL_FILES', 'LOG_LEVEL_FIL', 'RATE_LIMIT_FIEL', 'AUTH_ISSUER_FILES', 'GRAPHQL_SAFELIST_FIL'];
  expect(find(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});

test('addresses of services and links are not', () => {
  expect(find({ METRIC_PORT: 'tcp://10.0.0.7:80', HEALT_PORT: 'udp://10.0.0.7:80' })).toEqual([]);
});

test('a long name is not compared', () => {
  expect(find({ [`AUTH_${'x'.repeat(100_000)}`]: 'x' })).toEqual([]);
});

test('a façade has no settings of a database', () => {
  expect(findMisspelledSettings(variablesOf(SETTINGS), { DATABASE_ULR: 'x', SEDE_A: 'x' })).toEqual([]);
});
