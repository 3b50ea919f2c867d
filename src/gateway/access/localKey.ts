// The key pair for tokens where no issuer is configured: one private key in the data folder, readable by its owner only.
// Its file is created atomically, and processes that start together use the same one.
import { type KeyObject, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SignJWT } from 'jose';
import { makeFolder } from '../config/makeFolder.ts';

/** Loads the ES256 key pair of a data folder, and creates it first if there is none. */
export async function loadLocalKey(dataDir: string): Promise<Record<'privateKey' | 'publicKey', KeyObject>> {
  const file = join(dataDir, 'signing-key.pem');
  let pem: string;
  try {
    pem = (await readIfExists(file)) ?? (await create(dataDir, file));
  } catch (cause) {
    throw new Error(
      `The signing key ${resolve(file)} cannot be read or created: ${(cause as Error).message}. Remove the ` +
        'file, or set DATA_DIR to a writable folder.',
      { cause },
    );
  }
  try {
    const privateKey = createPrivateKey(pem);
    if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not on the curve P-256');
    return { privateKey, publicKey: createPublicKey(privateKey) };
  } catch (cause) {
    throw new Error(
      `${file} is not a private key for ES256. Remove it to create a new key; tokens that it signed become invalid.`,
      { cause },
    );
  }
}

interface TokenRequest {
  scopes: readonly string[];
  subject?: string | undefined;
  /** Seconds from now. */
  lifetime: number;
}

/** Signs a token with the local key. See RFC 7519. */
export function signToken(privateKey: KeyObject, { scopes, subject, lifetime }: TokenRequest): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const token = new SignJWT({ scope: scopes.join(' ') })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + lifetime);
  if (subject !== undefined) token.setSubject(subject);
  return token.sign(privateKey);
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function create(dataDir: string, file: string): Promise<string> {
  makeFolder(dataDir);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const draft = `${file}.${randomUUID()}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(privateKey.export({ type: 'pkcs8', format: 'pem' }));
      await handle.sync();
    } finally {
      await handle.close();
    }
    // A link is refused where the name exists, so the first process wins, with a complete file.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}
