// The endpoints that were removed after a sunset that was published in time. See RFC 8594.
import type { Schema } from '../describe/openapi/Schema.ts';
import { OpenApiReader } from './openapi/OpenApiReader.ts';
import { operationsOf } from './openapi/findDifferences.ts';
import { type Revision, dateOf } from './Break.ts';
import { versionOf } from './contractFiles.ts';

/** Whether an endpoint of a contract, such as `GET /users/{id}`, was removed after its sunset. */
export type HasEnded = (file: string, endpoint: string) => boolean;

/** `today` is a date such as 2027-07-31. The sunset of the newest revision holds, if it was published before that date. */
export function findEnded(
  compiled: ReadonlyMap<string, string>,
  revisions: readonly Revision[],
  today: string,
): HasEnded {
  const ends = new Map<string, { sunset: unknown; isAnnounced: boolean }>();
  for (const { file, text, since } of revisions.filter((revision) => versionOf(revision.file) !== undefined)) {
    for (const [endpoint, { 'x-sunset': sunset }] of readOperations(text)) {
      const key = `${file} ${endpoint}`;
      const end = ends.get(key) ?? { sunset, isAnnounced: false };
      if (typeof sunset === 'string' && end.sunset === sunset && dateOf(since) < sunset) end.isAnnounced = true;
      ends.set(key, end);
    }
  }
  const served = new Set(
    [...compiled]
      .filter(([file]) => versionOf(file) !== undefined)
      .flatMap(([file, text]) => [...readOperations(text).keys()].map((endpoint) => `${file} ${endpoint}`)),
  );
  const removed = [...ends].filter(([key, { sunset, isAnnounced }]) => {
    return isAnnounced && String(sunset) <= today && !served.has(key);
  });
  // The document of the unversioned paths has the endpoints of every version, and changes with each of them.
  const ended = new Set(removed.flatMap(([key]) => [key, key.replace(/openapi\.v\d+\.json/, 'openapi.json')]));
  return (file, endpoint) => ended.has(`${file} ${endpoint}`);
}

/** None where the text is not valid. */
function readOperations(text: string): ReadonlyMap<string, Schema> {
  try {
    return operationsOf(new OpenApiReader(JSON.parse(text) as Schema));
  } catch {
    return new Map();
  }
}
