// Where two responses differ for a client: in their status, in headers that clients act on, and in their bodies.
import { truncate } from '../../gateway/base/errors/nearNames.ts';
import { isToken, parseList, parsePairs, splitUnquoted } from '../../gateway/http/fieldSyntax.ts';
import { jsonPointer } from '../../gateway/http/json.ts';
import { isJsonType, parseMediaType } from '../../gateway/http/mediaTypes.ts';
import { UsageError } from '../../project/UsageError.ts';
import type { BaseUrl } from './BaseUrl.ts';
import { compareJson, parseBody } from './compareJson.ts';

/** What became of a request: a response, or why there is none. */
export type Outcome = ReplayedResponse | { failure: string };

/** The response of one API. */
export interface ReplayedResponse {
  base: BaseUrl;
  /** That of the request: references in headers are relative to it. */
  url: string;
  status: number;
  /** Names are in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Without content codings. */
  body: Buffer;
}

/** `place` is `status`, `header:Name`, `body`, or a JSON pointer into it; both values are as they are shown. */
export interface Difference extends Record<'place' | 'old' | 'current', string> {
  /** `compatible` where the new response only has something more: a property, a header, a link, a method or a scheme. */
  result: 'compatible' | 'different';
}

/** Steps to a place: those of a JSON pointer after `body`. `*` is any one of them. */
export type Place = readonly string[];

/** What a header means to clients: a value, or several of which there may be more. */
type Meaning = string | readonly string[];

/**
 * What is compared of the headers that are: the same for values that mean the same to clients. All others differ between
 * implementations and deployments, or from one request to the next.
 */
const COMPARED_HEADERS: Readonly<Record<string, (value: string, response: ReplayedResponse) => Meaning>> = {
  'Content-Type': compareType,
  Location: resolve,
  Link: (value, response) => {
    const links = [...value.matchAll(/<([^>]*)>((?:[^,"]|"(?:\\.|[^"\\])*")*)/g)];
    return links.map(([, target = '', parameters = '']) => {
      const pairs = [...parsePairs(splitUnquoted(parameters, ';'))].map((pair) => pair.join('='));
      return `<${resolve(target, response)}>${sorted(pairs)}`;
    });
  },
  // The value is that of an implementation, but only a strong one can be sent in If-Match. See RFC 9110, section 13.1.1.
  ETag: (value) => (value.startsWith('W/') ? 'weak' : 'strong'),
  'Cache-Control': (value) => sorted(splitUnquoted(value.toLowerCase(), ',').map((directive) => directive.trim())),
  Allow: parseList,
  // Seconds that pass.
  'Retry-After': () => 'present',
  // The schemes: what follows them is for people.
  'WWW-Authenticate': (value) => {
    const parts = splitUnquoted(value.toLowerCase(), ',');
    return parts.flatMap((part) => /^\s*([^\s=]+)(?:\s+(?!=)|$)/.exec(part)?.[1] ?? []);
  },
};

/** Parses a value of --ignore. Throws a UsageError. */
export function parsePlace(text: string): Place {
  const [, header] = /^header:(.+)$/i.exec(text) ?? [];
  if (text === 'status' || text === 'body') return [text];
  if (header !== undefined && isToken(header)) return [`header:${header.toLowerCase()}`];
  if (!/^(?:\/(?:[^/~]|~[01])*)+$/.test(text)) {
    throw new UsageError('--ignore must be a JSON pointer such as /items/*/updatedAt, header:Name, status or body.');
  }
  const steps = text.split('/').slice(1);
  return ['body', ...steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))];
}

/** The differences between what became of a request at the old API and at the new one, without those at or below places to ignore. */
export function compareOutcomes(before: Outcome, after: Outcome, ignored: readonly Place[]): Difference[] {
  const differences: Difference[] = [];
  const isIgnored = ([first = '', ...pointer]: Place) => {
    const at = [first.toLowerCase(), ...pointer];
    return ignored.some(
      (place) => place.length <= at.length && place.every((step, index) => step === '*' || step === at[index]),
    );
  };
  const report = (at: Place, old = 'absent', current = 'absent', isAddition = false) => {
    const [first = '', ...pointer] = at;
    if (isIgnored(at)) return;
    const result = isAddition ? 'compatible' : 'different';
    differences.push({ place: jsonPointer(pointer) || first, ...excerpt(old, current), result });
  };
  const statuses = [before, after].map((outcome) => ('failure' in outcome ? outcome.failure : String(outcome.status)));
  const isFailure = 'failure' in before || 'failure' in after;
  if (isFailure || before.status !== after.status) report(['status'], ...statuses);
  if (isFailure) return differences;
  for (const [name, meaningOf] of Object.entries(COMPARED_HEADERS)) {
    const [old, current] = [before, after].map(({ headers }) => headers[name.toLowerCase()]);
    const meant = old === undefined ? undefined : meaningOf(old, before);
    const means = current === undefined ? undefined : meaningOf(current, after);
    if (!isSame(meant, means)) report([`header:${name}`], old, current, addsToHeader(meant, means));
  }
  const [one, other] = [before, after].map(({ headers, body, base }) =>
    isJsonType(headers['content-type'] ?? '') ? parseBody(body, base) : undefined,
  );
  if (one && other) {
    const isIgnoredWithin = (steps: Place) => isIgnored(['body', ...steps]);
    compareJson(one, other, isIgnoredWithin, (steps, ...found) => report(['body', ...steps], ...found));
    return differences;
  }
  // Each byte is one character.
  const [bytes, otherBytes] = [before, after].map(({ body, base }) => base.hideIn(body.toString('latin1')));
  if (bytes !== otherBytes) report(['body'], ...[before, after].map(({ body }) => JSON.stringify(String(body))));
  return differences;
}

function isSame(meant: Meaning | undefined, means: Meaning | undefined): boolean {
  const textOf = (meaning: Meaning | undefined) => (typeof meaning === 'object' ? sorted(meaning) : meaning);
  return textOf(meant) === textOf(means);
}

/** Whether a header is new, or has more values than before; not a link to a next page, which clients follow. */
function addsToHeader(meant: Meaning = [], means: Meaning = []): boolean {
  if (typeof meant === 'string') return false;
  if (typeof means === 'string') return meant.length === 0;
  const added = means.filter((each) => !meant.includes(each));
  return meant.every((each) => means.includes(each)) && !added.some((each) => /[>,]rel=(?:\S+ )?next\b/i.test(each));
}

function compareType(value: string): string {
  const { type, subtype, parameters } = parseMediaType(value) ?? {};
  const charset = parameters?.get('charset')?.toLowerCase();
  // JSON is UTF-8 with the parameter and without. See RFC 8259, section 11.
  const isDefault = charset === undefined || (charset === 'utf-8' && isJsonType(value));
  return type === undefined ? value : `${type}/${subtype}${isDefault ? '' : `;${charset}`}`;
}

function resolve(reference: string, { url, base }: ReplayedResponse): string {
  return URL.canParse(reference, url) ? base.hideIn(new URL(reference, url).href) : reference;
}

function sorted(elements: readonly string[]): string {
  return elements.toSorted().join();
}

const MAX_SHOWN_LENGTH = 200;

/** Two values as they are shown: of long ones what is around the first character that differs. */
function excerpt(old: string, current: string): Pick<Difference, 'old' | 'current'> {
  let start = 0;
  if (Math.max(old.length, current.length) > MAX_SHOWN_LENGTH) {
    while (start < old.length && old[start] === current[start]) start++;
    start = Math.max(0, start - MAX_SHOWN_LENGTH / 4);
  }
  const cut = (text: string) => (start > 0 ? '…' : '') + truncate(text.slice(start), MAX_SHOWN_LENGTH);
  return { old: cut(old), current: cut(current) };
}
