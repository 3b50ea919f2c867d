// Compares the contracts with every committed revision of them, but for endpoints that have ended and for corrections.
import { parse } from 'graphql';
import type { Schema } from '../describe/openapi/Schema.ts';
import type { BreakingChange } from './BreakingChange.ts';
import { compareGraphql } from './graphql/compareGraphql.ts';
import { compareOpenApi } from './openapi/compareOpenApi.ts';
import { operationsOf } from './openapi/findDifferences.ts';
import { OpenApiReader } from './openapi/OpenApiReader.ts';
import { type HasEnded, findEnded } from './findEnded.ts';
import { CORRECTIONS, type Correction } from './readCorrections.ts';
import type { Revision } from './readHistory.ts';

/** A breaking change of one file, and the newest revision that it breaks. */
export interface Break {
  file: string;
  change: BreakingChange;
  revision: Pick<Revision, 'commit' | 'date'>;
}

/** Every breaking change since any of the revisions; each is reported once, however many revisions it breaks. */
export async function findBreaks(
  compiled: ReadonlyMap<string, string>,
  revisions: readonly Revision[],
  corrections: readonly Correction[],
  today: string,
): Promise<Break[]> {
  const hasEnded = findEnded(compiled, revisions, today);
  const breaks = new Map<string, Break>();
  for (const { file, text, commit, date } of revisions) {
    if (file === CORRECTIONS) continue;
    for (const change of await compare(file, text, compiled.get(file), hasEnded)) {
      const key = `${file} ${change.change}`;
      const isCorrected = corrections.some(
        (each) => each.files.includes(file) && each.change === change.change && date <= each.date,
      );
      if (!isCorrected && !breaks.has(key)) breaks.set(key, { file, change, revision: { commit, date } });
    }
  }
  return [...breaks.values()];
}

async function compare(
  file: string,
  before: string,
  after: string | undefined,
  hasEnded: HasEnded,
): Promise<BreakingChange[]> {
  const isOpenApi = file.endsWith('.json');
  if (before === after || !(isOpenApi || file.endsWith('.graphql')) || !isReadable(before, isOpenApi)) return [];
  if (after === undefined) {
    const operations = isOpenApi ? [...operationsOf(new OpenApiReader(JSON.parse(before) as Schema)).keys()] : [];
    if (operations.length > 0 && operations.every((endpoint) => hasEnded(file, endpoint))) return [];
    return [
      { change: 'The whole contract was removed.', affected: 'all of its clients', endpoints: [], hint: 'Restore it' },
    ];
  }
  return isOpenApi
    ? compareOpenApi(JSON.parse(before) as Schema, JSON.parse(after) as Schema, (endpoint) => hasEnded(file, endpoint))
    : compareGraphql(before, after);
}

/** A text that is not valid, such as one with conflict markers, is no contract. */
function isReadable(text: string, isJson: boolean): boolean {
  try {
    return Boolean(isJson ? JSON.parse(text) : parse(text));
  } catch {
    return false;
  }
}
