// What was published by mistake, and is taken back by hand: the one file of the contracts that no command writes.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { CONTRACTS } from './compileContracts.ts';

/** The file, below the root of the repository. */
export const CORRECTIONS = `${CONTRACTS}/corrections.json`;

/** A break that is accepted in some of the contracts, of whatever was promised up to a date. */
export type Correction = z.infer<typeof CORRECTION>;

/** The file does not say what is taken back, when and why; the message says where. */
export class CorrectionError extends Error {}

const TEXT = z.string().regex(/\S/, 'Say it in words');
const CORRECTION = z.strictObject({ date: z.iso.date(), files: z.array(TEXT), what: TEXT, reason: TEXT });

/** Every correction that was made; none where there is no file. */
export function readCorrections(root: string): Correction[] {
  const file = path.join(root, CORRECTIONS);
  if (!existsSync(file)) return [];
  try {
    return z.array(CORRECTION).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    const form = '[{"date": "2027-01-31", "files": ["contracts/…"], "what": "…", "reason": "…"}]';
    throw new CorrectionError(`${CORRECTIONS} cannot be read. Write it as ${form}.\n${reason}`);
  }
}
