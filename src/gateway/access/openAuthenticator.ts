import type { Settings } from '../config/Settings.ts';
import { type Authenticator, createAuthenticator } from './createAuthenticator.ts';
import { loadLocalKey } from './loadLocalKey.ts';

/** Creates the authenticator of the settings. Without an issuer, it verifies with the key of the data folder. */
export async function openAuthenticator({ auth, apiName, dataDir }: Settings): Promise<Authenticator> {
  const signsLocally = auth.key.kind === 'local';
  const key =
    auth.key.kind === 'local' ? ({ kind: 'public', key: (await loadLocalKey(dataDir)).publicKey } as const) : auth.key;
  return createAuthenticator({ ...auth, key, realm: apiName, signsLocally });
}
