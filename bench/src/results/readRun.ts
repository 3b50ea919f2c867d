import { readFile } from 'node:fs/promises';
import type { Run } from './Run.ts';

/** Reads the JSON of an earlier run; throws an Error that says what is wrong with the file. */
export async function readRun(file: string): Promise<Run> {
  const text = await readFile(file, 'utf8');
  const run = parse(text) as Partial<Run> | undefined;
  if (!run?.machine || !Array.isArray(run.tables)) throw new Error(`${file} is not the result of a run of this bench.`);
  return run as Run;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
