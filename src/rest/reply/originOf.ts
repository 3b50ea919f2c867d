import type { Conventions } from '../document/Conventions.ts';
import type { RestRequest } from '../message.ts';

/** What stands before a path in `Location` and `Link`: nothing, or the scheme and host by which the client came. */
export function originOf({ headers }: RestRequest, { urls }: Conventions): string {
  if (urls === 'relative' || headers.host === undefined) return '';
  const forwarded = headers['x-forwarded-proto'];
  const scheme =
    String(forwarded ?? '')
      .split(',')[0]!
      .trim() === 'https'
      ? 'https'
      : 'http';
  return `${scheme}://${headers.host}`;
}
