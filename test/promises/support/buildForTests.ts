import { buildProgram } from '../../../src/packaging/buildProgram.ts';
import { ROOT } from './startProgram.ts';

/** Builds what suites start, as `npm start` does, unless nothing has changed: `globalSetup` of their projects. */
export async function setup(): Promise<void> {
  await buildProgram(ROOT, (text) => void process.stderr.write(text));
}
