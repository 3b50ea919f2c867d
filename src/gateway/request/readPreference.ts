// Which version answers, and in which media type: from the path and the Accept header, in one place, so that both
// schemes of versioning agree. Refuses nothing by itself: what is wrong is data, told when its turn has come.
import { type MediaRange, parseAccept, rangeFor, specificity } from '../protocol/parseAccept.ts';
import { vendorType, vendorVersion } from '../protocol/vendorType.ts';

/** Which schemes of versioning are offered. */
export type Versioning = 'path' | 'header' | 'both';

export interface VersionSettings {
  /** The `<name>` of `application/vnd.<name>.v<N>+json`. */
  apiName: string;
  defaultVersion: number;
  versioning: Versioning;
  /** All versions there are. */
  versions: readonly number[];
}

/** What Accept asks for. */
export type Preference =
  /** `version` is undefined for plain JSON. */
  | { kind: 'json'; version: number | undefined }
  /** No plain JSON, but, by a wildcard, the vendor types of these versions: that of the one that answers is taken. */
  | { kind: 'anyVendor'; versions: readonly number[] }
  | { kind: 'unknownVersion'; version: string }
  | { kind: 'nothing' };

/** The most wanted media type among those that are made here. A named type wins over a wildcard, the first over the rest. */
export function readPreference(accept: string | undefined, settings: VersionSettings): Preference {
  if (accept === undefined || accept === '*/*') return PLAIN;
  const ranges = parseAccept(accept);
  const choices: { range: MediaRange; preference: Preference }[] = [];
  const add = (range: MediaRange | undefined, preference: Preference) => {
    if (range && range.quality > 0) choices.push({ range, preference });
  };

  add(rangeFor(ranges, 'application/json'), PLAIN);
  if (settings.versioning !== 'path') {
    for (const range of ranges) {
      const version = vendorVersion(range, settings.apiName);
      if (version === undefined) continue;
      const known = settings.versions.find((each) => String(each) === version);
      add(range, known === undefined ? { kind: 'unknownVersion', version } : { kind: 'json', version: known });
    }
  }
  if (choices.length === 0) {
    const versions = settings.versioning === 'path' ? [] : vendorVersionsIn(ranges, settings);
    if (versions.length > 0) return { kind: 'anyVendor', versions };
    // Whoever only names the type of errors takes the ordinary type of success.
    const problems = rangeFor(ranges, 'application/problem+json');
    return problems && problems.quality > 0 && specificity(problems) === 3 ? PLAIN : { kind: 'nothing' };
  }
  choices.sort(
    ({ range: a }, { range: b }) => b.quality - a.quality || specificity(b) - specificity(a) || a.index - b.index,
  );
  const [{ preference }] = choices as [(typeof choices)[number]];
  if (preference.kind !== 'unknownVersion') return preference;
  // A version that is not there is made up for by another type that the client names, but not by a wildcard.
  const named = choices.find((each) => each.preference.kind === 'json' && specificity(each.range) === 3);
  return named?.preference ?? preference;
}

/** The versions whose vendor types are acceptable, be it by a wildcard. */
function vendorVersionsIn(ranges: readonly MediaRange[], { apiName, versions }: VersionSettings): number[] {
  return versions.filter((version) => (rangeFor(ranges, vendorType(apiName, version).toLowerCase())?.quality ?? 0) > 0);
}

/**
 * The media type of a success of this version: the vendor type where the client asked for it by name, or wants no other. It
 * is also the vendor type where the body of the request alone chose a version other than the default, unless Accept excludes
 * it: `application/json` of an unversioned path is promised to be the default version.
 */
export function mediaTypeOf(
  preference: Preference,
  { apiName, defaultVersion }: VersionSettings,
  version: number,
  accept?: string,
  chosenByBody?: number,
): string {
  if (preference.kind === 'anyVendor') return vendorType(apiName, version);
  if (preference.kind === 'json' && preference.version !== undefined) return vendorType(apiName, preference.version);
  if (chosenByBody === undefined || chosenByBody === defaultVersion) return 'application/json';
  const vendor = vendorType(apiName, chosenByBody);
  const range = rangeFor(parseAccept(accept), vendor);
  return range && range.quality > 0 ? vendor : 'application/json';
}

/** Whether errors go out as RFC 9457: only where the client wants that strictly more than plain JSON. */
export function prefersProblem(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes('problem')) return false;
  const ranges = parseAccept(accept);
  const quality = (type: string) => rangeFor(ranges, type)?.quality ?? 0;
  return quality('application/problem+json') > quality('application/json');
}

const PLAIN: Preference = { kind: 'json', version: undefined };
