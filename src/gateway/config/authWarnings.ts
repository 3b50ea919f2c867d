import type { AuthSettings } from './Settings.ts';

/**
 * What is weak about the tokens that are accepted, though it can be meant; a sentence for each. The key of the data folder
 * signs for nobody else. See RFC 8725 sections 3.8 and 3.9.
 */
export function authWarnings({ key, issuer, audience }: AuthSettings): string[] {
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
