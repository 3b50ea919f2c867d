// DATABASE_URL and DATABASE_DIRECT_URL → the connection settings of node-postgres. Refuses unknown parameters: a mistyped
// sslmode must not connect without protection. No message repeats the URL, which may hold a password.
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { REQUEST_TIMEOUT_MS, SettingsError } from '../../cli/serve.ts';

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

/** The server cancels a statement after this time. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** This process stops waiting for a result after this time. */
const QUERY_TIMEOUT_MS = 20_000;

/** Reads `DATABASE_URL`, that of a transaction pooler if there is a direct one. Throws a SettingsError that lists every problem of both. */
export function readDatabaseUrls(url: string, directUrl?: string) {
  const problems: string[] = [];
  const read = (variable: string, text: string, pooled: boolean) => {
    try {
      return readAddress(text, pooled);
    } catch (error) {
      if (!(error instanceof InvalidUrl)) throw error;
      problems.push(`${variable}${error.message}.`);
      return undefined;
    }
  };
  const address = read('DATABASE_URL', url, directUrl !== undefined);
  const direct = directUrl === undefined ? undefined : read('DATABASE_DIRECT_URL', directUrl, false);
  if (address && direct && address.schema !== direct.schema) {
    problems.push('DATABASE_URL and DATABASE_DIRECT_URL must name the same schema.');
  }
  if (!address || problems.length > 0) throw new SettingsError(problems);
  return { address, ...(direct && { direct }) };
}

/** One problem of a URL; the message is the rest of a sentence that begins with the variable, without its full stop. */
class InvalidUrl extends Error {}

function readAddress(text: string, pooled: boolean) {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new InvalidUrl(' must be a URL such as postgresql://user@host:5432/name');
  }
  const url = new URL(text);
  const parameters = readParameters(url, pooled ? PARAMETERS.filter((name) => name !== 'options') : PARAMETERS);
  const schema = parameters.get('schema') ?? 'public';
  if (!/^[a-z_]\w*$/i.test(schema)) throw invalid('schema', 'must be the name of a schema');
  const host = parameters.get('host') ?? decode(url.hostname.replace(/^\[(.*)\]$/, '$1'), 'host');
  const ssl = readSsl(parameters);
  return {
    schema,
    /** The most connections that are open at a time. */
    poolSize: readNumber(parameters, 'connection_limit', { max: 1000, fallback: 10 }),
    /** The connection settings of node-postgres, under its names. Times in milliseconds. */
    connection: {
      host: host || undefined,
      port: Number(url.port) || undefined,
      user: decode(url.username, 'user') || undefined,
      password: decode(url.password, 'password') || undefined,
      database: decode(url.pathname.slice(1), 'database') || undefined,
      ssl,
      application_name: parameters.get('application_name') ?? 'portico',
      options: pooled ? undefined : sessionOptions(parameters.get('options'), schema),
      connectionTimeoutMillis: readNumber(parameters, 'connect_timeout', { max: 600, fallback: 5 }) * 1000,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    },
  };
}

function readParameters(url: URL, known: readonly string[]): ReadonlyMap<string, string> {
  const names = [...url.searchParams.keys()];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(unknown, `is not known; known parameters are ${known.join(', ')}`);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw invalid(repeated, 'must be given only once');
  return new Map([...url.searchParams].filter(([, value]) => value !== ''));
}

/**
 * Prisma's adapter expects a session in UTC with ISO dates, whatever the server, the role or the URL set, so these come last.
 * The URL may change the statement timeout, and the compilation of statements: over large tables PostgreSQL overestimates the cost of
 * short pages, and compiles for tens of milliseconds what runs in one.
 */
function sessionOptions(given: string | undefined, schema: string): string {
  const settings = [
    `-c statement_timeout=${STATEMENT_TIMEOUT_MS} -c jit=off`,
    given,
    `-c TimeZone=UTC -c DateStyle=ISO -c search_path="${schema}"`,
    // A process that is paused in a transaction holds its locks, and the keys of its requests, as long as a request can last.
    `-c idle_in_transaction_session_timeout=${REQUEST_TIMEOUT_MS}`,
    // A statement of its own is in the isolation of those of transactions. Any other makes writes fail that could wait for each other.
    String.raw`-c default_transaction_isolation=read\ committed`,
  ];
  return settings.filter(Boolean).join(' ');
}

/** `sslmode` and `sslrootcert`. See https://www.postgresql.org/docs/current/libpq-ssl.html */
function readSsl(parameters: ReadonlyMap<string, string>): ConnectionOptions | false | undefined {
  const mode = parameters.get('sslmode');
  const file = parameters.get('sslrootcert');
  if (mode === undefined && file !== undefined) throw invalid('sslrootcert', 'requires sslmode');
  // Anybody can get a certificate of a public authority, so it proves nothing unless the host name is verified.
  const isPublic = file === 'system' || (file === undefined && mode === 'verify-ca');
  if (isPublic && mode !== 'verify-full' && mode !== 'disable') {
    throw invalid('sslmode', 'must be verify-full, unless sslrootcert is the file of a private CA certificate');
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
      throw invalid('sslmode', 'must be disable, require, verify-ca or verify-full');
  }
}

function readCertificate(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new InvalidUrl(`: the file of sslrootcert cannot be read: ${file}`, { cause: error });
  }
  // Node reads any other text as an empty list.
  if (!/^-----BEGIN (?:\w+ )?CERTIFICATE-----/m.test(text)) {
    throw new InvalidUrl(`: the file of sslrootcert has no certificate in PEM: ${file}`);
  }
  return text;
}

function readNumber(
  parameters: ReadonlyMap<string, string>,
  name: string,
  { max, fallback }: { max: number; fallback: number },
): number {
  const value = parameters.get(name) ?? String(fallback);
  if (!/^\d{1,4}$/.test(value) || Number(value) < 1 || Number(value) > max) {
    throw invalid(name, `must be a whole number from 1 to ${max}`);
  }
  return Number(value);
}

function decode(value: string, part: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new InvalidUrl(`: the ${part} has invalid percent-encoding; write a literal % as %25`);
  }
}

function invalid(parameter: string, problem: string): InvalidUrl {
  return new InvalidUrl(`: the parameter ${parameter} ${problem}`);
}
