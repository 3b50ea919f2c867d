import type { AuthSettings } from './Settings.ts';

/**
 * One sentence for each allowed but weak setting of authentication. The local key has none: nobody else signs with it.
 * See RFC 8725 sections 3.8 and 3.9.
 */
export function findAuthWarnings({ key, issuer, audience }: AuthSettings): string[] {
  if (key.kind === 'local') return [];
  return [
    ...(issuer === undefined
      ? ['AUTH_ISSUER is not set: tokens of every issuer that shares the key are accepted. See RFC 8725, section 3.8.']
      : []),
    ...(audience === undefined
      ? ['AUTH_AUDIENCE is not set: tokens for other services are accepted as well. See RFC 8725, section 3.9.']
      : []),
  ];
}
