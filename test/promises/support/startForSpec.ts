import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fillDataFolder } from '../../support/database/dataFolder.ts';
import { Client } from './Client.ts';
import { startProgram } from './startProgram.ts';

/** A client of a Portico that the test file closes. */
export interface SpecPortico extends Client {
  close(): Promise<void>;
}

/** The Portico at SPEC_TARGET_URL, which all files of this worker share: it has the demo data set and trusts `SPEC_SECRET`. */
export function startForSpec(): Promise<SpecPortico> {
  const { SPEC_TARGET_URL: target } = process.env;
  if (target === undefined) throw new Error('startForSpec is for projects that set SPEC_TARGET_URL; use startAlone.');
  return Promise.resolve(clientOf(target, async () => {}));
}

/** A Portico that is started for one file. */
export interface AlonePortico extends SpecPortico {
  dataDir: string;
  /** All that it has written. */
  output(): string;
}

/** The built program over a database of its own with the demo data set; fails with its output where it does not start. */
export async function startAlone(env: Record<string, string> = {}): Promise<AlonePortico> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portico-spec-'));
  await fillDataFolder(dataDir, 'demo');
  const { client, end, output } = await startProgram({ DATA_DIR: dataDir, ...env });
  const portico = clientOf(client.url.href.replace(/\/$/, '') + client.basePath, async () => {
    await end('SIGTERM');
    await rm(dataDir, { recursive: true });
  });
  return Object.assign(portico, { dataDir, output });
}

/** A client of the Portico at this address, base path included. */
export function clientOf(address: string, close: () => Promise<void>): SpecPortico {
  const url = new URL(address);
  return Object.assign(new Client(url, url.pathname.replace(/\/$/, '')), { close });
}
