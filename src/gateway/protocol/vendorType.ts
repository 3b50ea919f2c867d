import type { MediaRange } from './parseAccept.ts';

/** The media type of one version of an API. */
export function vendorType(apiName: string, version: number): string {
  return `application/vnd.${apiName}.v${version}+json`;
}

/** The version in a vendor type of this API, as text; undefined for any other media type. */
export function vendorVersion(
  { type, subtype }: Pick<MediaRange, 'type' | 'subtype'>,
  apiName: string,
): string | undefined {
  const prefix = `vnd.${apiName.toLowerCase()}.v`;
  if (type !== 'application' || !subtype.startsWith(prefix) || !subtype.endsWith('+json')) return undefined;
  return subtype.slice(prefix.length, -'+json'.length);
}
