import { fileURLToPath } from 'node:url';
import { loadLocalKey } from '../../gateway/access/loadLocalKey.ts';
import { signToken } from '../../gateway/access/signToken.ts';
import { readSettings } from '../../gateway/config/readSettings.ts';
import { ArgumentError } from '../../gateway/cli/ArgumentError.ts';
import { knownScopes } from './knownScopes.ts';
import { parseLifetime } from './parseLifetime.ts';

const SCHEMA = fileURLToPath(new URL('../../../schema', import.meta.url));

export interface TokenOptions {
  /** Separated by spaces. */
  scope: string;
  subject?: string;
  /** A number and a unit. */
  expires: string;
}

/** Signs a token with the key in the data folder. Refuses where that key is not the one that tokens are verified with. */
export async function token(
  { scope, subject, expires }: TokenOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { auth, dataDir } = readSettings(env);
  if (auth.key.kind !== 'local') {
    throw new Error('Tokens come from the issuer that AUTH_* configures; one signed here would not be accepted.');
  }
  const scopes = scope.split(/\s+/).filter(Boolean);
  const known = knownScopes(SCHEMA);
  const unknown = scopes.filter((each) => !known.includes(each));
  if (scopes.length === 0 || unknown.length > 0) {
    throw new ArgumentError(`--scope takes ${known.join(', ')}, separated by spaces; not "${unknown.join(' ')}".`);
  }
  const lifetime = parseLifetime(expires);
  const { privateKey } = await loadLocalKey(dataDir);
  return signToken(privateKey, { scopes, subject, lifetime });
}
