import type { KeyObject } from 'node:crypto';
import { type FlattenedJWSInput, type JWK, type JWTHeaderParameters, exportJWK, flattenedVerify } from 'jose';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { type LocalKey, loadLocalKeys, readLocalKeys } from './localKeys.ts';

/** The local keys of a process that verifies tokens, while other processes rotate them. */
export interface LocalKeyRing {
  /** The public key of a token, for its kid; that which verifies it where it has none; undefined if there is none. */
  find(header: JWTHeaderParameters, token: FlattenedJWSInput): Promise<KeyObject | undefined>;
  /** The public keys of now. See RFC 7517, section 5. */
  exportKeySet(): Promise<{ keys: JWK[] }>;
}

/** The folder is read at most once in this time, however many tokens name unknown keys. */
const MIN_AGE_MS = 1000;

/** The folder is read again before older keys verify a token: what signed before a rotation must end, without new tokens too. */
const MAX_AGE_MS = 60_000;

/** Opens the keys of a data folder, and creates the first one if there is none. */
export async function openLocalKeyRing(dataDir: string): Promise<LocalKeyRing> {
  let readAt = performance.now();
  let keys = await loadLocalKeys(dataDir);
  /** The next read, which has not begun. */
  let next: Promise<void> | undefined;

  /** Reads the keys after now. A token that was signed before this call is then known, so nobody is refused within the second. */
  function refresh(): Promise<void> {
    next ??= new Promise((resolve) => {
      setTimeout(resolve, Math.max(readAt + MIN_AGE_MS - performance.now(), 0));
    }).then(read);
    return next;
  }

  async function read(): Promise<void> {
    next = undefined;
    readAt = performance.now();
    const found = await readLocalKeys(dataDir).catch((cause: unknown) => {
      throw new ServiceError('UNAVAILABLE', 'The keys of tokens cannot be read; try again shortly.', { cause });
    });
    // Without its folder, a process goes on with the keys that it has.
    if (found.length > 0) keys = found;
  }

  async function search(matches: (key: LocalKey) => boolean | Promise<boolean>): Promise<KeyObject | undefined> {
    for (const key of keys) if (key.expiresAt > Date.now() && (await matches(key))) return key.publicKey;
    return undefined;
  }

  return {
    find: async ({ kid }, token) => {
      if (performance.now() - readAt > MAX_AGE_MS) await refresh().catch(() => {});
      // Earlier releases sign without a kid.
      const matches = (key: LocalKey) => (kid === undefined ? verifies(key, token) : key.kid === kid);
      const known = await search(matches);
      if (known) return known;
      await refresh();
      return search(matches);
    },
    exportKeySet: async () => {
      // Where the folder cannot be read, those that are known verify as before.
      await refresh().catch(() => {});
      const valid = keys.filter(({ expiresAt }) => expiresAt > Date.now());
      // Rotations at the same time can leave one key under two names.
      const distinct = new Map(valid.map((key) => [key.kid, key]));
      const exported = [...distinct.values()].map(async ({ kid, publicKey }) => ({
        ...(await exportJWK(publicKey)),
        kid,
      }));
      return { keys: (await Promise.all(exported)).map((key) => ({ ...key, alg: 'ES256', use: 'sig' })) };
    },
  };
}

function verifies({ publicKey }: LocalKey, token: FlattenedJWSInput): Promise<boolean> {
  return flattenedVerify(token, publicKey).then(
    () => true,
    () => false,
  );
}
