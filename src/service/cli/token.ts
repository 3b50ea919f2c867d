import { fileURLToPath } from 'node:url';
import { loadLocalKey } from '../../gateway/access/loadLocalKey.ts';
import { signToken } from '../../gateway/access/signToken.ts';
import type { Environment } from '../../gateway/config/parseEnvironment.ts';
import { readSettings } from '../../gateway/config/readSettings.ts';
import { UsageError } from '../../gateway/cli/UsageError.ts';
import { readKnownScopes } from './readKnownScopes.ts';
import { parseLifetime } from './parseLifetime.ts';

const SCHEMA = fileURLToPath(new URL('../../../schema', import.meta.url));

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
  const known = readKnownScopes(SCHEMA);
  const unknown = scopes.filter((each) => !known.includes(each));
  if (scopes.length === 0 || unknown.length > 0) {
    throw new UsageError(
      `--scope must be a list of ${known.join(', ')}, separated by spaces, not "${unknown.join(' ')}".`,
    );
  }
  const lifetime = parseLifetime(expires);
  const { privateKey } = await loadLocalKey(dataDir);
  return signToken(privateKey, { scopes, subject, lifetime });
}
