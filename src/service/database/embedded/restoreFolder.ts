// Restores a data folder as a whole: everything is prepared in a draft within it, because a volume that is mounted there cannot be
// replaced. While the draft has a database, no start uses the folder. Refuses a folder that is not empty.
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../../gateway/server.ts';
import type { Backend } from '../adapter/Backend.ts';
import type { KeyFiles } from '../backupFile.ts';
import { DatabaseError } from '../databaseErrors.ts';
import { lockFolder } from './lockFolder.ts';
import { RESTORE_DRAFT, openEmbedded } from './openEmbedded.ts';

/** What an empty folder may have: the draft of a restore that was killed, and the folder of a new volume. */
const IGNORED = [RESTORE_DRAFT, 'postgres.lock', 'lost+found'];

/** Creates a data folder with these keys and a database, which `fill` fills. When this rejects, the folder is as empty as before. */
export async function restoreFolder<Result>(
  dataDir: string,
  keys: KeyFiles,
  fill: (backend: Backend) => Promise<Result>,
): Promise<Result> {
  makeFolder(dataDir);
  const unlock = lockFolder(dataDir);
  const draft = path.join(dataDir, RESTORE_DRAFT);
  try {
    const found = fs.readdirSync(dataDir).find((name) => !IGNORED.includes(name));
    if (found !== undefined) {
      throw new DatabaseError(
        `The data folder ${path.resolve(dataDir)} is not empty: it has ${found}. Set DATA_DIR to a new folder.`,
      );
    }
    fs.rmSync(draft, { recursive: true, force: true });
    makeFolder(draft);
    for (const [name, text] of Object.entries(keys)) {
      makeFolder(path.join(draft, path.dirname(name)));
      fs.writeFileSync(path.join(draft, name), text, { mode: 0o600 });
    }
    const backend = await openEmbedded(draft);
    const result = await fill(backend).finally(() => backend.close());
    const others = fs.readdirSync(draft).filter((name) => name !== 'postgres');
    for (const name of [...others, 'postgres']) fs.renameSync(path.join(draft, name), path.join(dataDir, name));
    return result;
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
    unlock();
  }
}
