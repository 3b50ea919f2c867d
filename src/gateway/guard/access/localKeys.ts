// The keys for tokens where no issuer is configured: ES256 keys in the data folder, readable by their owner only. Until the first
// rotation, signing-key.pem is the only one. From then on, the folder `keys` has all of them, each in a file with the time of its
// creation as its name: the newest signs, and the others verify what they have signed. signing-key.pem is then a second name of the
// newest, for processes of earlier releases. Files are created atomically: processes that start or rotate together use the same keys.
import { type KeyObject, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { link, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SignJWT, calculateJwkThumbprint } from 'jose';
import { makeFolder } from '../../base/settings/makeFolder.ts';

/** Seconds; no token that a local key signs is valid for longer. */
export const MAX_TOKEN_LIFETIME = 86_400;

/** From the creation of its successor: the last token that a key can have signed has expired, even where clocks differ by a minute. */
const KEPT_MS = (MAX_TOKEN_LIFETIME + 60) * 1000;

export interface LocalKey {
  /** The thumbprint of the public key. See RFC 7638. */
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** Milliseconds since the epoch, after which it verifies nothing; Infinity for the key that signs. */
  expiresAt: number;
}

/** Loads the keys of a data folder, the one that signs first, and creates that if there is none. Rejects with what to do. */
export async function loadLocalKeys(dataDir: string): Promise<LocalKey[]> {
  const keys = await readLocalKeys(dataDir);
  if (keys.length > 0) return keys;
  const file = join(dataDir, SIGNING_KEY);
  await orExplain(file, async () => {
    makeFolder(dataDir);
    await withNewKey(dataDir, (draft) => linkUnlessExists(draft, file));
  });
  return [await parseKey({ file, expiresAt: Infinity }, await orExplain(file, () => readFile(file, 'utf8')))];
}

/** Reads the keys that verify, the one that signs first; empty in a folder without any. */
export async function readLocalKeys(dataDir: string): Promise<LocalKey[]> {
  const files = (await listFiles(dataDir)).filter(({ expiresAt }) => expiresAt > Date.now());
  const keys = files.map(async (each) => {
    const pem = await orExplain(each.file, () => ifExists(readFile(each.file, 'utf8')));
    return pem === undefined ? [] : [await parseKey(each, pem)];
  });
  return (await Promise.all(keys)).flat();
}

/**
 * Creates the key that signs from now on, and removes those whose last token has expired. Returns the keys that are left, the one
 * that signs first, and the number of those that were removed.
 */
export async function rotateLocalKeys(dataDir: string): Promise<{ keys: LocalKey[]; removed: number }> {
  await loadLocalKeys(dataDir);
  const folder = join(dataDir, FOLDER);
  const current = join(dataDir, SIGNING_KEY);
  await orExplain(folder, async () => {
    makeFolder(folder);
    if ((await readCreationTimes(dataDir)).length === 0) {
      await linkUnlessExists(current, keyFile(dataDir, Math.floor((await stat(current)).mtimeMs)));
    }
    const [newest = 0] = await readCreationTimes(dataDir);
    await withNewKey(folder, async (draft) => {
      // Later than every other one, even if the clock was set back.
      let createdAt = Math.max(Date.now(), newest + 1);
      while (!(await linkUnlessExists(draft, keyFile(dataDir, createdAt)))) createdAt += 1;
      await rename(draft, current);
    });
  });
  const expired = (await listFiles(dataDir)).filter(({ expiresAt }) => expiresAt <= Date.now());
  for (const { file } of expired) await rm(file, { force: true });
  return { keys: await readLocalKeys(dataDir), removed: expired.length };
}

interface TokenRequest {
  scopes: readonly string[];
  subject?: string | undefined;
  /** Seconds from now, at most `MAX_TOKEN_LIFETIME`. */
  lifetime: number;
}

/** Signs a token with a local key. See RFC 7519. */
export function signToken(
  { kid, privateKey }: Pick<LocalKey, 'kid' | 'privateKey'>,
  { scopes, subject, lifetime }: TokenRequest,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const token = new SignJWT({ scope: scopes.join(' ') })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
    .setIssuedAt(now)
    .setExpirationTime(now + lifetime);
  if (subject !== undefined) token.setSubject(subject);
  return token.sign(privateKey);
}

const SIGNING_KEY = 'signing-key.pem';
const FOLDER = 'keys';

interface KeyFile {
  file: string;
  expiresAt: number;
}

/** The files of all keys, the newest first, expired ones included; `signing-key.pem` before the first rotation, whether it exists or not. */
async function listFiles(dataDir: string): Promise<KeyFile[]> {
  const times = await readCreationTimes(dataDir);
  if (times.length === 0) return [{ file: join(dataDir, SIGNING_KEY), expiresAt: Infinity }];
  return times.map((createdAt, index) => {
    const replacedAt = times[index - 1];
    return { file: keyFile(dataDir, createdAt), expiresAt: (replacedAt ?? Infinity) + KEPT_MS };
  });
}

/** Those of the keys in the folder, the last one first. */
async function readCreationTimes(dataDir: string): Promise<number[]> {
  const folder = join(dataDir, FOLDER);
  const names = (await orExplain(folder, () => ifExists(readdir(folder)))) ?? [];
  const times = names.filter((name) => /^\d{1,15}\.pem$/.test(name)).map(parseFloat);
  return times.sort((one, other) => other - one);
}

function keyFile(dataDir: string, createdAt: number): string {
  return join(dataDir, FOLDER, `${createdAt}.pem`);
}

async function parseKey({ file, expiresAt }: KeyFile, pem: string): Promise<LocalKey> {
  try {
    const privateKey = createPrivateKey(pem);
    if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not on the curve P-256');
    const publicKey = createPublicKey(privateKey);
    return { kid: await calculateJwkThumbprint(publicKey), privateKey, publicKey, expiresAt };
  } catch (cause) {
    throw new Error(
      `${file} is not a private key for ES256. Remove it to create a new key; tokens that it signed become invalid.`,
      { cause },
    );
  }
}

/** Calls `use` with the file of a new key, which is none of the keys until it has another name. */
async function withNewKey(folder: string, use: (draft: string) => Promise<unknown>): Promise<void> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const draft = join(folder, `${SIGNING_KEY}.${randomUUID()}`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(privateKey.export({ type: 'pkcs8', format: 'pem' }));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await use(draft);
  } finally {
    await rm(draft, { force: true });
  }
}

/** A link is refused where the name exists, so the first process wins, with a complete file. Resolves to whether it did. */
function linkUnlessExists(file: string, name: string): Promise<boolean> {
  return link(file, name).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );
}

function ifExists<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    return undefined;
  });
}

async function orExplain<Value>(file: string, access: () => Promise<Value>): Promise<Value> {
  try {
    return await access();
  } catch (cause) {
    throw new Error(
      `The signing key ${resolve(file)} cannot be read or created: ${(cause as Error).message}. Remove the ` +
        'file, or set DATA_DIR to a writable folder.',
      { cause },
    );
  }
}
