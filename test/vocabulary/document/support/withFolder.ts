import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Contents by path below the folder; a path that ends with a slash is an empty folder. */
export type Files = Readonly<Record<string, string>>;

/** Passes a folder with these files to `use`, and deletes it afterwards. */
export function withFolder<T>(files: Files, use: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'endpoints-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(folder, name);
      mkdirSync(name.endsWith('/') ? file : path.dirname(file), { recursive: true });
      if (!name.endsWith('/')) writeFileSync(file, text);
    }
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
