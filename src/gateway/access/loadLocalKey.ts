// The key pair for tokens where no issuer is configured: one private key in the data folder, readable by its owner only.
// Its file appears complete or not at all, and processes that start together agree on one.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder } from '../config/makeFolder.ts';

export interface LocalKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** Reads the ES256 key pair of a data folder, after making it if there is none. */
export async function loadLocalKey(dataDir: string): Promise<LocalKey> {
  const file = join(dataDir, 'signing-key.pem');
  let pem: string;
  try {
    pem = (await readIfThere(file)) ?? (await create(dataDir, file));
  } catch (cause) {
    throw new Error(
      `The signing key ${resolve(file)} can neither be read nor made: ${(cause as Error).message}. Remove what is in its ` +
        'place, or let DATA_DIR be a folder that this process may write to.',
      { cause },
    );
  }
  try {
    const privateKey = createPrivateKey(pem);
    if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not on the curve P-256');
    return { privateKey, publicKey: createPublicKey(privateKey) };
  } catch (cause) {
    throw new Error(
      `${file} is not a private key for ES256. Remove it to have a new one made; older tokens end then.`,
      { cause },
    );
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
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
    // A link is refused where the name exists, so the first process wins, with a file that is already whole.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}
