import { readdirSync, readFileSync } from 'node:fs';
import { UsageError } from '../UsageError.ts';

/** Throws a UsageError for a file of `--schema` or a folder of `--endpoints` that cannot be read. */
export function checkPaths({ schema, endpoints }: { schema?: string; endpoints?: string }): void {
  if (schema !== undefined) checkRead(`--schema: the file ${schema}`, () => readFileSync(schema));
  if (endpoints !== undefined) checkRead(`--endpoints: the folder ${endpoints}`, () => readdirSync(endpoints));
}

function checkRead(subject: string, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    // Node appends the system call and the path after a comma.
    const [reason] = (error as Error).message.split(', ', 1);
    throw new UsageError(`${subject} cannot be read. ${reason}.`);
  }
}
