// Which endpoints have come to an end that was published before. See RFC 8594: after its sunset nobody can count on one.
import type { Schema } from '../describe/openapi/Schema.ts';
import { OpenApiReader } from './openapi/OpenApiReader.ts';
import { operationsOf } from './openapi/findDifferences.ts';
import { CONTRACTS } from './compileContracts.ts';
import type { Revision } from './readHistory.ts';

/** Whether an endpoint of a contract, such as `GET /users/{id}`, was free to go, and has gone. */
export type HasEnded = (file: string, endpoint: string) => boolean;

/** `today` is a date such as 2027-07-31. What the newest revision says of an end holds, if it was said before that end. */
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
  const gone = [...ends].filter(([key, { sunset, isAnnounced }]) => {
    return isAnnounced && String(sunset) <= today && !served.has(key);
  });
  // The document of the unversioned paths shows the endpoints of every version, and changes when any of them goes.
  const ended = new Set(gone.flatMap(([key]) => [key, key.replace(VERSION, 'openapi.json')]));
  return (file, endpoint) => ended.has(`${file} ${endpoint}`);
}

const VERSION = new RegExp(`(?<=^${CONTRACTS}/)openapi\\.v\\d+\\.json`);

/** None where nobody could read the text. */
function readOperations(text: string): ReadonlyMap<string, Schema> {
  try {
    return operationsOf(new OpenApiReader(JSON.parse(text) as Schema));
  } catch {
    return new Map();
  }
}
