import type { Settings } from '../config/Settings.ts';
import { type Authenticator, createAuthenticator } from './createAuthenticator.ts';
import { loadLocalKey } from './loadLocalKey.ts';

/** Makes the authenticator that the settings ask for. Where no issuer is configured, the key of the data folder verifies. */
export async function openAuthenticator({ auth, apiName, dataDir }: Settings): Promise<Authenticator> {
  const signsLocally = auth.key.kind === 'local';
  const key =
    auth.key.kind === 'local' ? ({ kind: 'public', key: (await loadLocalKey(dataDir)).publicKey } as const) : auth.key;
  return createAuthenticator({ ...auth, key, realm: apiName, signsLocally });
}
