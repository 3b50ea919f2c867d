import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, visit } from 'graphql';
import {
  type Environment,
  MAX_TOKEN_LIFETIME,
  loadLocalKeys,
  readSettings,
  requiredScopes,
  rotateLocalKeys,
  signToken,
} from '../../gateway/server.ts';
import { UsageError } from '../../cli/program.ts';

const SCHEMA = fileURLToPath(new URL('../../../schema', import.meta.url));
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

export interface TokenOptions {
  /** Separated by spaces. */
  scope: string;
  subject?: string;
  /** A number and a unit, such as 1h; at most 24h. */
  expires: string;
}

/** Signs a token with the local key. Rejects where the service verifies with another key. */
export async function token({ scope, subject, expires }: TokenOptions, env: Environment): Promise<string> {
  const dataDir = readDataDir(env);
  const scopes = scope.split(/\s+/).filter(Boolean);
  const grantable = readKnownScopes();
  const unknown = scopes.filter((each) => !grantable.includes(each));
  if (scopes.length === 0 || unknown.length > 0) {
    throw new UsageError(
      `--scope must be a list of ${grantable.join(', ')}, separated by spaces, not "${unknown.join(' ')}".`,
    );
  }
  const lifetime = parseLifetime(expires);
  const [key] = await loadLocalKeys(dataDir);
  return signToken(key!, { scopes, subject, lifetime });
}

/** Creates the key that signs from now on. Returns the state of all keys, in lines. Rejects where the service verifies with another key. */
export async function rotateKeys(env: Environment): Promise<string> {
  const { keys, removed } = await rotateLocalKeys(readDataDir(env));
  return [
    ...keys.map(({ kid, expiresAt }) =>
      expiresAt === Infinity
        ? `${kid} signs from now on`
        : `${kid} verifies until ${new Date(expiresAt).toISOString()}`,
    ),
    ...(removed > 0 ? [`${removed} removed, whose tokens have expired`] : []),
  ].join('\n');
}

function readDataDir(env: Environment): string {
  const { auth, dataDir } = readSettings(env);
  if (auth.key.kind === 'local') return dataDir;
  throw new Error(
    'A token signed with the local key would be rejected: AUTH_* configures another issuer. Get a token from that issuer.',
  );
}

/** Every scope that a schema requires, sorted. Parses only: loading the subgraphs takes longer. */
function readKnownScopes(): string[] {
  const scopes = new Set<string>();
  for (const file of readdirSync(SCHEMA).filter((name) => name.endsWith('.graphql'))) {
    visit(parse(readFileSync(join(SCHEMA, file), 'utf8'), { noLocation: true }), {
      enter: (node) => {
        if ('directives' in node) for (const scope of requiredScopes({ astNode: node }).flat(2)) scopes.add(scope);
      },
    });
  }
  return [...scopes].sort();
}

function parseLifetime(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? 0);
  if (seconds > MAX_TOKEN_LIFETIME)
    throw new UsageError(`--expires must be at most 24h, not "${text}": a rotated key is removed after that time.`);
  if (seconds > 0) return seconds;
  throw new UsageError(`--expires must be a number and a unit, such as 90s, 15m or 1h, not "${text}".`);
}
