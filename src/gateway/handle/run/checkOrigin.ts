// What pages of other sites make a browser send without asking (CORS), with the cookies of its user. See RFC 6454 for Origin, and
// https://w3c.github.io/webappsec-fetch-metadata/ for Sec-Fetch-Site.
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { truncate } from '../../base/errors/nearNames.ts';
import { originOf } from '../../http/clientOrigin.ts';
import { isJsonType } from '../../http/mediaTypes.ts';
import type { RestRequest } from '../read/RestRequest.ts';
import type { Runtime } from '../Runtime.ts';

/** Whether the pages of an origin are those of the API, as PUBLIC_URL says, or may read it by CORS. */
export function isAllowedOrigin(origin: string, { corsOrigins = [], publicUrl }: Runtime['settings']): boolean {
  return origin === publicUrl || (corsOrigins !== '*' && corsOrigins.includes(origin));
}

/** Origins of the machine that the browser runs on, whatever DNS says. See RFC 6761, section 6.3, for localhost. */
const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/**
 * Whether the pages of an origin are those of this server, called at its own machine. Any other name that equals Host may be that of
 * a page to which DNS gave the address of the server (DNS rebinding).
 */
export function isOwnLoopback(origin: string, request: RestRequest, { trustsPeer }: Runtime['settings']): boolean {
  return LOOPBACK.test(origin) && origin === originOf(request, { trustsPeer });
}

/**
 * Throws FORBIDDEN for a body that a form of another site can have, where the credentials are cookies, which browsers send along. JSON is
 * sent only after a preflight. A client that is no browser says nothing of its origin.
 */
export function refuseForgedForm({ credentials, settings }: Runtime, request: RestRequest): void {
  const { 'content-type': type, 'sec-fetch-site': site, origin } = request.headers;
  if (!credentials?.areInCookies(request.headers) || (type !== undefined && isJsonType(type))) return;
  if (site === 'same-origin' || site === 'none' || (site === undefined && origin === undefined)) return;
  if (origin !== undefined && isAllowedOrigin(origin, settings)) return;
  if (site === undefined && origin === originOf(request, settings)) return;
  const shown = truncate(origin ?? 'another site', 200);
  throw new ServiceError(
    'FORBIDDEN',
    `A form with cookies is not accepted from ${shown}; allowed origins are those of CORS.`,
  );
}
