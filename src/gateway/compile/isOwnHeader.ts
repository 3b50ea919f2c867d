/**
 * The headers of a response that HTTP or Portico sets: of the message and the connection, of caching and authentication, of CORS
 * and the security of browsers. See RFC 9110, RFC 9111 and RFC 9112.
 */
const OWN = new RegExp(
  `^(?:${[
    'accept(?:-.+)?|access-control-.+|age|allow|alt-svc|authentication-info|authorization|cache-control|clear-site-data',
    'connection|content-(?!disposition$|language$).+|cookie|cross-origin-.+|date|deprecation|expect|expires|forwarded|from',
    'host|if-.+|keep-alive|link|location|max-forwards|origin|pragma|prefer|proxy-.+|range|referer|referrer-policy|server',
    'set-cookie2?|strict-transport-security|sunset|te|trailer|transfer-encoding|upgrade|user-agent|vary|via|warning',
    'www-authenticate|x-content-type-options|x-frame-options|x-request-id',
  ].join('|')})$`,
  'i',
);

/** Whether a header of a response is not for a document to set. */
export function isOwnHeader(name: string): boolean {
  return OWN.test(name);
}
