// DATABASE_URL, or DATABASE_DIRECT_URL, becomes what node-postgres connects with. What is not understood is refused by name:
// a mistyped sslmode must not connect without protection. No message repeats the URL, which may hold a password.
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { SettingsError } from './SettingsError.ts';

/** What node-postgres connects with, in its own names. Times in milliseconds. */
export interface ConnectionFields {
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
  ssl?: ConnectionOptions | false;
  application_name: string;
  options?: string;
  connectionTimeoutMillis: number;
  query_timeout: number;
  keepAlive: boolean;
}

/** What a URL says: where and how to connect, and how many connections may be open at a time. */
export interface DatabaseAddress {
  connection: ConnectionFields;
  poolSize: number;
  schema: string;
}

const PARAMETERS = [
  'application_name',
  'connect_timeout',
  'connection_limit',
  'host',
  'options',
  'schema',
  'sslmode',
  'sslrootcert',
];

/** After how many milliseconds the server gives up a statement, and this process an answer that does not come. */
const STATEMENT_TIMEOUT = 15_000;
const ANSWER_TIMEOUT = 20_000;

/** Which URL is read. */
export interface UrlKind {
  /** The variable that it came in. */
  variable?: 'DATABASE_URL' | 'DATABASE_DIRECT_URL';
  /** Whether it leads through a transaction pooler, which takes no settings of a session. */
  pooled?: boolean;
}

/** Reads a URL such as `postgresql://user:password@host:5432/name?sslmode=verify-full`. Throws a SettingsError. */
export function readDatabaseUrl(
  text: string,
  { variable = 'DATABASE_URL', pooled = false }: UrlKind = {},
): DatabaseAddress {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new SettingsError([`${variable} must be a URL such as postgresql://user@host:5432/name.`]);
  }
  try {
    return readAddress(new URL(text), pooled);
  } catch (error) {
    if (error instanceof Fault) throw new SettingsError([`${variable}: ${error.message}.`]);
    throw error;
  }
}

/** What is wrong within a URL, as the end of a sentence. */
class Fault extends Error {}

function readAddress(url: URL, pooled: boolean): DatabaseAddress {
  const parameters = readParameters(url, pooled ? PARAMETERS.filter((name) => name !== 'options') : PARAMETERS);
  const schema = parameters.get('schema') ?? 'public';
  if (!/^[a-z_]\w*$/i.test(schema)) throw wrong('schema', 'must be the name of a schema');
  const host = parameters.get('host') ?? decode(url.hostname.replace(/^\[(.*)\]$/, '$1'), 'host');
  const ssl = readSsl(parameters);
  return {
    schema,
    poolSize: wholeNumber(parameters, 'connection_limit', 10, 1000),
    connection: {
      ...present('host', host),
      ...present('port', Number(url.port)),
      ...present('user', decode(url.username, 'user')),
      ...present('password', decode(url.password, 'password')),
      ...present('database', decode(url.pathname.slice(1), 'database')),
      ...(ssl !== undefined && { ssl }),
      application_name: parameters.get('application_name') ?? 'portico',
      ...(!pooled && { options: sessionOptions(parameters.get('options'), schema) }),
      connectionTimeoutMillis: wholeNumber(parameters, 'connect_timeout', 5, 600) * 1000,
      query_timeout: ANSWER_TIMEOUT,
      keepAlive: true,
    },
  };
}

function readParameters(url: URL, known: readonly string[]): ReadonlyMap<string, string> {
  const names = [...url.searchParams.keys()];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrong(unknown, `is not known; there are ${known.join(', ')}`);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw wrong(repeated, 'stands there twice');
  return new Map([...url.searchParams].filter(([, value]) => value !== ''));
}

/**
 * Prisma's adapter reads times as if the session were in UTC, and dates in ISO form: neither a server's or role's own
 * settings nor the URL may change that, so they come last. How long a statement may take, the URL may.
 */
function sessionOptions(given: string | undefined, schema: string): string {
  const settings = {
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    search_path: `"${schema}"`,
    idle_in_transaction_session_timeout: 60_000,
  };
  const fixed = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return [`-c statement_timeout=${STATEMENT_TIMEOUT}`, given, ...fixed].filter(Boolean).join(' ');
}

/** As libpq means it. See https://www.postgresql.org/docs/current/libpq-ssl.html */
function readSsl(parameters: ReadonlyMap<string, string>): ConnectionOptions | false | undefined {
  const mode = parameters.get('sslmode');
  const file = parameters.get('sslrootcert');
  if (mode === undefined && file !== undefined) throw wrong('sslrootcert', 'needs an sslmode beside it');
  // A certificate that anybody can have proves nothing without the name of the host.
  const isPublic = file === 'system' || (file === undefined && mode === 'verify-ca');
  if (isPublic && mode !== 'verify-full' && mode !== 'disable') {
    throw wrong('sslmode', 'must be verify-full, or sslrootcert name the file of an authority of your own');
  }
  const ca = file === undefined || file === 'system' ? {} : { ca: readCertificate(file) };
  switch (mode) {
    case undefined:
      return undefined;
    case 'disable':
      return false;
    case 'require':
      return file === undefined ? { rejectUnauthorized: false } : { ...ca, checkServerIdentity: () => undefined };
    case 'verify-ca':
      return { ...ca, checkServerIdentity: () => undefined };
    case 'verify-full':
      return ca;
    default:
      throw wrong('sslmode', 'must be disable, require, verify-ca or verify-full');
  }
}

function readCertificate(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Fault(`sslrootcert names a file that cannot be read: ${file}`, { cause: error });
  }
  // Node takes what is none for an empty list.
  if (!/^-----BEGIN (?:\w+ )?CERTIFICATE-----/m.test(text)) {
    throw new Fault(`sslrootcert names a file without a certificate in PEM: ${file}`);
  }
  return text;
}

function wholeNumber(parameters: ReadonlyMap<string, string>, name: string, absent: number, most: number): number {
  const value = parameters.get(name);
  if (value === undefined) return absent;
  if (!/^\d{1,4}$/.test(value) || Number(value) < 1 || Number(value) > most) {
    throw wrong(name, `must be a whole number from 1 to ${most}`);
  }
  return Number(value);
}

function decode(value: string, part: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new Fault(`its ${part} is not percent-encoded rightly: a literal % is written %25`);
  }
}

function present<Name extends string, Value>(name: Name, value: Value): Partial<Record<Name, Value>> {
  return value ? ({ [name]: value } as Record<Name, Value>) : {};
}

function wrong(parameter: string, fault: string): Fault {
  return new Fault(`its parameter ${parameter} ${fault}`);
}
