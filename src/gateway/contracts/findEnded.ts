// The endpoints that were removed after a sunset that was published in time. See RFC 8594.
import type { Schema } from '../describe/openapi/Schema.ts';
import { OpenApiReader } from './openapi/OpenApiReader.ts';
import { operationsOf } from './openapi/findDifferences.ts';
import { CONTRACTS } from './compileContracts.ts';
import type { Revision } from './readHistory.ts';

/** Whether an endpoint of a contract, such as `GET /users/{id}`, was removed after its sunset. */
export type HasEnded = (file: string, endpoint: string) => boolean;

/** `today` is a date such as 2027-07-31. The sunset of the newest revision holds, if it was published before that date. */
export function findEnded(
  compiled: ReadonlyMap<string, string>,
  revisions: readonly Revision[],
  today: string,
): HasEnded {
  const ends = new Map<string, { sunset: unknown; isAnnounced: boolean }>();
  for (const { file, text, date } of revisions.filter((revision) => VERSION.test(revision.file))) {
    for (const [endpoint, { 'x-sunset': sunset }] of readOperations(text)) {
      const key = `${file} ${endpoint}`;
      const end = ends.get(key) ?? { sunset, isAnnounced: false };
      if (typeof sunset === 'string' && end.sunset === sunset && date < sunset) end.isAnnounced = true;
      ends.set(key, end);
    }
  }
  const served = new Set(
    [...compiled]
      .filter(([file]) => VERSION.test(file))
      .flatMap(([file, text]) => [...readOperations(text).keys()].map((endpoint) => `${file} ${endpoint}`)),
  );
  const removed = [...ends].filter(([key, { sunset, isAnnounced }]) => {
    return isAnnounced && String(sunset) <= today && !served.has(key);
  });
  // The document of the unversioned paths has the endpoints of every version, and changes with each of them.
  const ended = new Set(removed.flatMap(([key]) => [key, key.replace(VERSION, 'openapi.json')]));
  return (file, endpoint) => ended.has(`${file} ${endpoint}`);
}

const VERSION = new RegExp(`(?<=^${CONTRACTS}/)openapi\\.v\\d+\\.json`);

/** None where the text is not valid. */
function readOperations(text: string): ReadonlyMap<string, Schema> {
  try {
    return operationsOf(new OpenApiReader(JSON.parse(text) as Schema));
  } catch {
    return new Map();
  }
}
