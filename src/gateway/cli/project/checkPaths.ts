import { readdirSync, readFileSync } from 'node:fs';
import { shortPath } from '../../errors/Diagnostic.ts';
import { UsageError } from '../UsageError.ts';

/** An absolute path, and what names it: an option, or a key of the configuration. */
export interface NamedPath {
  path: string;
  by: string;
}

/** Throws a UsageError for a file of a schema or a folder of endpoint documents that cannot be read. */
export function checkPaths({ schema, endpoints }: { schema?: NamedPath; endpoints?: NamedPath }): void {
  if (schema) checkRead(schema, 'file', () => readFileSync(schema.path));
  if (endpoints) checkRead(endpoints, 'folder', () => readdirSync(endpoints.path));
}

function checkRead({ path, by }: NamedPath, kind: string, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    // Node appends the system call and the path after a comma.
    const [reason] = (error as Error).message.split(', ', 1);
    throw new UsageError(`${by}: the ${kind} ${shortPath(path)} cannot be read. ${reason}.`);
  }
}
