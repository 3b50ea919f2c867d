// Holds the contracts to every revision of them that was ever committed, but for what has ended as it was announced, and
// for what was published by mistake.
import { parse } from 'graphql';
import type { Schema } from '../describe/openapi/Schema.ts';
import type { Change } from './Change.ts';
import { compareGraphql } from './graphql/compareGraphql.ts';
import { compareOpenApi } from './openapi/compareOpenApi.ts';
import { operationsOf } from './openapi/findDifferences.ts';
import { OpenApiReader } from './openapi/OpenApiReader.ts';
import { type HasEnded, findEnded } from './findEnded.ts';
import { CORRECTIONS, type Correction } from './readCorrections.ts';
import type { Revision } from './readHistory.ts';

/** A change that breaks a published contract, and the newest revision that promised otherwise. */
export interface Break {
  file: string;
  change: Change;
  promised: Pick<Revision, 'commit' | 'date'>;
}

/** Every break of what the revisions promised; each is told once, though many revisions promised the same. */
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
      const key = `${file} ${change.what}`;
      const isCorrected = corrections.some(
        (each) => each.files.includes(file) && each.what === change.what && date <= each.date,
      );
      if (!isCorrected && !breaks.has(key)) breaks.set(key, { file, change, promised: { commit, date } });
    }
  }
  return [...breaks.values()];
}

async function compare(file: string, before: string, after: string | undefined, hasEnded: HasEnded): Promise<Change[]> {
  const isOpenApi = file.endsWith('.json');
  if (before === after || !(isOpenApi || file.endsWith('.graphql')) || !isReadable(before, isOpenApi)) return [];
  if (after === undefined) {
    const operations = isOpenApi ? [...operationsOf(new OpenApiReader(JSON.parse(before) as Schema)).keys()] : [];
    if (operations.length > 0 && operations.every((endpoint) => hasEnded(file, endpoint))) return [];
    return [{ what: 'The whole contract is gone.', whom: 'all of its clients', where: [], mend: 'Put it back' }];
  }
  return isOpenApi
    ? compareOpenApi(JSON.parse(before) as Schema, JSON.parse(after) as Schema, (endpoint) => hasEnded(file, endpoint))
    : compareGraphql(before, after);
}

/** A text that nobody could read, such as one with the marks of a conflict in it, promised nothing. */
function isReadable(text: string, isJson: boolean): boolean {
  try {
    return Boolean(isJson ? JSON.parse(text) : parse(text));
  } catch {
    return false;
  }
}
