import { assertAcceptable } from './assertAcceptable.ts';
import { isJsonType } from './isJsonType.ts';
import { type MediaRange, parseAccept, rangeFor, specificity } from './parseAccept.ts';
import type { Preference } from './readPreference.ts';
import { vendorType } from './vendorType.ts';
import type { VersionSettings } from './VersionSettings.ts';

/** What Accept asks for, and the version that responds. */
export interface AcceptedTypes {
  preference: Preference;
  version: number;
  accept: string | undefined;
}

/**
 * The media type of a success among those that an endpoint produces, and the vendor type of its version where Accept names that:
 * by quality, then a full type before a wildcard, then by position. The first type of JSON also answers `application/json`.
 * Undefined for an endpoint that produces only `application/json`. Throws NOT_ACCEPTABLE. See RFC 9110, section 12.5.1.
 */
export function selectProducedType(
  produces: readonly string[] | undefined,
  { preference, version, accept }: AcceptedTypes,
  settings: VersionSettings,
): string | undefined {
  if (!produces) {
    assertAcceptable(preference, settings, version);
    return undefined;
  }
  const ranges = parseAccept(accept);
  const isNamed = preference.kind === 'json' && preference.version !== undefined;
  const types = [...produces, ...(isNamed ? [vendorType(settings.apiName, version)] : [])];
  const ranked = types.map((type) => ({ type, range: rangeFor(ranges, withoutParameters(type)) }));
  const [best] = ranked.filter(isAccepted).sort(({ range: a }, { range: b }) => {
    return b.quality - a.quality || specificity(b) - specificity(a) || a.index - b.index;
  });
  if (best) return best.type;
  const first = ranked.find(({ type, range }) => range === undefined && isJsonType(type));
  if (preference.kind === 'json' && first) return first.type;
  const refused: Preference = preference.kind === 'json' ? { kind: 'unacceptable' } : preference;
  assertAcceptable(refused, settings, version, produces);
  return vendorType(settings.apiName, version);
}

function isAccepted(ranked: {
  type: string;
  range: MediaRange | undefined;
}): ranked is { type: string; range: MediaRange } {
  return ranked.range !== undefined && ranked.range.quality > 0;
}

function withoutParameters(mediaType: string): string {
  return mediaType.replace(/;.*/s, '').trim();
}
