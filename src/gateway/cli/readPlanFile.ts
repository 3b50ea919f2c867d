import { readFileSync } from 'node:fs';
import { UsageError } from './UsageError.ts';

/** The JSON of a file of `--plan`. Throws a UsageError for a file that cannot be read. */
export function readPlanFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const [reason] = (error as Error).message.split(', ', 1);
    throw new UsageError(`--plan: the file ${file} cannot be read. ${reason}.`);
  }
}
