// How the credentials of an API are sent, by its security schemes: what OpenAPI, a 401 and its challenge say of them, and which parts
// of a request they are.
import { quote } from '../../http/credentials.ts';
import { type RawQuery, parseQuery } from '../../http/urls.ts';
import type { SecurityScheme, SecuritySchemes } from './SecurityScheme.ts';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The rules of the schemes that an API states. */
export interface CredentialRules {
  /** The headers that credentials are in. */
  headers: readonly string[];
  /** Whether a request has some, valid or not; `query` is still encoded. */
  areIn(headers: Headers, query: string): boolean;
  /** Whether a request has some in cookies, which browsers send along with requests of other sites. */
  areInCookies(headers: Headers): boolean;
  /** A query without credentials, which no endpoint reads and no link repeats. */
  withoutParameters(query: RawQuery): RawQuery;
  /** The message of a 401; `bearer` is the scheme of the conventions. */
  message(bearer: string): string;
  /** The challenges of a 401 or 403 whose own one has the scheme of the conventions; undefined for none. One of another scheme stays. */
  challenge(own: string, status: number, bearer: string): string | undefined;
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Prepares the rules of the schemes of an API; its name is the realm of its challenges. */
export function prepareCredentials(schemes: SecuritySchemes, realm: string): CredentialRules {
  const all = Object.values(schemes);
  const keys = all.filter((scheme) => scheme.type === 'apiKey');
  const parameters = keys.flatMap((key) => (key.in === 'query' ? [key.name] : []));
  const cookies = keys.flatMap((key) => (key.in === 'cookie' ? [`${key.name}=`] : []));
  const headers = [...new Set(all.flatMap((scheme) => headerOf(scheme) ?? []))];
  const names = headers.filter((name) => name !== 'Cookie').map((name) => name.toLowerCase());
  const areInCookies = (sent: Headers) =>
    cookies.length > 0 && cookiesIn(sent['cookie']).some((pair) => cookies.some((each) => pair.startsWith(each)));
  return {
    headers,
    areInCookies,
    areIn: (sent, query) =>
      names.some((name) => sent[name] !== undefined) ||
      areInCookies(sent) ||
      parameters.some((name) => parseQuery(query).has(name)),
    withoutParameters: (query) =>
      parameters.some((name) => query.has(name))
        ? new Map([...query].filter(([name]) => !parameters.includes(name)))
        : query,
    message: (bearer) =>
      `Valid credentials are required: send ${OR.format(all.map((scheme) => placeOf(scheme, bearer, '')))}.`,
    challenge(own, status, bearer) {
      if (own !== bearer && !own.startsWith(`${bearer} `)) return own;
      // Scopes are of tokens alone: RFC 6750, section 3.1.
      const challenges = all.flatMap((scheme) =>
        isBearer(scheme) ? [own] : status === 401 ? [challengeOf(scheme, realm)] : [],
      );
      return challenges.length === 0 ? undefined : [...new Set(challenges)].join(', ');
    },
  };
}

/** The headers of a client's request that an upstream reads credentials from besides Authorization, in lower case. */
export function forwardedCredentials(schemes: SecuritySchemes = {}): string[] {
  const names = Object.values(schemes).flatMap((scheme) => headerOf(scheme)?.toLowerCase() ?? []);
  return names.filter((name) => name !== 'authorization');
}

/** Where a request has the credentials of a scheme, in words, with `mark` around what is literal. */
export function placeOf(scheme: SecurityScheme, bearer: string, mark: '`' | ''): string {
  if (scheme.type === 'apiKey') {
    const places = { header: 'the header', cookie: 'the cookie', query: 'the query parameter' };
    return `${places[scheme.in]} ${mark}${scheme.name}${mark}`;
  }
  const value = isBearer(scheme) ? `${bearer} <token>` : 'Basic <credentials>';
  return `${mark === '' ? 'the header ' : ''}${mark}Authorization: ${value}${mark}`;
}

/** Whether the scheme is that of tokens, which `auth.scheme` of the conventions can name otherwise. */
export function isBearer(scheme: SecurityScheme): boolean {
  return scheme.type === 'http' && scheme.scheme === 'bearer';
}

function headerOf(scheme: SecurityScheme): string | undefined {
  if (scheme.type === 'http') return 'Authorization';
  return { header: scheme.name, cookie: 'Cookie', query: undefined }[scheme.in];
}

/** RFC 7617 for Basic. `ApiKey` and `Cookie` are in no registry, but RFC 9110, section 11.6.1, requires a challenge. */
function challengeOf(scheme: SecurityScheme, realm: string): string {
  if (scheme.type === 'http') return `Basic realm=${quote(realm)}, charset="UTF-8"`;
  if (scheme.in !== 'cookie') return `ApiKey realm=${quote(realm)}`;
  return `Cookie realm=${quote(realm)}, cookie-name=${quote(scheme.name)}`;
}

/** The pairs of a Cookie header. See RFC 6265, section 4.2.1. */
function cookiesIn(header: string | readonly string[] | undefined): string[] {
  return String(header ?? '').split(/; */);
}
