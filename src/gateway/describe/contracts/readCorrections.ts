// Breaking changes that are accepted, because the previous contract was published in error: the one file of the contracts
// that is written by hand.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { CONTRACTS } from './contractFiles.ts';

/** The file, below the root of the project. */
export const CORRECTIONS = `${CONTRACTS}/corrections.json`;

/** A breaking change of some contracts that is accepted, compared with revisions up to a date. */
export type Correction = z.infer<typeof CORRECTION>;

/** The file is not valid; the message says where. */
export class CorrectionError extends Error {}

const TEXT = z.string().regex(/\S/, 'must not be empty');
const CORRECTION = z.strictObject({ date: z.iso.date(), files: z.array(TEXT), change: TEXT, reason: TEXT });

/** All corrections; none where there is no file. */
export function readCorrections(root: string): Correction[] {
  const file = path.join(root, CORRECTIONS);
  if (!existsSync(file)) return [];
  try {
    return z.array(CORRECTION).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    const format = '[{"date": "2027-01-31", "files": ["contracts/…"], "change": "…", "reason": "…"}]';
    throw new CorrectionError(`${CORRECTIONS} is not valid; the expected format is ${format}.\n${reason}`);
  }
}
