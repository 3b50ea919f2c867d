import type { Conventions } from '../conventions/Conventions.ts';

/** An Authorization header of the scheme that the conventions name, written as Bearer. */
export function asBearer(authorization: string | undefined, { auth }: Conventions): string | undefined {
  if (authorization === undefined || auth.scheme === 'Bearer') return authorization;
  const [scheme = '', ...rest] = authorization.split(' ');
  // A scheme that is not wanted stays as it is, unless it is the one that it would be taken for.
  if (scheme.toLowerCase() === auth.scheme.toLowerCase()) return ['Bearer', ...rest].join(' ');
  return scheme.toLowerCase() === 'bearer' ? undefined : authorization;
}
