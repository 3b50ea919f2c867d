// What the conventions say of response headers: Portico's own under other names, split or left out, and further ones.
import { type RenderQuota, renderPolicy } from '../../guard/limits/createRateLimiter.ts';
import type { Reply } from '../../http/Reply.ts';
import { headerValue } from '../../http/fieldSyntax.ts';
import { OWN_HEADERS, commonHeaders, exposedHeaders, findOwnHeader } from '../../http/ownHeaders.ts';
import type { Conventions } from './Conventions.ts';
import { type ValueOf, prepareText } from './template.ts';

export type HeaderConventions = Pick<Conventions, 'headers'>;

/** What is said of a header of Portico's own; undefined for nothing. */
function conventionOf(own: string, { headers }: HeaderConventions): Conventions['headers'][string] | undefined {
  return Object.entries(headers).find(([key]) => findOwnHeader(key) === own)?.[1];
}

/** The names under which a header of Portico's own is sent: one, none, or those that it is split into. */
export function namesOnWire(own: string, conventions: HeaderConventions): string[] {
  const convention = conventionOf(own, conventions);
  return [convention === undefined ? own : (convention ?? [])]
    .flat()
    .map((part) => (typeof part === 'string' ? part : part.name));
}

/** Whether the id of requests is read from the header of this name, and repeated by every response. */
export function hasRequestId(name: string, conventions: HeaderConventions): boolean {
  return namesOnWire('X-Request-Id', conventions).some((own) => own.toLowerCase() === name.toLowerCase());
}

/** The headers that conventions add to every response, with their texts. */
export function furtherHeaders({ headers }: HeaderConventions): (readonly [name: string, text: string])[] {
  return Object.entries(headers).flatMap(([name, text]) =>
    typeof text === 'string' && findOwnHeader(name) === undefined ? [[name, text] as const] : [],
  );
}

/** Whether conventions give this name to a header, or say what becomes of the one that has it. */
export function isNamedHeader(name: string, conventions: Pick<Conventions, 'headers' | 'page'>): boolean {
  const { headers, page } = conventions;
  const names = Object.entries({ ...page.headers, ...headers }).flatMap(([key, convention]) => {
    const own = findOwnHeader(key);
    return own === undefined ? (convention === null ? [] : key) : [own, ...namesOnWire(own, conventions)];
  });
  return names.some((taken) => taken.toLowerCase() === name.toLowerCase());
}

/** The names of all response headers of a version that pages of other origins may read, but for those of single endpoints. */
export function exposedNames(conventions: Pick<Conventions, 'headers' | 'page'>, readsKeys: boolean): string[] {
  const own = exposedHeaders(readsKeys).flatMap((name) => namesOnWire(name, conventions));
  const { headers } = conventions.page;
  const ofPages = Object.keys(headers).filter((name) => headers[name] !== null);
  return [...own, ...furtherHeaders(conventions).map(([name]) => name), ...ofPages];
}

/** What the responses of a version do otherwise than by default. */
export interface HeaderRules {
  /** The reply with the headers that are sent, those of every response included. */
  complete(reply: Reply, requestId: string): Reply;
  /** Absent: the rate limit is one header. */
  renderQuota?: RenderQuota | undefined;
}

/** Prepares the headers of a version; undefined where they are Portico's own as they are. */
export function prepareHeaderRules(conventions: HeaderConventions, version: number): HeaderRules | undefined {
  if (Object.keys(conventions.headers).length === 0) return undefined;
  const renamed = new Map(
    Object.keys(OWN_HEADERS).map((own) => [own.toLowerCase(), namesOnWire(own, conventions)[0]?.toLowerCase()]),
  );
  const addFurther = prepareHeaderTexts(Object.fromEntries(furtherHeaders(conventions)));
  return {
    complete({ headers, ...reply }, requestId) {
      const sent: Reply['headers'] = {};
      const own: Reply['headers'] = { ...headers, ...commonHeaders(requestId) };
      for (const name in own) {
        const wireName = renamed.has(name) ? renamed.get(name) : name;
        if (wireName !== undefined) sent[wireName] = own[name]!;
      }
      addFurther((name) => (name === 'version' ? version : requestId), sent);
      return { ...reply, headers: sent, isComplete: true };
    },
    renderQuota: prepareSplit(conventions),
  };
}

/** Prepares the parts of a header of the rate limit that is split: the limit, what remains of it, and when it is whole again. */
function prepareSplit(conventions: HeaderConventions): RenderQuota | undefined {
  const convention = conventionOf('RateLimit', conventions);
  if (!Array.isArray(convention)) return undefined;
  const [limit, remaining, reset] = namesOnWire('RateLimit', conventions).map((name) => name.toLowerCase());
  const isTime = typeof convention[2] === 'object';
  return (policy, quota, seconds) => ({
    'ratelimit-policy': renderPolicy(policy),
    [limit!]: String(policy.requests),
    [remaining!]: String(quota.remaining),
    [reset!]: String(isTime ? Math.ceil((Date.now() + quota.resetMs) / 1000) : seconds),
  });
}

/** Prepares texts of headers by their names; one that is null, or without a value for a placeholder, is left out. */
export function prepareHeaderTexts(
  texts: Readonly<Record<string, string | null>>,
): (valueOf: ValueOf, headers: Reply['headers']) => void {
  const compiled = Object.entries(texts).flatMap(([name, text]) =>
    text === null ? [] : [{ name: name.toLowerCase(), fill: prepareText(text) }],
  );
  return (valueOf, headers) => {
    for (const { name, fill } of compiled) {
      const value = fill(valueOf) ?? '';
      const sent = headerValue(String(value));
      if (sent) headers[name] = sent;
    }
  };
}
