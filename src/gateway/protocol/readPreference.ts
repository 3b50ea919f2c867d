// The version and the media type that Accept asks for. Throws nothing: what is wrong is data, and reported when its turn in
// the order of checks has come.
import { type MediaRange, parseAccept, rangeFor, specificity } from './parseAccept.ts';
import { vendorType, vendorVersion } from './vendorType.ts';
import type { VersionSettings } from './VersionSettings.ts';

/** What Accept asks for. */
export type Preference =
  /** `version` is undefined for plain JSON. */
  | { kind: 'json'; version: number | undefined }
  /** No plain JSON, but, by a wildcard, the vendor types of these versions: the response has that of its own version. */
  | { kind: 'anyVendor'; versions: readonly number[] }
  | { kind: 'unknownVersion'; version: string }
  | { kind: 'unacceptable' };

const PLAIN: Preference = { kind: 'json', version: undefined };

/** The preferred one of the available media types: by quality, then a full type before a wildcard, then by position. */
export function readPreference(accept: string | undefined, settings: VersionSettings): Preference {
  if (accept === undefined || accept === '*/*') return PLAIN;
  const ranges = parseAccept(accept);
  const choices = findChoices(ranges, settings);
  const [first] = choices;
  if (!first) return readFallback(ranges, settings);
  if (first.preference.kind !== 'unknownVersion') return first.preference;
  // Instead of a version that does not exist, another type that is named counts, but not a wildcard.
  const named = choices.find((each) => each.preference.kind === 'json' && specificity(each.range) === 3);
  return named?.preference ?? first.preference;
}

interface Choice {
  range: MediaRange;
  preference: Preference;
}

/** Plain JSON and the vendor types that are named, the preferred one first. */
function findChoices(ranges: readonly MediaRange[], { apiName, versioning, versions }: VersionSettings): Choice[] {
  const plain = rangeFor(ranges, 'application/json');
  const choices: Choice[] = plain ? [{ range: plain, preference: PLAIN }] : [];
  for (const range of versioning === 'path' ? [] : ranges) {
    const version = vendorVersion(range, apiName);
    if (version === undefined) continue;
    const known = versions.find((each) => String(each) === version);
    const preference: Preference =
      known === undefined ? { kind: 'unknownVersion', version } : { kind: 'json', version: known };
    choices.push({ range, preference });
  }
  return choices
    .filter(({ range }) => range.quality > 0)
    .sort(
      ({ range: a }, { range: b }) => b.quality - a.quality || specificity(b) - specificity(a) || a.index - b.index,
    );
}

/** What a client that names none of the types accepts by a wildcard, or by the type of errors. */
function readFallback(ranges: readonly MediaRange[], { apiName, versioning, versions }: VersionSettings): Preference {
  const accepted = versions.filter((version) => isAccepted(rangeFor(ranges, vendorType(apiName, version))));
  if (versioning !== 'path' && accepted.length > 0) return { kind: 'anyVendor', versions: accepted };
  // A client that only names the type of errors takes the ordinary type of success.
  const problem = rangeFor(ranges, 'application/problem+json');
  return problem && isAccepted(problem) && specificity(problem) === 3 ? PLAIN : { kind: 'unacceptable' };
}

function isAccepted(range: MediaRange | undefined): boolean {
  return range !== undefined && range.quality > 0;
}
