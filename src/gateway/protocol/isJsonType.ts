import { parseMediaType } from './parseMediaType.ts';

/** Whether a media type is JSON: `application/json`, or one with the suffix `+json`. See RFC 6839, section 3.1. */
export function isJsonType(mediaType: string): boolean {
  const { type, subtype = '' } = parseMediaType(mediaType) ?? {};
  return (type === 'application' && subtype === 'json') || subtype.endsWith('+json');
}
