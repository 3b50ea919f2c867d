import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readDatabaseUrl } from '../../../../src/gateway/config/readDatabaseUrl.ts';
import { temporaryFolder } from '../../service/database/support/temporaryFolder.ts';

const limit = '-c statement_timeout=15000';
const session = '-c TimeZone=UTC -c DateStyle=ISO -c search_path="public" -c idle_in_transaction_session_timeout=60000';
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

const understood = [
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

test.each(understood)('understands $url', ({ url, connection }) => {
  expect(readDatabaseUrl(url)).toEqual({ schema: 'public', poolSize: 10, connection: { ...usual, ...connection } });
});

test('takes the size of the pool and the schema from the URL', () => {
  const { poolSize, schema, connection } = readDatabaseUrl('postgresql://db?connection_limit=25&schema=shop');
  expect({ poolSize, schema }).toEqual({ poolSize: 25, schema: 'shop' });
  expect(connection.options).toContain('-c search_path="shop"');
});

test('tells a transaction pooler nothing of the session, and refuses to', () => {
  const { connection } = readDatabaseUrl('postgresql://pooler/shop', { pooled: true });
  const { options: _, ...told } = usual;
  expect(connection).toEqual({ ...told, host: 'pooler', database: 'shop' });
  expect(() => readDatabaseUrl('postgresql://pooler?options=-c%20work_mem%3D8MB', { pooled: true })).toThrow(
    'DATABASE_URL: its parameter options is not known; there are ',
  );
});

test.each([
  ['secret', 'DATABASE_DIRECT_URL must be a URL such as postgresql://user@host:5432/name.'],
  ['postgresql://db?schema=1', 'DATABASE_DIRECT_URL: its parameter schema must be the name of a schema.'],
])('names the variable that %s came in', (url, says) => {
  expect(() => readDatabaseUrl(url, { variable: 'DATABASE_DIRECT_URL' })).toThrow(says);
});

const refused = [
  { url: 'mysql://secret@db', says: 'DATABASE_URL must be a URL such as postgresql://user@host:5432/name.' },
  { url: 'postgresql://secret@db:port', says: 'DATABASE_URL must be a URL such as postgresql://user@host:5432/name.' },
  { url: 'secret', says: 'DATABASE_URL must be a URL such as postgresql://user@host:5432/name.' },
  {
    url: 'postgresql://a:secret%@db',
    says: 'DATABASE_URL: its password is not percent-encoded rightly: a literal % is written %25.',
  },
  {
    url: 'postgresql://a:secret@db?sslmod=verify-full',
    says: /^DATABASE_URL: its parameter sslmod is not known; there are application_name, /,
  },
  {
    url: 'postgresql://db?sslmode=prefer',
    says: 'DATABASE_URL: its parameter sslmode must be disable, require, verify-ca or verify-full.',
  },
  {
    url: 'postgresql://db?sslmode=require&sslmode=disable',
    says: 'DATABASE_URL: its parameter sslmode stands there twice.',
  },
  {
    url: 'postgresql://db?sslrootcert=/ca',
    says: 'DATABASE_URL: its parameter sslrootcert needs an sslmode beside it.',
  },
  {
    url: 'postgresql://db?sslmode=verify-ca&sslrootcert=/no/ca',
    says: 'DATABASE_URL: sslrootcert names a file that cannot be read: /no/ca.',
  },
  {
    url: `postgresql://db?sslmode=verify-full&sslrootcert=${import.meta.filename}`,
    says: `DATABASE_URL: sslrootcert names a file without a certificate in PEM: ${import.meta.filename}.`,
  },
  // As with libpq: whoever has a certificate of a public authority could be the server.
  ...['sslmode=require&sslrootcert=system', 'sslmode=verify-ca&sslrootcert=system', 'sslmode=verify-ca'].map(
    (parameters) => ({
      url: `postgresql://db?${parameters}`,
      says: 'DATABASE_URL: its parameter sslmode must be verify-full, or sslrootcert name the file of an authority of your own.',
    }),
  ),
  {
    url: 'postgresql://db?connection_limit=0',
    says: 'DATABASE_URL: its parameter connection_limit must be a whole number from 1 to 1000.',
  },
  {
    url: 'postgresql://db?connect_timeout=5s',
    says: 'DATABASE_URL: its parameter connect_timeout must be a whole number from 1 to 600.',
  },
  { url: 'postgresql://db?schema=a";drop', says: 'DATABASE_URL: its parameter schema must be the name of a schema.' },
];

test.each(refused)('refuses $url by name', ({ url, says }) => {
  expect(() => readDatabaseUrl(url)).toThrow(says);
  expect(() => readDatabaseUrl(url)).not.toThrow('secret');
});
