import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readDatabaseUrls } from '../../../src/service/config/readDatabaseUrls.ts';
import { temporaryFolder } from '../database/support/temporaryFolder.ts';

const limit = '-c statement_timeout=15000 -c jit=off';
const session = [
  '-c TimeZone=UTC -c DateStyle=ISO -c search_path="public" -c idle_in_transaction_session_timeout=30000',
  String.raw`-c default_transaction_isolation=read\ committed`,
].join(' ');
const usual = {
  application_name: 'portico',
  options: `${limit} ${session}`,
  connectionTimeoutMillis: 5000,
  query_timeout: 20_000,
  keepAlive: true,
};
const certificate = path.join(temporaryFolder(), 'root.crt');
const PEM = '-----BEGIN CERTIFICATE-----\n';
writeFileSync(certificate, PEM);

const valid = [
  { url: 'postgres://db', connection: { host: 'db' } },
  {
    url: 'postgresql://ann:p%40ss%2Fword@db.example:6543/shop',
    connection: { host: 'db.example', port: 6543, user: 'ann', password: 'p@ss/word', database: 'shop' },
  },
  { url: 'postgresql://ann@[::1]/shop', connection: { host: '::1', user: 'ann', database: 'shop' } },
  { url: 'postgresql:///shop?host=/var/run/postgresql', connection: { host: '/var/run/postgresql', database: 'shop' } },
  { url: 'postgresql://%2Frun%2Fpg/shop', connection: { host: '/run/pg', database: 'shop' } },
  { url: 'postgresql://db?connect_timeout=2', connection: { host: 'db', connectionTimeoutMillis: 2000 } },
  { url: 'postgresql://db?application_name=jobs', connection: { host: 'db', application_name: 'jobs' } },
  {
    url: 'postgresql://db?options=-c%20work_mem%3D8MB%20-c%20TimeZone%3DAsia/Tokyo',
    connection: { host: 'db', options: `${limit} -c work_mem=8MB -c TimeZone=Asia/Tokyo ${session}` },
  },
  {
    url: 'postgresql://db?options=-c%20statement_timeout%3D5s',
    connection: { host: 'db', options: `${limit} -c statement_timeout=5s ${session}` },
  },
  { url: 'postgresql://db?sslmode=disable', connection: { host: 'db', ssl: false } },
  { url: 'postgresql://db?sslmode=require', connection: { host: 'db', ssl: { rejectUnauthorized: false } } },
  {
    url: `postgresql://db?sslmode=require&sslrootcert=${certificate}`,
    connection: { host: 'db', ssl: { ca: PEM, checkServerIdentity: expect.any(Function) as unknown } },
  },
  {
    url: `postgresql://db?sslmode=verify-ca&sslrootcert=${certificate}`,
    connection: { host: 'db', ssl: { ca: PEM, checkServerIdentity: expect.any(Function) as unknown } },
  },
  { url: 'postgresql://db?sslmode=verify-full&sslrootcert=system', connection: { host: 'db', ssl: {} } },
  {
    url: `postgresql://db?sslmode=verify-full&sslrootcert=${certificate}`,
    connection: { host: 'db', ssl: { ca: PEM } },
  },
];

test.each(valid)('reads $url', ({ url, connection }) => {
  const address = { schema: 'public', poolSize: 10, connection: { ...usual, ...connection } };
  expect(readDatabaseUrls(url)).toEqual({ address });
  expect(readDatabaseUrls('postgresql://pooler', url).direct).toEqual(address);
});

test('reads the size of the pool and the schema from the URL', () => {
  const { poolSize, schema, connection } = readDatabaseUrls('postgresql://db?connection_limit=25&schema=shop').address;
  expect({ poolSize, schema }).toEqual({ poolSize: 25, schema: 'shop' });
  expect(connection.options).toContain('-c search_path="shop"');
});

test('sends a transaction pooler no session settings, and refuses those of the URL', () => {
  const direct = 'postgresql://db/shop';
  const { connection } = readDatabaseUrls('postgresql://pooler/shop', direct).address;
  const { options: _, ...withoutOptions } = usual;
  expect(connection).toEqual({ ...withoutOptions, host: 'pooler', database: 'shop' });
  expect(() => readDatabaseUrls('postgresql://pooler?options=-c%20work_mem%3D8MB', direct)).toThrow(
    'DATABASE_URL: the parameter options is not known; known parameters are ',
  );
});

test.each([
  ['secret', 'DATABASE_DIRECT_URL must be a URL such as postgresql://user@host:5432/name.'],
  ['postgresql://db?schema=1', 'DATABASE_DIRECT_URL: the parameter schema must be the name of a schema.'],
])('names the variable of %s', (url, message) => {
  expect(() => readDatabaseUrls('postgresql://pooler', url)).toThrow(message);
});

const NO_URL = ' must be a URL such as postgresql://user@host:5432/name.';
// As libpq does: anybody can have a certificate of a public authority.
const PRIVATE_CA =
  ': the parameter sslmode must be verify-full, unless sslrootcert is the file of a private CA certificate.';

test.each<[url: string, message: string | RegExp]>([
  ['mysql://secret@db', NO_URL],
  ['postgresql://secret@db:port', NO_URL],
  ['secret', NO_URL],
  ['postgresql://a:secret%@db', ': the password has invalid percent-encoding; write a literal % as %25.'],
  [
    'postgresql://a:secret@db?sslmod=verify-full',
    /^DATABASE_URL: the parameter sslmod is not known; known parameters are application_name, /,
  ],
  ['postgresql://db?sslmode=prefer', ': the parameter sslmode must be disable, require, verify-ca or verify-full.'],
  ['postgresql://db?sslmode=require&sslmode=disable', ': the parameter sslmode must be given only once.'],
  ['postgresql://db?sslrootcert=/ca', ': the parameter sslrootcert requires sslmode.'],
  ['postgresql://db?sslmode=verify-ca&sslrootcert=/no/ca', ': the file of sslrootcert cannot be read: /no/ca.'],
  [
    `postgresql://db?sslmode=verify-full&sslrootcert=${import.meta.filename}`,
    `: the file of sslrootcert has no certificate in PEM: ${import.meta.filename}.`,
  ],
  ['postgresql://db?sslmode=require&sslrootcert=system', PRIVATE_CA],
  ['postgresql://db?sslmode=verify-ca&sslrootcert=system', PRIVATE_CA],
  ['postgresql://db?sslmode=verify-ca', PRIVATE_CA],
  ['postgresql://db?connection_limit=0', ': the parameter connection_limit must be a whole number from 1 to 1000.'],
  ['postgresql://db?connect_timeout=5s', ': the parameter connect_timeout must be a whole number from 1 to 600.'],
  ['postgresql://db?schema=a";drop', ': the parameter schema must be the name of a schema.'],
])('refuses %s', (url, message) => {
  expect(() => readDatabaseUrls(url)).toThrow(typeof message === 'string' ? `DATABASE_URL${message}` : message);
  expect(() => readDatabaseUrls(url)).not.toThrow('secret');
});

test.each<[string, [string, string], RegExp[]]>([
  [
    'every problem of both',
    ['postgres://pooler?sslmode=x', 'nonsense'],
    [/^DATABASE_URL: the parameter sslmode/, /^DATABASE_DIRECT_URL must be a URL/],
  ],
  [
    'two schemas',
    ['postgres://pooler/d?schema=a', 'postgres://db/d?schema=b'],
    [/^DATABASE_URL and DATABASE_DIRECT_URL must name the same schema\.$/],
  ],
])('refuses %s', (_, urls, patterns) => {
  expect(() => readDatabaseUrls(...urls)).toThrow(
    expect.objectContaining({ problems: patterns.map((pattern) => expect.stringMatching(pattern)) }),
  );
});
