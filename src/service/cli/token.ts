import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, visit } from 'graphql';
import { type Environment, loadLocalKey, readSettings, requiredScopes, signToken } from '../../gateway/server.ts';
import { UsageError } from '../../cli/program.ts';

const SCHEMA = fileURLToPath(new URL('../../../schema', import.meta.url));
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

export interface TokenOptions {
  /** Separated by spaces. */
  scope: string;
  subject?: string;
  /** A number and a unit, such as 1h. */
  expires: string;
}

/** Signs a token with the local key. Rejects where the service verifies with another key. */
export async function token({ scope, subject, expires }: TokenOptions, env: Environment): Promise<string> {
  const { auth, dataDir } = readSettings(env);
  if (auth.key.kind !== 'local') {
    throw new Error(
      'A token signed with the local key would be rejected: AUTH_* configures another issuer. Get a token from that issuer.',
    );
  }
  const scopes = scope.split(/\s+/).filter(Boolean);
  const grantable = readKnownScopes();
  const unknown = scopes.filter((each) => !grantable.includes(each));
  if (scopes.length === 0 || unknown.length > 0) {
    throw new UsageError(
      `--scope must be a list of ${grantable.join(', ')}, separated by spaces, not "${unknown.join(' ')}".`,
    );
  }
  const lifetime = parseLifetime(expires);
  const { privateKey } = await loadLocalKey(dataDir);
  return signToken(privateKey, { scopes, subject, lifetime });
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
  if (seconds > 0) return seconds;
  throw new UsageError(`--expires must be a number and a unit, such as 90s, 15m, 1h or 7d, not "${text}".`);
}
