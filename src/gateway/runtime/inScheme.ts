import { withScheme } from '../protocol/challenge.ts';
import type { Conventions } from '../conventions/Conventions.ts';

/** The challenge of an error, in the scheme that the conventions name. */
export function inScheme(headers: Readonly<Record<string, string>>, { auth }: Conventions): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name === 'www-authenticate' ? withScheme(value, auth.scheme) : value,
    ]),
  );
}
