import { readFileSync } from 'node:fs';
import { UsageError } from './UsageError.ts';

/** The JSON of a file of `--plan`. Throws a UsageError for a file that cannot be read or is not JSON. */
export function readPlanFile(file: string): unknown {
  let json: string;
  try {
    json = readFileSync(file, 'utf8');
  } catch (error) {
    const [reason] = (error as Error).message.split(', ', 1);
    throw new UsageError(`--plan: the file ${file} cannot be read. ${reason}.`);
  }
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UsageError(`--plan: the file ${file} is not valid JSON: ${(error as Error).message}.`);
  }
}
